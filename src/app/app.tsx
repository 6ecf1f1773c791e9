import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import type { ApiClient } from '#src/api/client.ts'
import { CompanyProvider, useCompany } from '#src/features/company/company-context.tsx'
import { InstallPromptProvider } from '#src/features/install/install-context.tsx'
import type { InstallPrompt } from '#src/features/install/install-prompt.ts'
import type { UpdateFlow } from '#src/features/updates/update-flow.ts'
import { UpdatePrompt } from '#src/features/updates/update-prompt.tsx'
import { useUpdateOnNavigation } from '#src/features/updates/use-updates.ts'
import { NotificationHost } from '#src/ui/notifications/notification-host.tsx'
import { CompanyTheme, ThemeProvider } from '#src/ui/theme/theme-provider.tsx'
import { BackStackHolder } from './back-stack.tsx'
import { ErrorBoundary } from './error/error-boundary.tsx'
import { FailedApp, FailedPage } from './error/failed-app.tsx'
import { setGlobalError, useGlobalError } from './error/global-error.ts'
import type { Route } from './route.ts'
import { RoutePage } from './route-page.tsx'
import { useScrollMemory } from './scroll-memory.ts'
import type { Seam } from './seam.ts'
import { type CommonPorts, NO_PORTS } from './shell-ports.ts'
import { VisitorTree } from './visitor/visitor-tree.tsx'

export type AppProps = {
  routes: readonly Route[]
  seam: Pick<Seam, 'get' | 'subscribe' | 'signIn'>
  api: ApiClient
  replies: QueryClient
  /** Absent on the server. */
  installPrompt?: InstallPrompt
  updates?: UpdateFlow
}

/** After a fatal error shows the error view: inside the shell if a screen failed, without it if the shell did. */
export function App(props: AppProps) {
  return (
    <ErrorBoundary onError={setGlobalError} fallback={() => <FailedApp />}>
      <BackStackHolder>
        <QueryClientProvider client={props.replies}>
          <CompanyProvider api={props.api}>
            <InstallPromptProvider value={props.installPrompt}>
              <Trees {...props} />
            </InstallPromptProvider>
          </CompanyProvider>
        </QueryClientProvider>
      </BackStackHolder>
    </ErrorBoundary>
  )
}

/** Signing in or out mounts a new tree, so nothing of the previous session remains. */
function Trees({ routes, seam, api, updates }: AppProps) {
  const side = useSyncExternalStore(seam.subscribe, seam.get, seam.get)
  const company = useCompany()
  const Banners = useMemo(() => updates && (() => <UpdateBanner updates={updates} />), [updates])
  const common = useMemo<CommonPorts>(
    () => ({
      company: company ? { name: company.company_name, colours: company.theme } : NO_PORTS.company,
      Banners,
    }),
    [company, Banners],
  )
  const page = <Page routes={routes} />
  return (
    <ThemeProvider>
      <CompanyTheme company={common.company.colours} />
      {side.status === 'signed-out' ? (
        <VisitorTree side={side} signIn={seam.signIn} api={api} common={common}>
          {page}
        </VisitorTree>
      ) : (
        <side.member.Tree key={side.member.id} member={side.member} common={common}>
          {page}
        </side.member.Tree>
      )}
      <Messages />
    </ThemeProvider>
  )
}

function Page({ routes }: Pick<AppProps, 'routes'>) {
  const failed = useGlobalError()
  useScrollMemory()
  // The table of routes decides, not the router.
  return failed ? <FailedPage routes={routes} /> : <RoutePage routes={routes} />
}

/** Messages mount beside the page and do not render on a server. */
function Messages() {
  const [isInBrowser, setIsInBrowser] = useState(false)
  useEffect(() => {
    document.getElementById('root')?.removeAttribute(RENDERED)
    setIsInBrowser(true)
  }, [])
  return isInBrowser ? <NotificationHost /> : null
}

/** Marks the root element while server-rendered markup waits for hydration. */
export const RENDERED = 'data-rendered'

function UpdateBanner({ updates }: { updates: UpdateFlow }) {
  useUpdateOnNavigation(updates, useLocation().pathname)
  return <UpdatePrompt updates={updates} />
}
