import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { SIGN_IN_FAILURES_MAX } from '#domain/user.ts'
import { type Connection, withConnection } from '#server/db/transaction.ts'
import { countFailure, findSignInState } from '#server/features/auth/locks.repository.ts'
import { aUser, PASSWORD } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/** Addresses as named by a proxy. */
const { database, call } = await startTestApp({ config: { trustProxy: 1 } })

type From = { address: string; cookie?: string; https?: boolean }

const signIn = async (email: string, password: string, { address, cookie, https }: From) =>
  await call(auth.signIn, {
    body: { email, password },
    headers: {
      'x-forwarded-for': address,
      ...(cookie !== undefined && { cookie }),
      ...(https && { 'x-forwarded-proto': 'https' }),
    },
  })

const fail = async (times: number, email: string, from: From): Promise<number[]> => {
  const statuses = []
  for (let n = 0; n < times; n += 1) statuses.push((await signIn(email, 'wrong', from)).status)
  return statuses
}

const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['set-cookie']).split(';', 1)[0] ?? ''

const HOME = { address: '203.0.113.7' }
const ELSEWHERE = { address: '198.51.100.20' }

describe('a lock', () => {
  it('applies to one network: failures elsewhere lock nobody out', async () => {
    const { email } = await aUser(database)
    await fail(SIGN_IN_FAILURES_MAX, email, ELSEWHERE)
    expect((await signIn(email, PASSWORD, ELSEWHERE)).error.code).toBe('locked')
    expect((await signIn(email, PASSWORD, HOME)).status).toBe(200)
    // A sign-in at home does not lift the lock elsewhere.
    expect((await signIn(email, PASSWORD, ELSEWHERE)).status).toBe(423)
  })

  it('is over if the clock has been put back since', async () => {
    const { email } = await aUser(database)
    await fail(SIGN_IN_FAILURES_MAX, email, HOME)
    expect((await signIn(email, PASSWORD, HOME)).status).toBe(423)
    await database.$client.query(
      "UPDATE sign_in_failures SET locked_until = locked_until + interval '3 hours', forget_at = forget_at + interval '25 hours'",
    )
    expect((await signIn(email, PASSWORD, HOME)).status).toBe(200)
  })

  it('treats an IPv6 /64 as one network, and each IPv4 address as its own', async () => {
    const { email } = await aUser(database)
    for (let n = 1; n <= SIGN_IN_FAILURES_MAX; n += 1) {
      await fail(1, email, { address: `2001:db8:0:1::${n}` })
    }
    expect((await signIn(email, PASSWORD, { address: '2001:db8:0:1:ffff::9' })).status).toBe(423)
    expect((await signIn(email, PASSWORD, { address: '2001:db8:0:2::1' })).status).toBe(200)
    const other = await aUser(database)
    await fail(SIGN_IN_FAILURES_MAX, other.email, { address: '203.0.113.50' })
    expect((await signIn(other.email, PASSWORD, { address: '203.0.113.51' })).status).toBe(200)
  })

  it('spares a device that signed in before from the same network, and counts its failures separately', async () => {
    const { email } = await aUser(database)
    const phone = { ...HOME, cookie: cookieOf(await signIn(email, PASSWORD, HOME)) }
    await fail(SIGN_IN_FAILURES_MAX, email, HOME)
    expect((await signIn(email, PASSWORD, HOME)).status).toBe(423)
    expect((await signIn(email, PASSWORD, phone)).status).toBe(200)

    const statuses = await fail(SIGN_IN_FAILURES_MAX + 1, email, phone)
    expect(statuses).toEqual([...Array(SIGN_IN_FAILURES_MAX).fill(401), 423])
    expect((await signIn(email, PASSWORD, { ...ELSEWHERE, cookie: phone.cookie })).status).toBe(423)
    // Another device in a network without failures.
    expect((await signIn(email, PASSWORD, { address: '203.0.113.99' })).status).toBe(200)
  })

  it('cannot be avoided with the cookie of another account’s device or a made-up one', async () => {
    const [one, other] = [await aUser(database), await aUser(database)]
    const theirs = cookieOf(await signIn(other.email, PASSWORD, ELSEWHERE))
    for (const cookie of [theirs, `trolly-device=${'x'.repeat(43)}`]) {
      await fail(SIGN_IN_FAILURES_MAX, one.email, { ...ELSEWHERE, cookie })
      expect((await signIn(one.email, PASSWORD, { ...ELSEWHERE, cookie })).status).toBe(423)
    }
  })

  it('applies to all but known devices after guesses from many networks', async () => {
    const { email } = await aUser(database)
    const known = cookieOf(await signIn(email, PASSWORD, HOME))
    const statuses: number[] = []
    for (let network = 0; network < 26; network += 1) {
      statuses.push(...(await fail(2, email, { address: `198.51.100.${100 + network}` })))
    }
    expect(statuses).toEqual([...Array(50).fill(401), 423, 423])
    const locked = await signIn(email, PASSWORD, { address: '203.0.113.200' })
    expect(locked.status).toBe(423)
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(3_500)
    expect((await signIn(email, PASSWORD, { ...HOME, cookie: known })).status).toBe(200)
  }, 30_000)

  it('lets no more guesses through when they come from many networks at once', async () => {
    const email = `${uuidv7()}@nowhere.example.com`
    const tries = await Promise.all(
      Array.from({ length: 60 }, (_, n) => signIn(email, 'wrong', { address: `192.0.2.${n}` })),
    )
    const statuses = tries.map(({ status }) => status)
    expect([401, 423].map((status) => statuses.filter((one) => one === status).length)).toEqual([50, 10])
  }, 30_000)
})

/** Under load a statement may wait for its connection or for a row, while `now()` remains its beginning. */
describe('a statement that began before the last failure', () => {
  const aGuess = () => ({
    accountHash: randomBytes(32),
    source: randomBytes(32),
    allowed: 2,
    rememberedSeconds: 24 * 3_600,
    slides: false,
    lockSeconds: 3_600,
  })

  it('sees the lock', async () => {
    const guess = aGuess()
    const { failuresOf } = await afterItBegan(
      async () => {
        await countFailure(database, guess)
        await countFailure(database, guess)
      },
      (connection) =>
        findSignInState(connection, {
          accountHash: guess.accountHash,
          deviceHash: randomBytes(32),
          sources: [guess.source],
        }),
    )
    expect(failuresOf(guess.source).failures).toBe(2)
    expect(failuresOf(guess.source).lockedForSeconds).toBeGreaterThanOrEqual(3_600)
  })

  it('counts on from it, and locks', async () => {
    const guess = aGuess()
    const hasLocked = await afterItBegan(
      () => countFailure(database, guess),
      (connection) => countFailure(connection, guess),
    )
    expect(hasLocked).toBe(true)
  })

  /** A transaction's statements share its `now()`, but each sees what was committed before it. */
  const afterItBegan = <T>(
    change: () => Promise<unknown>,
    statement: (connection: Connection) => Promise<T>,
  ) =>
    withConnection(database, async (connection) => {
      await connection.$client.query('BEGIN')
      await change()
      const result = await statement(connection)
      await connection.$client.query('COMMIT')
      return result
    })
})

describe('the device cookie', () => {
  it('is sent only to sign-in calls, and is secure if set over https', async () => {
    const { email } = await aUser(database)
    const plain = String((await signIn(email, PASSWORD, HOME)).headers['set-cookie'])
    expect(plain).toMatch(
      /^trolly-device=[\w-]{43}; Path=\/api\/auth; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
    const safe = await signIn(email, PASSWORD, { ...HOME, https: true })
    expect(String(safe.headers['set-cookie'])).toMatch(/; Secure$/)
  })

  it('is shared by everyone using the device, and not set by a failed sign-in', async () => {
    const [one, other] = [await aUser(database), await aUser(database)]
    const cookie = cookieOf(await signIn(one.email, PASSWORD, HOME))
    expect(cookieOf(await signIn(other.email, PASSWORD, { ...HOME, cookie }))).toBe(cookie)
    expect((await signIn(other.email, 'wrong', HOME)).headers['set-cookie']).toBeUndefined()
  })
})
