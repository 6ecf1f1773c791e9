import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import {
  type CatalogueDetail,
  type CatalogueReply,
  type CatalogueSearchBody,
  catalogue,
} from '#contract/catalogue.ts'
import type { CompanyConfig } from '#contract/config.ts'
import { findRoute, pathTo } from '#domain/route-match.ts'
import { findVisitorTitle, isVisitorPage, type PageReply, pageTitleOf } from '#domain/visitor-pages.ts'
import { createApiClient } from '#src/api/client.ts'
import { queryKeys, replyKey } from '#src/api/query-keys.ts'
import { App } from '#src/app/app.tsx'
import { NOBODY } from '#src/app/session.ts'
import { publicSearchBody, readPublicRequest } from '#src/features/search/catalogue/public-queries.ts'
import { companyStyles } from '#src/ui/theme/company-theme.ts'
import { catalogueHead, DESCRIPTIONS, type PageHead, productHead } from './page-head.ts'
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
  /** The path of the page's one address; null keeps it out of search engines. Absent: its own. */
  canonical?: string | null
  /** schema.org's data; each value under `url` or `item` is a path. */
  data?: object[]
  /** What the page read by itself: the browser hydrates with the same. */
  replies?: PageReply[]
  /** False: what its address names does not exist. */
  isFound?: boolean
}

/** What a page may read of the server. */
export type PublicReads = {
  search: (body: CatalogueSearchBody) => Promise<CatalogueReply>
  /** undefined: not sold. */
  get: (product_no: string) => Promise<CatalogueDetail | undefined>
}

/** Such a page changes with the products, and with all that is searched for: it is not kept. */
export const readsProducts = (pathname: string): boolean => findRoute(READERS, pathname) !== undefined

/**
 * undefined: not a visitor's page. A separate build; see scripts/vite/pages/vite.config.ts.
 * @param address its path; of one that reads products, with its search
 */
export const renderPage = async (
  address: string,
  company: CompanyConfig,
  known: readonly PageReply[] = [],
  reads: PublicReads = NO_READS,
): Promise<RenderedPage | undefined> => {
  const [pathname = '', search = ''] = address.split(/\?(.*)/s)
  const match = findRoute(VISITOR_ROUTES, pathname)
  // Exact match: the server caches pages, and spellings of one path must not fill its memory.
  if (!match?.route.load || pathTo(match.route.path, match.params) !== pathname) return undefined
  await match.route.load()
  const client = new QueryClient()
  const name = company.general.company_name
  const reader = READERS.find(({ path }) => path === match.route.path)
  const read = await reader?.read({
    params: match.params,
    search: new URLSearchParams(search),
    reads,
    company: name,
  })
  client.setQueryData(queryKeys.config(), company)
  const replies = [...known, ...(read ? [read.reply] : [])]
  for (const { path, asked, reply } of replies) client.setQueryData(replyKey({ path }, asked), reply)
  const markup = renderToString(
    <StrictMode>
      <StaticRouter location={address}>
        <App routes={VISITOR_ROUTES} sessions={NO_SESSIONS} api={NO_API} replies={client} />
      </StaticRouter>
    </StrictMode>,
  )
  const file = match.route.path === '/' ? '/index' : match.route.path.replace(/-\{\w+\}/, '')
  const title = read?.head?.title ?? findVisitorTitle(pathname)
  const described = isVisitorPage(pathname) ? DESCRIPTIONS[pathname] : undefined
  const description = read?.head?.description ?? described
  return {
    markup,
    styles: companyStyles(company.general.theme),
    screen: `src/screens${file}.tsx`,
    ...(title !== undefined && { title: pageTitleOf(title, name) }),
    ...(description !== undefined && { description }),
    ...(read && {
      canonical: read.head?.canonical ?? null,
      data: read.head?.data ?? [],
      replies: [read.reply],
      isFound: read.reply.reply !== null,
    }),
  }
}

type ReadParts = {
  params: Record<string, string>
  search: URLSearchParams
  reads: PublicReads
  company: string
}

/** The screens' own queries, answered without a request. */
const READERS: {
  path: string
  read: (parts: ReadParts) => Promise<{ reply: PageReply; head?: PageHead }>
}[] = [
  {
    path: '/product-catalogue',
    read: async ({ search, reads, company }) => {
      const request = readPublicRequest(search)
      const asked = publicSearchBody(request)
      const reply = await reads.search(asked)
      const head = catalogueHead(request, { found: reply, company })
      return { reply: { path: catalogue.search.path, asked, reply }, head }
    },
  },
  {
    path: '/product-catalogue/product-{id}',
    read: async ({ params: { id = '' }, reads, company }) => {
      const reply = (await reads.get(id)) ?? null
      return {
        reply: { path: catalogue.get.path, asked: { productNo: id }, reply },
        ...(reply && { head: productHead(reply, company) }),
      }
    },
  },
]

const NO_READS: PublicReads = {
  search: () => Promise.reject(new Error('This page needs products')),
  get: () => Promise.reject(new Error('This page needs products')),
}

const NO_SESSIONS = {
  get: () => NOBODY,
  subscribe: () => () => {},
  signIn: () => Promise.reject(new Error('Nobody signs in on a server')),
  signInBy: () => Promise.reject(new Error('Nobody signs in on a server')),
  signUp: () => Promise.reject(new Error('Nobody signs up on a server')),
}

const NO_API = createApiClient({ token: () => undefined, onUnauthenticated: () => {} })
