import { createServer } from 'node:net'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { config } from '#contract/config.ts'
import { operations } from '#contract/operations.ts'
import { trollies } from '#contract/trollies.ts'
import { LIMITS, SteadyStore } from '#server/plugins/rate-limit.ts'
import { aUser, PASSWORD } from '#tests/support/builders.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

const { database } = await startTestApp()

/**
 * A separate app, which has counted nothing yet. Its callers come from addresses named by a proxy. A tenth of the limits is
 * reached with a tenth of the calls.
 */
const limited = async (factor = 1) => {
  const app = await buildTestApp(database, { config: { rateLimitFactor: factor, trustProxy: 1 } })
  return callerOf(app)
}
const from = (address: string) => ({ 'x-forwarded-for': address })

const statusesOf = async (
  times: number,
  once: (n: number) => Promise<{ status: number }>,
): Promise<number[]> => {
  const statuses: number[] = []
  // Ten at once: more than a thousand would wait for a connection longer than the limit of a call.
  for (let from = 0; from < times; from += 10) {
    const some = Array.from({ length: Math.min(10, times - from) }, (_, n) => once(from + n))
    for (const { status } of await Promise.all(some)) statuses.push(status)
  }
  return statuses
}

const count = (statuses: number[], status: number): number => statuses.filter((one) => one === status).length

it('allows 6,000 calls a minute per address and 1,200 per user, 60 sign-ins, 120 challenges for passkeys, 20 mail requests, 10 forgotten passwords, 30 requests to join, and 10 accounts an hour', () => {
  const limits = {
    address: 6_000,
    user: 1_200,
    signInAddress: 60,
    mail: 20,
    passkeyOptions: 120,
    errorLog: 60,
    forgotPassword: 10,
    joining: 30,
    registration: 10,
  }
  expect(LIMITS).toEqual(limits)
})

it('a window lasts a minute, whatever happens to the clock', () => {
  let steady = 1_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => steady)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') })
  try {
    const store = new SteadyStore()
    const count = (): { current: number; ttl: number } | undefined => {
      let counted: { current: number; ttl: number } | undefined
      store.incr('x', (_error, result) => (counted = result), 60_000, 1)
      return counted
    }
    expect(count()).toEqual({ current: 1, ttl: 60_000 })
    vi.setSystemTime(new Date('2026-11-25T13:00:00Z'))
    steady += 10_000
    expect(count()).toEqual({ current: 2, ttl: 50_000 })
    vi.setSystemTime(new Date('2026-11-25T11:00:00Z'))
    steady += 50_000
    expect(count()).toEqual({ current: 1, ttl: 60_000 })
  } finally {
    vi.useRealTimers()
    clock.mockRestore()
  }
})

describe('too many calls', () => {
  it('from one user get 429 with the time to wait, and other users are served', async () => {
    const call = await limited(0.1)
    const [one, other] = [await aUser(database), await aUser(database)]
    const statuses = await statusesOf(130, () => call(trollies.list, { token: one.token }))
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([120, 10])
    const { error, headers } = await call(trollies.list, { token: one.token })
    expect(error.code).toBe('rate_limited')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await call(trollies.list, { token: other.token })).status).toBe(200)
  })

  it('count each operation of a batch: a day of offline work passes and a flood does not', async () => {
    const call = await limited(0.25)
    const { token } = await aUser(database)
    const id = uuidv7()
    const batch = () =>
      call(operations.run, {
        token,
        body: {
          operations: Array.from({ length: 100 }, (_, n) => ({
            method: 'POST' as const,
            path: `/api/basket/new/${id}/item`,
            headers: { 'idempotency-key': uuidv7() },
            body: JSON.stringify({ product_no: `P${n}`, quantity: 1, seenPricePence: null }),
          })),
        },
      })
    const replies = []
    for (let n = 0; n < 4; n += 1) replies.push((await batch()).status)
    expect(replies).toEqual([...Array(3).fill(200), 429])
    expect((await call(trollies.list, { token })).status).toBe(429)
  })

  it('from one address get 429 whatever token they carry, and other addresses are served', async () => {
    const call = await limited(0.1)
    const statuses = await statusesOf(605, (n) =>
      call(trollies.list, { headers: from('203.0.113.7'), token: `no-token-${n}` }),
    )
    expect(count(statuses, 429)).toBe(5)
    expect((await call(config.get, { headers: from('203.0.113.8') })).status).toBe(200)
  })

  it('are not reached by a depot of 30 phones that all sign in and work', async () => {
    const call = await limited()
    const users = await Promise.all(Array.from({ length: 30 }, () => aUser(database)))
    const signIns = await Promise.all(
      users.map(({ email }) =>
        call(auth.signIn, { headers: from('203.0.113.9'), body: { email, password: PASSWORD } }),
      ),
    )
    expect(
      count(
        signIns.map(({ status }) => status),
        200,
      ),
    ).toBe(30)
    const statuses = await statusesOf(30 * 20, (n) =>
      call(trollies.list, { token: users[n % 30]?.token ?? '', headers: from('203.0.113.9') }),
    )
    expect(count(statuses, 200)).toBe(30 * 20)
  })

  it('are not limited if the factor is 0', async () => {
    const call = await limited(0)
    const statuses = await statusesOf(70, (n) =>
      call(auth.signIn, { body: { email: `nobody-${n}@example.com`, password: 'x' } }),
    )
    expect(count(statuses, 401)).toBe(70)
  })
})

it('are counted per instance while the shared Redis is down', async () => {
  const app = await buildTestApp(database, {
    config: { rateLimitFactor: 1, redisUrl: `redis://127.0.0.1:${await aClosedPort()}` },
  })
  const statuses = await statusesOf(62, () =>
    callerOf(app)(auth.signIn, { body: { email: 'a@example.com', password: 'x' } }),
  )
  expect(count(statuses, 429)).toBe(2)
})

describe('too many sign-ins', () => {
  it('from one address get 429, whichever accounts they try', async () => {
    const call = await limited()
    const statuses = await statusesOf(64, (n) =>
      call(auth.signIn, {
        headers: from('203.0.113.10'),
        body: { email: `nobody-${n}@example.com`, password: 'x' },
      }),
    )
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([60, 4])
  })
})

/** A port that was free a moment ago, so nobody listens on it. */
const aClosedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
