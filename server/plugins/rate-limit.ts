import { isIPv6 } from 'node:net'
import rateLimitPlugin, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Redis } from 'ioredis'
import { Refusal } from '#server/routing/refusal.ts'

const MINUTE_MS = 60_000

/**
 * Calls in a minute. A depot of 30 phones sits behind one address, and each may read, search as its user types and
 * drain its outbox: 200 calls a minute each is far above what any of them makes. The operations of a batch count one by
 * one, of the user alone: a phone's whole day without signal goes through at once, and a depot's does not add up. Sign-ins
 * are few, and each costs a hash: 30 phones may all sign in twice within the minute.
 */
export const LIMITS = {
  address: 6_000,
  user: 1_200,
  signInAddress: 60,
}

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits
  }
}

/** @param calls how many calls the request counts as */
type Limit = (request: FastifyRequest, calls?: number) => Promise<void>

/** Each throws Refusal `rate_limited` with the seconds to wait. */
export type Limits = {
  byAddress: Limit
  byUser: Limit
  signIn: Limit
}

export type RateLimitOptions = {
  redisUrl: string | undefined
  factor: number
}

export const rateLimit = fp(
  async (app, { redisUrl, factor }: RateLimitOptions) => {
    const redis = redisUrl === undefined ? undefined : await openRedis(app, redisUrl)
    // Without limits at all, whoever can slow Redis down could also guess passwords.
    const createLocal = await counters(app, undefined)
    const createShared = redis && (await counters(app, redis))
    const limit = (name: keyof typeof LIMITS, keyOf: (request: FastifyRequest) => string): Limit => {
      if (factor === 0) return async () => {}
      const options = {
        max: LIMITS[name] * factor,
        timeWindow: MINUTE_MS,
        keyGenerator: (request: FastifyRequest) => `${name}:${keyOf(request)}`,
      }
      const countLocal = createLocal(options)
      const countShared = createShared?.(options)
      const count: typeof countLocal = async (request) => {
        if (countShared === undefined || redis?.status !== 'ready') return await countLocal(request)
        return await countShared(request).catch(() => countLocal(request))
      }
      return async (request, calls = 1) => {
        // Redis takes them in one packet: nothing waits in between.
        const results = await Promise.all(Array.from({ length: calls }, () => count(request)))
        for (const result of results) {
          if (!result.isAllowed && result.isExceeded) {
            throw new Refusal('rate_limited', { retryAfterSeconds: Math.max(1, result.ttlInSeconds) })
          }
        }
      }
    }

    app.decorate('limits', {
      byAddress: limit('address', networkOf),
      byUser: limit('user', (request) => request.requireCaller().userId),
      signIn: limit('signInAddress', networkOf),
    })
  },
  { name: 'rate-limit' },
)

/** Where a request comes from: of IPv4 the address, of IPv6 the /64 that one subscriber has. */
export const networkOf = ({ ip }: FastifyRequest): string => {
  const network = normalizeIP(ip)
  return isIPv6(network) ? `${network}/64` : `${network}/32`
}

/** A scope for each store: the plugin has one for all limits that it makes. */
async function counters(
  app: FastifyInstance,
  redis: Redis | undefined,
): Promise<FastifyInstance['createRateLimit']> {
  let create: FastifyInstance['createRateLimit'] | undefined
  await app.register(async (scope) => {
    await scope.register(rateLimitPlugin, {
      global: false,
      redis,
      nameSpace: 'trolly-limit-',
      cache: 20_000,
      skipOnError: false,
    })
    create = scope.createRateLimit
  })
  if (create === undefined) throw new Error('The rate limits were not set up.')
  return create
}

/** A Redis on the same network answers in a millisecond. Every call waits for it, so it gets no more than this. */
const REDIS_ANSWER_MS = 300
const REDIS_CONNECT_MS = 1_000
const REDIS_RETRY_MS = 1_000

/**
 * While Redis is anything but `ready`, commands fail at once and this instance counts for itself. One that accepts
 * connections and never answers does not become ready; one that stops answering loses its connection.
 */
async function openRedis(app: FastifyInstance, url: string): Promise<Redis> {
  // Loaded only where there is one: it is a twentieth of the start.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: REDIS_CONNECT_MS,
    commandTimeout: REDIS_ANSWER_MS,
    socketTimeout: REDIS_ANSWER_MS,
    retryStrategy: () => REDIS_RETRY_MS,
  })
  let failing = false
  redis.on('error', (error: Error) => {
    if (!failing) {
      app.log.warn({ err: error }, 'Redis does not answer: this instance counts its rate limits alone')
    }
    failing = true
  })
  redis.on('ready', () => {
    if (failing) app.log.info('Redis answers again: rate limits are shared')
    failing = false
  })
  app.addHook('onClose', () => {
    redis.disconnect()
  })
  return redis
}
