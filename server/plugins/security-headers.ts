import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import helmet from 'helmet'

const YEAR_SECONDS = 31_536_000

/**
 * What a browser may do with our pages: everything comes from our own origin, and no page of another shows ours.
 * docs/operations.md says what a proxy in front must leave as it is.
 */
const contentSecurityPolicy = (scriptHashes: string[]) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", ...scriptHashes],
  // Sheets that hold the page still, responsive layouts and the animation player write <style> elements at run time.
  // They could carry a nonce only if every page were made anew for each request; the service worker keeps one.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  mediaSrc: ["'self'", 'blob:'],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
})

/** The headers for a reply to this request; without one, for a reply to bytes that could not be read as a request. */
export type SecurityHeaders = (request?: FastifyRequest) => Record<string, string>

/** @param indexHtml the built index.html, whose inline scripts (such as the one for the colour scheme) are allowed by hash */
export const securityHeadersOf = (indexHtml: string): SecurityHeaders => {
  const always = {
    ...helmetHeaders(inlineScriptHashes(indexHtml)),
    'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(self)',
  }
  // Only for a browser that came by https: a developer's localhost must never be pinned to it.
  const pinned = { ...always, 'strict-transport-security': `max-age=${YEAR_SECONDS}` }
  return (request) => (request?.protocol === 'https' ? pinned : always)
}

export const securityHeaders = fp(
  async (app, { headersFor }: { headersFor: SecurityHeaders }) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(headersFor(request))
    })
  },
  { name: 'security-headers' },
)

/** Helmet's headers, computed once: replies that Fastify and Node make outside any hook need them as well. */
function helmetHeaders(scriptHashes: string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(scriptHashes) },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
  })({} as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return headers
}

/** The CSP source of each inline script: `'sha256-…'` over exactly the bytes between the tags. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
