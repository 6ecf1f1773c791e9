import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { layoutFor } from '#src/app/layouts/layouts.ts'
import { Shell } from '#src/app/layouts/shell.tsx'
import type { Route } from '#src/app/route.ts'
import { useCurrentSession } from '#src/app/session-context.ts'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'
import { ErrorView, FATAL_MESSAGE } from './error-view.tsx'
import { clearGlobalError } from './global-error.ts'

/** The error view after a screen failed, until the user navigates. */
export function FailedPage({ routes }: { routes: readonly Route[] }) {
  useEndOnLeaving()
  const session = useCurrentSession()
  return (
    <Shell layout={layoutFor('error', session)} routes={routes}>
      <ErrorView message={FATAL_MESSAGE} onReturnHome={startAnew} />
    </Shell>
  )
}

const useEndOnLeaving = (): void => {
  const { key } = useLocation()
  const failedAt = useRef(key)
  useEffect(() => {
    if (key !== failedAt.current) clearGlobalError()
  }, [key])
}

/** The shell or the start failed, so this uses neither. */
export function FailedApp() {
  return (
    <ThemeProvider>
      <main style={{ display: 'flex', minHeight: '100dvh' }}>
        <ErrorView message={FATAL_MESSAGE} onReturnHome={startAnew} />
      </main>
    </ThemeProvider>
  )
}

/** Reloads: the failure may have left bad state. */
function startAnew(): void {
  window.location.assign('/')
}
