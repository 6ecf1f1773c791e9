import { useMounted } from '@mantine/hooks'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiClient } from '#src/api/client.ts'
import { CompanyProvider, useCompany } from '#src/features/company/company-context.tsx'
import { InstallPromptProvider } from '#src/features/install/install-context.tsx'
import type { InstallPrompt } from '#src/features/install/install-prompt.ts'
import { UpdatePrompt } from '#src/features/updates/update-prompt.tsx'
import type { Updates } from '#src/features/updates/updates.ts'
import { NotificationHost } from '#src/ui/notifications/notification-host.tsx'
import { ErrorBoundary } from '#src/ui/status/error-boundary.tsx'
import { useStore } from '#src/ui/store.ts'
import { BackStack } from '#src/ui/surface/back-stack.ts'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'
import { FailedApp } from './error-view.tsx'
import type { Route } from './route.ts'
import { RoutePage } from './route-page.tsx'
import type { AppSession, Sessions } from './session.ts'
import { VisitorTree } from './visitor/visitor-tree.tsx'

type AppProps = {
  routes: readonly Route[]
  sessions: Pick<Sessions, 'get' | 'subscribe' | 'signIn' | 'signInBy' | 'signUp'>
  api: ApiClient
  replies: QueryClient
  /** Absent on the server. */
  installPrompt?: InstallPrompt
  updates?: Updates
}

export function App(props: AppProps) {
  return (
    <ErrorBoundary fallback={() => <FailedApp />}>
      <BackStack />
      <QueryClientProvider client={props.replies}>
        <CompanyProvider api={props.api}>
          <InstallPromptProvider value={props.installPrompt}>
            <Trees {...props} />
          </InstallPromptProvider>
        </CompanyProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** Signing in or out mounts a new tree, so nothing of the previous session remains. */
function Trees({ routes, sessions, api, updates }: AppProps) {
  const side = useStore<AppSession>(sessions)
  const page = <RoutePage routes={routes} banner={updates && <UpdatePrompt updates={updates} />} />
  return (
    <ThemeProvider company={useCompany()?.theme}>
      {side.status === 'signed-out' ? (
        <VisitorTree side={side} sessions={sessions} api={api}>
          {page}
        </VisitorTree>
      ) : (
        <side.member.Tree key={side.member.id} member={side.member}>
          {page}
        </side.member.Tree>
      )}
      <Messages />
    </ThemeProvider>
  )
}

/** Messages mount beside the page and do not render on a server. */
function Messages() {
  useEffect(() => document.getElementById('root')?.removeAttribute(RENDERED), [])
  return useMounted() ? <NotificationHost /> : null
}

/** Marks the root element while server-rendered markup waits for hydration. */
export const RENDERED = 'data-rendered'
