import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import helmet from 'helmet'

const YEAR_SECONDS = 31_536_000

/** What Stripe's script and its frames need: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/** Pages load only from our origin and no other page may frame them. docs/operations.md lists what a proxy must keep. */
const contentSecurityPolicy = ({ scriptHashes, takesCards }: Policy) => ({
  defaultSrc: ["'none'"],
  // The barcode reader is WebAssembly.
  scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...scriptHashes, ...(takesCards ? STRIPE.script : [])],
  ...(takesCards && { frameSrc: STRIPE.frame }),
  // Sheets, responsive layouts and animations write <style> elements. A nonce would need a new page per request, but
  // the service worker keeps one.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'", ...(takesCards ? STRIPE.connect : [])],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  mediaSrc: ["'self'", 'blob:'],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
})

/** Without a request: for bytes that could not be parsed as one. */
export type SecurityHeaders = (request?: FastifyRequest) => Record<string, string>

type Policy = { scriptHashes: string[]; takesCards: boolean }

/** @param indexHtml the built page, whose inline scripts are allowed by hash */
export const securityHeadersOf = (
  indexHtml: string,
  { takesCards }: Pick<Policy, 'takesCards'>,
): SecurityHeaders => {
  const payment = takesCards ? '(self "https://js.stripe.com")' : '(self)'
  const always = {
    ...helmetHeaders({ scriptHashes: inlineScriptHashes(indexHtml), takesCards }),
    // The camera is for scanning barcodes and the microphone for dictating a list, each of which a person starts.
    'permissions-policy': `camera=(self), geolocation=(), microphone=(self), payment=${payment}`,
  }
  // Only over https: never pin a developer's localhost.
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

/** Helmet's headers, computed once for replies outside any hook as well. */
function helmetHeaders(policy: Policy): Record<string, string> {
  const headers: Record<string, string> = {}
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(policy) },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
  })({} as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return headers
}

/** `'sha256-…'` over exactly the bytes between the tags. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
