import { createHash } from 'node:crypto'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { ApiHeaders } from '#contract/endpoint.ts'
import { isBuildId } from '#domain/builds.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { type Origin, originOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: onRequestAsyncHookHandler
  }
  interface FastifyRequest {
    caller: Caller | null
    requireCaller: () => Caller
  }
}

export type AuthOptions = {
  /** Undefined where the token is unknown, revoked or expired, or its user deactivated. */
  findCaller: (tokenHash: Buffer, origin: Origin, build: string | null) => Promise<Caller | undefined>
}

/** 32 random bytes in base64url. Anything else is not looked up. */
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i

export const auth = fp(
  async (app, { findCaller }: AuthOptions) => {
    app.decorateRequest('caller', null)
    app.decorateRequest('requireCaller', function (this: FastifyRequest) {
      if (this.caller === null) throw new Error('The route has not asked who calls.')
      return this.caller
    })
    app.decorate('authenticate', async (request) => {
      const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? []
      const caller =
        token === undefined
          ? undefined
          : await findCaller(hashOfToken(token), originOf(request), buildOf(request))
      if (caller === undefined) throw new Refusal('unauthenticated')
      request.caller = caller
      await app.limits.byUser(request)
    })
  },
  { name: 'auth', dependencies: ['rate-limit'] },
)

const buildOf = ({ headers }: FastifyRequest): string | null => {
  const build = headers[ApiHeaders.build]
  return typeof build === 'string' && isBuildId(build) ? build : null
}

/** A fast hash suffices for random tokens. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
