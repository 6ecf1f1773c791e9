import { render } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'

/** Renders parts of the kit with their providers. */
export function renderPart(element: ReactElement) {
  return render(element, { wrapper: Ground })
}

function Ground({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      <ThemeProvider env="test">{children}</ThemeProvider>
    </MemoryRouter>
  )
}
