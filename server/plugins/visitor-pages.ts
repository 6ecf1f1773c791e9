import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CompanyConfig } from '#contract/config.ts'
import type { PageReply } from '#domain/visitor-pages.ts'
import { within } from '#server/within.ts'

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
  /** Undefined: the first few that requests name. */
  publicUrl?: string | undefined
}

/** The renderer is built from src/, not imported. */
type RenderedPage = { markup: string; styles: string; screen: string; title?: string; description?: string }
type Renderer = {
  renderPage: (
    path: string,
    company: CompanyConfig,
    replies: PageReply[],
  ) => Promise<RenderedPage | undefined>
}

/** An unresponsive database must not block the app. */
const COMPANY_WITHIN_MS = 1_000

const ORIGINS_MOST = 4

type Page = { etag: string; bodies: Record<'br' | 'gzip' | 'identity', Buffer> }

export const visitorPages = ({
  clientFolder,
  renderer,
  company,
  repliesOf = async () => [],
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

  const render = async (
    path: string,
    origin: string | undefined,
    data: PageData,
  ): Promise<Page | undefined> => {
    loading ??= import(pathToFileURL(renderer).href) as Promise<Renderer>
    const rendered = await (await loading).renderPage(path, data.config, data.replies)
    return (
      rendered && compressed(documentOf(clientFolder, rendered, data, origin && new URL(path, origin).href))
    )
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
      const page = await find(request.url.split('?', 1)[0] ?? '/', originOf(request)).catch(
        (error: unknown) => {
          // Falls back to the app, which renders in the browser.
          request.log.error(error, 'a page could not be rendered')
          return undefined
        },
      )
      if (!page) return false
      reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', page.etag)
      if (request.headers['if-none-match'] === page.etag) {
        reply.code(304).send()
        return true
      }
      const accepted = String(request.headers['accept-encoding'] ?? '')
      const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
      return true
    },
  }
}

const compressed = async (html: string): Promise<Page> => {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { etag, bodies: { br, gzip: zipped, identity } }
}

type PageData = { config: CompanyConfig; replies: PageReply[] }

/** @throws Error if index.html or the manifest has changed shape */
const documentOf = (
  clientFolder: string,
  page: RenderedPage,
  { config, replies }: PageData,
  address: string | undefined,
): string => {
  const shell = readFileSync(join(clientFolder, 'index.html'), 'utf8')
  const root = '<div id="root"></div>'
  if (!shell.includes(root)) throw new Error('index.html has no empty element #root')
  const { styles, scripts } = filesOf(clientFolder, page.screen)
  if (shell.search(APP_FILE) < 0) throw new Error('index.html loads no app')
  const links = [
    ...(page.title === undefined || address === undefined
      ? []
      : [`<link rel="canonical" href="${escaped(address)}">`]),
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
