import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'

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

export type SecurityHeadersOptions = {
  /** The built index.html, whose inline scripts (such as the one that sets the colour scheme) are allowed by hash. */
  indexHtml?: string
}

export const securityHeaders = fp(
  async (app, { indexHtml = '' }: SecurityHeadersOptions) => {
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: contentSecurityPolicy(inlineScriptHashes(indexHtml)),
      },
      frameguard: { action: 'deny' },
      referrerPolicy: { policy: 'same-origin' },
      // Set below, and only where the browser came by https: a developer's localhost must never be pinned to it.
      strictTransportSecurity: false,
    })
    app.addHook('onRequest', async (request, reply) => {
      reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=(self)')
      if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`)
    })
  },
  { name: 'security-headers' },
)

/** The CSP source of each inline script: `'sha256-…'` over exactly the bytes between the tags. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
