import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, parsePath } from 'react-router-dom'
import type { ApiClient } from '#src/api/client.ts'
import { ApiProvider } from '#src/device/device-context.tsx'
import { type Visit, VisitProvider } from '#src/features/session/visit.ts'
import { NotificationHost } from '#src/ui/notifications/notification-host.tsx'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'
import { fakeApi } from './fake-api.ts'

/** Renders a visitor's screen within its providers. */
export const renderVisiting = (
  ui: ReactNode,
  visit: Partial<Visit> = {},
  {
    api,
    replies = new QueryClient(),
    entry: [path, state] = ['/', null],
  }: { api?: ApiClient; replies?: QueryClient; entry?: [path: string, state: unknown] } = {},
): RenderResult =>
  render(
    <QueryClientProvider client={replies}>
      <ApiProvider value={api ?? fakeApi().api}>
        <VisitProvider value={{ ...NOBODY, ...visit }}>
          <ThemeProvider env="test">
            <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>{ui}</MemoryRouter>
            <NotificationHost />
          </ThemeProvider>
        </VisitProvider>
      </ApiProvider>
    </QueryClientProvider>,
  )

const NOBODY: Visit = {
  forced: null,
  signIn: () => Promise.reject(new Error('nobody signs in here')),
  signInBy: () => Promise.reject(new Error('nobody signs in here')),
  signUp: () => Promise.reject(new Error('nobody signs up here')),
  watchKeptWork: () => () => {},
}
