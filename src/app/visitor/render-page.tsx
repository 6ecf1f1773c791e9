import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import type { CompanyConfig } from '#contract/config.ts'
import { createApiClient } from '#src/api/client.ts'
import { createPause } from '#src/api/pause.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { App } from '#src/app/app.tsx'
import { NOBODY } from '#src/app/seam.ts'
import { companyStyles } from '#src/ui/theme/company-theme.ts'
import { VISITOR_ROUTES } from './visitor-routes.ts'

/** A visitor's page as the server sends it (server/plugins/visitor-pages.ts): what goes into index.html, and where. */
export type RenderedPage = {
  /** For the element #root; src/main.tsx hydrates it. */
  markup: string
  /** The company's colours, which the theme sets once its script runs. */
  styles: string
  /** The module of its screen, by which the build knows the page's files. */
  screen: string
}

/** undefined: no page of a visitor has this path. A build of its own; see scripts/vite/pages/vite.config.ts. */
export const renderPage = async (
  pathname: string,
  company: CompanyConfig,
): Promise<RenderedPage | undefined> => {
  // To the letter: the server keeps what is rendered, and nobody must be able to fill its memory with spellings of one page.
  const route = VISITOR_ROUTES.find(({ path }) => path === pathname)
  if (!route?.load) return undefined
  await route.load()
  const replies = new QueryClient()
  replies.setQueryData(queryKeys.config(), company)
  const markup = renderToString(
    <StrictMode>
      <StaticRouter location={pathname}>
        <App routes={VISITOR_ROUTES} seam={NO_SEAM} api={NO_API} replies={replies} />
      </StaticRouter>
    </StrictMode>,
  )
  const screen = `src/screens${route.path === '/' ? '/index' : route.path}.tsx`
  return { markup, styles: companyStyles(company.general.theme), screen }
}

const NO_SEAM = {
  get: () => NOBODY,
  subscribe: () => () => {},
  signIn: () => Promise.reject(new Error('Nobody signs in on a server')),
}

const NO_API = createApiClient({
  token: () => undefined,
  pause: createPause(Date.now),
  onForcedSignOut: () => {},
})
