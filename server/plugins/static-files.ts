import { extname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

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

/** Missing files in these folders are never the app. */
const NEVER_THE_APP = /^\/(api|assets|builds)(\/|$)/

/**
 * Whether an unmatched request opens one of the client's own addresses. Missing scripts, images and API paths must be
 * 404, or a browser would run a page as a script.
 */
export const isAppNavigation = ({ method, url, headers }: FastifyRequest): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = url.split('?', 1)[0] ?? '/'
  if (NEVER_THE_APP.test(path)) return false
  return extname(path) === '' || (headers.accept ?? '').includes('text/html')
}

export const sendApp = (reply: FastifyReply): FastifyReply => reply.sendFile('index.html')
