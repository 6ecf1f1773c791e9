import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { CompanyConfig } from '#contract/config.ts'
import { findVisitorPage, type PageReply, pageTitleOf } from '#domain/visitor-pages.ts'
import { createApiClient } from '#src/api/client.ts'
import { queryKeys, replyKey } from '#src/api/query-keys.ts'
import { App } from '#src/app/app.tsx'
import { NOBODY } from '#src/app/session.ts'
import { companyStyles } from '#src/ui/theme/company-theme.ts'
import { VISITOR_ROUTES } from './visitor-routes.ts'

/** The parts that server/plugins/visitor-pages.ts puts into index.html. */
export type RenderedPage = {
  /** For #root; src/main.tsx hydrates it. */
  markup: string
  styles: string
  /** The screen's module, which the build maps to its files. */
  screen: string
  title?: string
  description?: string
}

/** undefined: not a visitor's page. A separate build; see scripts/vite/pages/vite.config.ts. */
export const renderPage = async (
  pathname: string,
  company: CompanyConfig,
  replies: readonly PageReply[] = [],
): Promise<RenderedPage | undefined> => {
  // Exact match: the server caches pages, and spellings of one path must not fill its memory.
  const route = VISITOR_ROUTES.find(({ path }) => path === pathname)
  if (!route?.load) return undefined
  await route.load()
  const client = new QueryClient()
  client.setQueryData(queryKeys.config(), company)
  for (const { path, asked, reply } of replies) client.setQueryData(replyKey({ path }, asked), reply)
  const markup = renderToString(
    <StrictMode>
      <StaticRouter location={pathname}>
        <App routes={VISITOR_ROUTES} sessions={NO_SESSIONS} api={NO_API} replies={client} />
      </StaticRouter>
    </StrictMode>,
  )
  const screen = `src/screens${route.path === '/' ? '/index' : route.path}.tsx`
  const { title, description } = findVisitorPage(pathname) ?? {}
  return {
    markup,
    styles: companyStyles(company.general.theme),
    screen,
    ...(title !== undefined && { title: pageTitleOf({ title }, company.general.company_name) }),
    ...(description !== undefined && { description }),
  }
}

const NO_SESSIONS = {
  get: () => NOBODY,
  subscribe: () => () => {},
  signIn: () => Promise.reject(new Error('Nobody signs in on a server')),
}

const NO_API = createApiClient({ token: () => undefined, onUnauthenticated: () => {} })
