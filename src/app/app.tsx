import { useEffect, useState } from 'react'
import { createBrowserRouter, RouterProvider, ScrollRestoration, useRouteError } from 'react-router-dom'
import { NotificationHost } from '#src/ui/notifications/notification-host.tsx'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'
import { AppPorts } from './app-ports.tsx'
import { BackStackHolder } from './back-stack.tsx'
import { ErrorBoundary } from './error/error-boundary.tsx'
import { FailedApp, FailedPage } from './error/failed-app.tsx'
import { setGlobalError, useGlobalError } from './error/global-error.ts'
import { RoutePage } from './route-page.tsx'
import { ROUTES } from './routes.tsx'
import { useShellPorts } from './shell-ports.ts'
import type { Started } from './start.ts'

/** The whole application; once something has failed that it cannot go on after, the error view in its place. */
export function App({ started }: { started: Started | undefined }) {
  return (
    <ErrorBoundary onError={setGlobalError} fallback={() => <FailedApp />}>
      <RoutedApp started={started} />
    </ErrorBoundary>
  )
}

function RoutedApp({ started }: { started: Started | undefined }) {
  // One catch-all: which address means what is told by the table in routes.tsx.
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Root started={started} />, ErrorBoundary: RootFailure }]),
  )
  return <RouterProvider router={router} />
}

function Root({ started }: { started: Started | undefined }) {
  return (
    <AppPorts started={started}>
      <ThemedRoot />
    </AppPorts>
  )
}

function ThemedRoot() {
  const { company } = useShellPorts()
  const failed = useGlobalError()
  return (
    <ThemeProvider company={company.colours}>
      <BackStackHolder>
        {failed ? <FailedPage routes={ROUTES} /> : <RoutePage routes={ROUTES} />}
        <ScrollRestoration />
        <NotificationHost />
      </BackStackHolder>
    </ThemeProvider>
  )
}

/** What failed is the shell itself, or what it stands on: the error view without it. */
function RootFailure() {
  const error = useRouteError()
  useEffect(() => setGlobalError(error), [error])
  return <FailedApp />
}
