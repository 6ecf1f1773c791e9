import { BrowserRouter } from 'react-router-dom'
import { NotificationHost } from '#src/ui/notifications/notification-host.tsx'
import { CompanyTheme, ThemeProvider } from '#src/ui/theme/theme-provider.tsx'
import { AppPorts } from './app-ports.tsx'
import { BackStackHolder } from './back-stack.tsx'
import { ErrorBoundary } from './error/error-boundary.tsx'
import { FailedApp, FailedPage } from './error/failed-app.tsx'
import { setGlobalError, useGlobalError } from './error/global-error.ts'
import { RoutePage } from './route-page.tsx'
import { ROUTES } from './routes.tsx'
import { useScrollMemory } from './scroll-memory.ts'
import { useShellPorts } from './shell-ports.ts'
import type { Started } from './start.ts'

/**
 * The whole application; once something has failed that it cannot go on after, the error view in its place: inside the
 * shell where a screen has failed, without it where the shell itself has, or the start.
 */
export function App({ started }: { started: Started | undefined }) {
  return (
    <ErrorBoundary onError={setGlobalError} fallback={() => <FailedApp />}>
      {started ? (
        <BrowserRouter>
          <BackStackHolder>
            {/* Around all of it: ports bring sheets of their own. */}
            <ThemeProvider>
              <AppPorts started={started}>
                <Page />
              </AppPorts>
            </ThemeProvider>
          </BackStackHolder>
        </BrowserRouter>
      ) : (
        <FailedApp />
      )}
    </ErrorBoundary>
  )
}

function Page() {
  const { company } = useShellPorts()
  const failed = useGlobalError()
  useScrollMemory()
  return (
    <>
      <CompanyTheme company={company.colours} />
      {/* Which address means what is told by the table in routes.tsx, and by nothing of the router. */}
      {failed ? <FailedPage routes={ROUTES} /> : <RoutePage routes={ROUTES} />}
      <NotificationHost />
    </>
  )
}
