import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CatalogueDetail, CatalogueReply, CatalogueSearchBody } from '#contract/catalogue.ts'
import type { CompanyConfig } from '#contract/config.ts'
import type { PageReply } from '#domain/visitor-pages.ts'
import type { CatalogueService } from '#server/features/catalogue/catalogue.service.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { turns } from '#server/routing/user-turns.ts'
import { within } from '#server/within.ts'
import { networkOf } from './rate-limit.ts'

/** Signed-out pages, readable before any script arrives (docs/decisions/0018). Rendered once per configuration. */
export type VisitorPages = {
  /** false: not a visitor's page. */
  send: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
}

export type VisitorPagesParts = {
  clientFolder: string
  /** src/app/visitor/render-page.tsx, built. */
  renderer: string
  company: () => Promise<CompanyConfig>
  /** What the page reads besides the configuration. */
  repliesOf?: (path: string) => Promise<PageReply[]>
  catalogue: Pick<CatalogueService, 'search' | 'get'>
  /** Undefined: the first few that requests name. */
  publicUrl?: string | undefined
}

/** The renderer is built from src/, not imported. */
type RenderedPage = {
  markup: string
  styles: string
  screen: string
  title?: string
  description?: string
  canonical?: string | null
  data?: object[]
  replies?: PageReply[]
  isFound?: boolean
}
type PublicReads = {
  search: (body: CatalogueSearchBody) => Promise<CatalogueReply>
  get: (product_no: string) => Promise<CatalogueDetail | undefined>
}
type Renderer = {
  renderPage: (
    address: string,
    company: CompanyConfig,
    replies: PageReply[],
    reads?: PublicReads,
  ) => Promise<RenderedPage | undefined>
  readsProducts: (path: string) => boolean
}

/** An unresponsive database must not block the app. */
const COMPANY_WITHIN_MS = 1_000

const ORIGINS_MOST = 4

/** A page of products is drawn for each request, between those of customers. An asker's `userId` is a network. */
const DRAWING = { atOnce: 2, eachAtOnce: 1, waitingMax: 60, waitingEachMax: 20 }

type Encoding = 'br' | 'gzip' | 'identity'
type Page = { etag: string; isFound: boolean; bodyIn: (encoding: Encoding) => Buffer | Promise<Buffer> }

export const visitorPages = ({
  clientFolder,
  renderer,
  company,
  repliesOf = async () => [],
  catalogue,
  publicUrl,
}: VisitorPagesParts): VisitorPages => {
  const pages = new Map<string, { configuration: string; page: Promise<Page | undefined> }>()
  let loading: Promise<Renderer> | undefined

  const origins = new Set<string>()
  const originOf = ({ protocol, host }: FastifyRequest): string | undefined => {
    if (publicUrl !== undefined) return publicUrl
    const named = `${protocol}://${host}`
    // Otherwise invented hosts would have every page rendered anew.
    if (origins.size < ORIGINS_MOST) origins.add(named)
    return origins.has(named) ? named : undefined
  }

  const load = (): Promise<Renderer> => {
    loading ??= import(pathToFileURL(renderer).href) as Promise<Renderer>
    return loading
  }

  const render = async (
    path: string,
    origin: string | undefined,
    data: PageData,
  ): Promise<Page | undefined> => {
    const rendered = await (await load()).renderPage(path, data.config, data.replies)
    return rendered && compressed(documentOf(clientFolder, rendered, { ...data, path, origin }))
  }

  const takeTurn = turns(DRAWING)

  /** A page that changes too often to be kept. */
  const draw = async (request: FastifyRequest, path: string): Promise<Page | undefined> => {
    const asker = { userId: networkOf(request), signal: request.signal }
    return await takeTurn(asker, async () => {
      const config = await within(COMPANY_WITHIN_MS, company())
      const rendered = await (await load()).renderPage(request.url, config, [], {
        search: (body) => catalogue.search(asker, body),
        get: (product_no) => catalogue.get(product_no).catch(undefinedIfNotFound),
      })
      if (!rendered) return undefined
      const data = { config, replies: rendered.replies ?? [], path, origin: originOf(request) }
      return quicklyCompressed(documentOf(clientFolder, rendered, data), rendered.isFound)
    })
  }

  /** @throws Error where rendering fails; the next call retries */
  const find = async (path: string, origin: string | undefined): Promise<Page | undefined> => {
    const [config, replies] = await within(COMPANY_WITHIN_MS, Promise.all([company(), repliesOf(path)]))
    const data = { config, replies }
    const configuration = JSON.stringify(data)
    const key = `${origin} ${path}`
    const known = pages.get(key)
    if (known?.configuration === configuration) return known.page
    const page = render(path, origin, data)
    pages.set(key, { configuration, page })
    const found = await page.catch((error: unknown) => {
      pages.delete(key)
      throw error
    })
    // Otherwise arbitrary addresses would fill the memory.
    if (!found) pages.delete(key)
    return found
  }

  return {
    send: async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/'
      const page = await load()
        .then(({ readsProducts }) =>
          readsProducts(path) ? draw(request, path) : find(path, originOf(request)),
        )
        .catch((error: unknown) => {
          // Falls back to the app, which renders in the browser.
          if (!(error instanceof Refusal)) request.log.error(error, 'a page could not be rendered')
          return undefined
        })
      if (!page) return false
      reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
      if (page.isFound) reply.header('etag', page.etag)
      else reply.code(404)
      if (page.isFound && request.headers['if-none-match'] === page.etag) {
        reply.code(304).send()
        return true
      }
      const accepted = String(request.headers['accept-encoding'] ?? '')
      const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      reply.type('text/html; charset=utf-8').send(await page.bodyIn(encoding))
      return true
    },
  }
}

const compressed = async (html: string): Promise<Page> => {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  const bodies = { br, gzip: zipped, identity }
  return { etag: etagOf(identity), isFound: true, bodyIn: (encoding) => bodies[encoding] }
}

/** The best takes ten times as long, for a tenth less. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const quicklyCompressed = (html: string, isFound = true): Page => {
  const identity = Buffer.from(html)
  const bodyIn = (encoding: Encoding): Buffer | Promise<Buffer> => {
    if (encoding === 'identity') return identity
    return encoding === 'br' ? promisify(brotliCompress)(identity, QUICKLY) : promisify(gzip)(identity)
  }
  return { etag: etagOf(identity), isFound, bodyIn }
}

const etagOf = (body: Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

const undefinedIfNotFound = (error: unknown): undefined => {
  if (error instanceof Refusal && error.code === 'product_not_found') return undefined
  throw error
}

type PageData = { config: CompanyConfig; replies: PageReply[] }
type PagePlace = { path: string; origin: string | undefined }

/** @throws Error if index.html or the manifest has changed shape */
const documentOf = (
  clientFolder: string,
  page: RenderedPage,
  { config, replies, path, origin }: PageData & PagePlace,
): string => {
  const shell = readFileSync(join(clientFolder, 'index.html'), 'utf8')
  const root = '<div id="root"></div>'
  if (!shell.includes(root)) throw new Error('index.html has no empty element #root')
  const { styles, scripts } = filesOf(clientFolder, page.screen)
  if (shell.search(APP_FILE) < 0) throw new Error('index.html loads no app')
  const links = [
    ...headLinks(page, { path, origin }),
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ].filter((link) => !shell.includes(link))
  return withWords(shell, page)
    .replace('</head>', () => `${links.join('')}<style>${page.styles}</style></head>`)
    .replaceAll(APP_FILE, '$& fetchpriority="low"')
    .replace(
      root,
      () =>
        `<div id="root" data-rendered>${page.markup}</div>${dataElement('company', config)}${dataElement('replies', replies)}`,
    )
}

/** The page's one address, or none for search engines; a block of data is no script, so that the policy lets it pass. */
const headLinks = (
  { title, canonical, data = [], isFound = true }: RenderedPage,
  { path, origin }: PagePlace,
): string[] => {
  if (canonical === null || !isFound) return ['<meta name="robots" content="noindex">']
  if (title === undefined || origin === undefined) return []
  const links = [`<link rel="canonical" href="${escaped(new URL(canonical ?? path, origin).href)}">`]
  if (data.length === 0) return links
  const graph = JSON.stringify({ '@context': 'https://schema.org', '@graph': data }, (name, value) =>
    (name === 'url' || name === 'item') && typeof value === 'string' ? new URL(value, origin).href : value,
  )
  return [...links, `<script type="application/ld+json">${graph.replaceAll('<', '\\u003c')}</script>`]
}

/** The client hydrates with what the page was rendered with. */
const dataElement = (id: string, data: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** In place of the shell's own. */
const withWords = (shell: string, { title, description }: RenderedPage): string =>
  title === undefined
    ? shell
    : shell
        .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>`)
        .replace(
          /<meta\s+name="description"[^>]*>/,
          () => `<meta name="description" content="${escaped(description ?? '')}">`,
        )

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Scripts wait for what the visitor reads: over a slow connection they would take its time. */
const APP_FILE = /<(?:script type="module"|link rel="modulepreload")/g

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

/** From Vite's manifest, besides the entry. */
const filesOf = (clientFolder: string, screen: string): { styles: string[]; scripts: string[] } => {
  const manifest = JSON.parse(readFileSync(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest
  const names = new Set([screen])
  // Iteration includes names added meanwhile.
  for (const name of names) for (const next of manifest[name]?.imports ?? []) names.add(next)
  const chunks = [...names].map((name) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no file of ${name}`)
    return chunk
  })
  return {
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css.map(addressOf)))],
    scripts: chunks.map(({ file }) => addressOf(file)),
  }
}

const addressOf = (file: string): string => `/${file}`
