import { isIPv6 } from 'node:net'
import rateLimitPlugin, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Redis } from 'ioredis'
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { Refusal } from '#server/routing/refusal.ts'

/**
 * Per minute, unless WINDOWS_MS says otherwise. 30 phones of a depot share an address, and 200 calls each far exceeds
 * their need. A batch's operations count one by one for the user alone, so that a day offline goes through and a depot's do
 * not add up. Sign-ins cost a hash: 30 phones may each sign in twice. Mail that people ask for is theirs to read; a request
 * for a new password may name anybody's address.
 */
export const LIMITS = {
  address: 6_000,
  user: 1_200,
  signInAddress: 60,
  mail: 20,
  /** Each sign-in page that is opened asks for a challenge, and again every few minutes. */
  passkeyOptions: 120,
  /** Batches, of which a device makes one in two seconds at most. */
  errorLog: 60,
  forgotPassword: 10,
  /** Requests for an account and postcodes looked up: an office types slower. */
  joining: 30,
  /** In an hour, since each may tell whether an address is known. */
  registration: 10,
}

const WINDOWS_MS: Partial<Record<keyof typeof LIMITS, number>> = { registration: HOUR_MS }

declare module 'fastify' {
  interface FastifyInstance {
    limits: Limits
  }
}

/** @param calls what the request counts as */
type Limit = (request: FastifyRequest, calls?: number) => Promise<void>

/** Each throws Refusal `rate_limited` with the seconds to wait. */
export type Limits = {
  byAddress: Limit
  byUser: Limit
  signIn: Limit
  mail: Limit
  passkeyOptions: Limit
  errorLog: Limit
  forgotPassword: Limit
  joining: Limit
  registration: Limit
}

export type RateLimitOptions = {
  redisUrl: string | undefined
  factor: number
}

export const rateLimit = fp(
  async (app, { redisUrl, factor }: RateLimitOptions) => {
    const redis = redisUrl === undefined ? undefined : await openRedis(app, redisUrl)
    // Without limits, slowing Redis down would allow guessing passwords.
    const createLocal = await counters(app, undefined)
    const createShared = redis && (await counters(app, redis))
    const limit = (name: keyof typeof LIMITS, keyOf: (request: FastifyRequest) => string): Limit => {
      if (factor === 0) return async () => {}
      const options = {
        max: LIMITS[name] * factor,
        timeWindow: WINDOWS_MS[name] ?? MINUTE_MS,
        keyGenerator: (request: FastifyRequest) => `${name}:${keyOf(request)}`,
      }
      const countLocal = createLocal(options)
      const countShared = createShared?.(options)
      const count: typeof countLocal = async (request) => {
        if (countShared === undefined || redis?.status !== 'ready') return await countLocal(request)
        return await countShared(request).catch(() => countLocal(request))
      }
      return async (request, calls = 1) => {
        // Redis gets them in one packet.
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
      passkeyOptions: limit('passkeyOptions', networkOf),
      mail: limit('mail', (request) => request.requireCaller().userId),
      errorLog: limit('errorLog', networkOf),
      forgotPassword: limit('forgotPassword', networkOf),
      joining: limit('joining', networkOf),
      registration: limit('registration', networkOf),
    })
  },
  { name: 'rate-limit' },
)

/** The IPv4 address, or the IPv6 /64 of one subscriber. */
export const networkOf = ({ ip }: FastifyRequest): string => {
  const network = normalizeIP(ip)
  return isIPv6(network) ? `${network}/64` : `${network}/32`
}

const KEYS_KEPT = 20_000

/** By a clock that never jumps: with the plugin's own store, a clock that is put back closes a window for as long. */
export class SteadyStore implements FastifyRateLimitStore {
  readonly #windows = new Map<string, { current: number; endsAt: number }>()

  incr: FastifyRateLimitStore['incr'] = (key, callback, timeWindow = MINUTE_MS) => {
    const now = performance.now()
    const known = this.#windows.get(key)
    const { current, endsAt } =
      known !== undefined && known.endsAt > now ? known : { current: 0, endsAt: now + timeWindow }
    // The least recently used is the first.
    this.#windows.delete(key)
    this.#windows.set(key, { current: current + 1, endsAt })
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= KEYS_KEPT) break
      this.#windows.delete(oldest)
    }
    callback(null, { current: current + 1, ttl: endsAt - now })
  }

  /** Keys name their limit. */
  child = (): this => this
}

/** One scope per store, as the plugin shares a store between its limits. */
async function counters(
  app: FastifyInstance,
  redis: Redis | undefined,
): Promise<FastifyInstance['createRateLimit']> {
  let create: FastifyInstance['createRateLimit'] | undefined
  await app.register(async (scope) => {
    await scope.register(rateLimitPlugin, {
      global: false,
      ...(redis === undefined ? { store: SteadyStore } : { redis, nameSpace: 'trolly-limit-' }),
      skipOnError: false,
    })
    create = scope.createRateLimit
  })
  if (create === undefined) throw new Error('The rate limits were not set up.')
  return create
}

/** A local Redis answers in a millisecond, and every call waits for it. */
const REDIS_ANSWER_MS = 300
const REDIS_CONNECT_MS = 1_000
const REDIS_RETRY_MS = 1_000

/**
 * Unless Redis is `ready`, commands fail at once and this instance counts alone. A Redis that stops answering loses its
 * connection.
 */
async function openRedis(app: FastifyInstance, url: string): Promise<Redis> {
  // Loaded on demand: it is a twentieth of the start.
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
