import { extname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { isPage } from '#domain/routes.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Answers 304 while nothing changes. */
const REVALIDATE = 'no-cache'

export type StaticFilesOptions = {
  /** index.html, sw.js, assets/ with hashed names, and their `.br` and `.gz`. */
  clientFolder: string
}

/**
 * Serves the built client, compressed at build time. Hashed names never change; other files are revalidated. Missing
 * files go to the not-found handler, which asks `isAppNavigation`.
 */
export const staticFiles = fp(
  async (app, { clientFolder }: StaticFilesOptions) => {
    await app.register(fastifyStatic, {
      root: clientFolder,
      preCompressed: true,
      cacheControl: false,
      allowedPath: (path) => !NEVER_SERVED.test(path),
      logLevel: 'warn',
      setHeaders: (reply, path) => {
        reply.header('cache-control', hasHashedName(path, clientFolder) ? IMMUTABLE : REVALIDATE)
      },
    })
  },
  { name: 'static-files' },
)

const hasHashedName = (path: string, clientFolder: string): boolean =>
  path.slice(clientFolder.length).replaceAll('\\', '/').startsWith('/assets/')

/** Records of the build (.vite/), which the server reads, and whatever else a tool may leave: no file of ours is named so. */
const NEVER_SERVED = /(^|\/)\.|\.map(\.br|\.gz)?$/

/** Missing files in these folders are never the app. */
const NEVER_THE_APP = /^\/(api|assets|builds|pictures)(\/|$)/

/**
 * Whether an unmatched request is a person's who opens an address. Missing scripts, images and API paths must not be
 * answered with the app, or a browser would run a page as a script.
 */
export const isAppNavigation = (request: FastifyRequest): boolean => {
  const { method, headers } = request
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = pathOf(request)
  if (NEVER_THE_APP.test(path)) return false
  return extname(path) === '' || (headers.accept ?? '').includes('text/html')
}

/** Its own page says that there is nothing at an address that it does not know: 404. */
export const sendApp = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (isPage(pathOf(request))) return reply.sendFile('index.html')
  // "Not modified" has no body, which a 404 needs.
  delete request.raw.headers['if-none-match']
  delete request.raw.headers['if-modified-since']
  return reply.code(404).sendFile('index.html')
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '/'
