import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { type Visit, VisitProvider } from '#src/features/session/visit.ts'
import { NotificationHost } from '#src/ui/notifications/notification-host.tsx'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'

/** Renders a visitor's screen within its providers. */
export const renderVisiting = (ui: ReactNode, visit: Partial<Visit> = {}): RenderResult =>
  render(
    <VisitProvider value={{ ...NOBODY, ...visit }}>
      <ThemeProvider env="test">
        <MemoryRouter>{ui}</MemoryRouter>
        <NotificationHost />
      </ThemeProvider>
    </VisitProvider>,
  )

const NOBODY: Visit = {
  forced: null,
  signIn: () => Promise.reject(new Error('nobody signs in here')),
  watchKeptWork: () => () => {},
}
