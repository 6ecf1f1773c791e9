import { extname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Kept, but asked for again each time: the reply is 304 while nothing changed. */
const REVALIDATE = 'no-cache'

export type StaticFilesOptions = {
  /** The client's build: index.html, sw.js, assets/ with hashed names, and the `.br` and `.gz` beside them. */
  clientFolder: string
}

/**
 * Serves the built client. Files that the build compressed ahead of time go out as they are; names that carry a hash
 * never change, all others are revalidated. What is not found goes to the app's not-found handler, which asks
 * `isAppNavigation` whether the app itself (index.html) is the answer.
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

/** Folders in which a missing file is missing, and never the app. */
const NEVER_THE_APP = /^\/(api|assets|builds)(\/|$)/

/**
 * Whether a request that matched nothing is a person opening one of the app's own addresses, which only the client
 * knows. A missing script, image or API path is not: it must be seen to be missing (404), or a browser would try to run
 * a page as a script.
 */
export const isAppNavigation = ({ method, url, headers }: FastifyRequest): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = url.split('?', 1)[0] ?? '/'
  if (NEVER_THE_APP.test(path)) return false
  return extname(path) === '' || (headers.accept ?? '').includes('text/html')
}

export const sendApp = (reply: FastifyReply): FastifyReply => reply.sendFile('index.html')
