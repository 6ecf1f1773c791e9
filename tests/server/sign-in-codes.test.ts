import { eq, inArray } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { signInCodes } from '#contract/sign-in-codes.ts'
import { trollies } from '#contract/trollies.ts'
import { signInCodes as storedCodes } from '#server/db/schema/sign-in-codes.ts'
import { tokens, users } from '#server/db/schema/users.ts'
import { aShared, SIGNED_IN, testAccess } from '#tests/support/access.ts'
import { aToken, aUser, PASSWORD } from '#tests/support/builders.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

const START = new Date('2026-11-25T09:00:00Z')
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'

let now = START
const app = await startTestApp({ now: () => now, config: { trustProxy: 1 } })
const { database, call } = app
beforeEach(() => {
  now = START
})

testAccess(app, await aShared(database), { signInCodes }, () => ({
  'signInCodes.make': { expected: SIGNED_IN },
  'signInCodes.use': {
    expected: { everybody: 'sign_in_code_refused' },
    request: { body: { email: `${uuidv7()}@example.com`, code: '123456' } },
  },
}))

let networks = 0
const elsewhere = () => {
  networks += 1
  return { 'x-forwarded-for': `192.0.2.${networks}` }
}
const make = async (token: string) => (await call(signInCodes.make, { token })).body
const use = (email: string, code: string, headers: Record<string, string> = elsewhere()) =>
  call(signInCodes.use, { body: { email, code }, headers })
const isSignedIn = async (token: string) => (await call(trollies.list, { token })).status === 200
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
const codesOf = async (userId: string) =>
  database
    .select()
    .from(storedCodes)
    .where(
      inArray(
        storedCodes.tokenId,
        database.select({ id: tokens.id }).from(tokens).where(eq(tokens.userId, userId)),
      ),
    )

describe('a code that signs in', () => {
  it('opens a session of its own, as a sign-in does, and leaves the first', async () => {
    const { email, id, token } = await aUser(database)
    const { code, expiresAt } = await make(token)
    expect(code).toMatch(/^\d{6}$/)
    expect(Date.parse(expiresAt) - START.getTime()).toBe(600_000)
    const headers = { ...elsewhere(), 'user-agent': IPHONE }
    const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`
    const reply = await use(email.toUpperCase(), typed, headers)
    const signedIn = (await call(auth.signIn, { body: { email, password: PASSWORD } })).body
    expect(reply.body.user).toEqual(signedIn.user)
    expect(reply.body.token).not.toBe(token)
    expect([await isSignedIn(reply.body.token), await isSignedIn(token)]).toEqual([true, true])
    const sessions = await database.select().from(tokens).where(eq(tokens.userId, id))
    expect(sessions.map(({ userAgent }) => userAgent)).toContain(IPHONE)
  })

  it('makes the device a known one', async () => {
    const { email, token } = await aUser(database)
    const from = elsewhere()
    const { headers } = await use(email, (await make(token)).code, from)
    const [cookie = ''] = String(headers['set-cookie']).split(';')
    expect(cookie).toMatch(/^trolly-device=/)
    const signIn = (password: string, more = {}) =>
      call(auth.signIn, { body: { email, password }, headers: { ...from, ...more } })
    for (let n = 0; n < 5; n += 1) await signIn('wrong')
    expect((await signIn(PASSWORD)).error.code).toBe('locked')
    expect((await signIn(PASSWORD, { cookie })).status).toBe(200)
  })

  it('is stored as a hash alone', async () => {
    const { id, token } = await aUser(database)
    const { code } = await make(token)
    const [row] = await codesOf(id)
    expect(row?.codeHash).toMatch(/^\$argon2id\$/)
    expect(row?.codeHash.endsWith(code)).toBe(false)
  })

  it('works once, also of two who use it at the same time', async () => {
    const { email, id, token } = await aUser(database)
    const { code } = await make(token)
    const replies = await Promise.all([use(email, code), use(email, code)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await use(email, code)).error.code).toBe('sign_in_code_refused')
    expect(await codesOf(id)).toEqual([])
  })

  it('works for ten minutes', async () => {
    const { email, token } = await aUser(database)
    const { code } = await make(token)
    now = new Date(START.getTime() + 600_000)
    expect((await use(email, code)).error.code).toBe('sign_in_code_refused')
    now = new Date(START.getTime() + 599_999)
    expect((await use(email, code)).status).toBe(200)
  })

  it('is replaced by the next one, of another session too', async () => {
    const { email, id, token } = await aUser(database)
    const first = await make(token)
    const second = await make(await aToken(database, id))
    expect(await codesOf(id)).toHaveLength(1)
    if (first.code !== second.code)
      expect((await use(email, first.code)).error.code).toBe('sign_in_code_refused')
    expect((await use(email, second.code)).status).toBe(200)
  })

  it('is of no use to anybody else', async () => {
    const { token } = await aUser(database)
    const other = await aUser(database)
    const { code } = await make(token)
    const { code: theirs } = await make(other.token)
    if (code !== theirs) expect((await use(other.email, code)).error.code).toBe('sign_in_code_refused')
  })

  it.each([
    ['its session', (token: string) => call(auth.signOut, { token })],
    ['the account', (token: string) => call(account.deactivate, { token })],
    ['the person’s data', (token: string) => call(account.remove, { token })],
  ])('ends with %s', async (_, end) => {
    const { email, token } = await aUser(database)
    const { code } = await make(token)
    expect((await end(token)).status).toBe(200)
    expect((await use(email, code)).error.code).toBe('sign_in_code_refused')
  })

  it('of staff opens a session that ends when theirs would have', async () => {
    const { email, id, token } = await aUser(database, { accountType: 'ST' })
    const [before] = await database.select().from(tokens).where(eq(tokens.userId, id))
    await use(email, (await make(token)).code)
    const all = await database.select().from(tokens).where(eq(tokens.userId, id))
    expect(all.map(({ expiresAt }) => expiresAt)).toEqual([before?.expiresAt, before?.expiresAt])
  })

  it('is deleted by the clean-up, a day after it has ended', async () => {
    const { id, token } = await aUser(database)
    await make(token)
    await database
      .update(storedCodes)
      .set({ expiresAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(storedCodes.tokenId, (await codesOf(id))[0]?.tokenId ?? ''))
    await app.app.cleanUp()
    expect(await codesOf(id)).toEqual([])
  })
})

describe('guessing', () => {
  it('locks codes after five wrong ones, also for the right one, and not the sign-in', async () => {
    const { email, token } = await aUser(database)
    const { code } = await make(token)
    const headers = elsewhere()
    for (let n = 0; n < 5; n += 1)
      expect((await use(email, wrong(code), headers)).error.code).toBe('sign_in_code_refused')
    expect((await use(email, code, headers)).error.code).toBe('locked')
    const signIn = await call(auth.signIn, { body: { email, password: PASSWORD }, headers })
    expect(signIn.status).toBe(200)
  })

  it('from several networks is locked after ten, whatever the code', async () => {
    const { email, token } = await aUser(database)
    const { code } = await make(token)
    for (let n = 0; n < 10; n += 1) await use(email, wrong(code))
    expect((await use(email, code)).error.code).toBe('locked')
    const newer = await make(token)
    expect((await use(email, newer.code)).error.code).toBe('locked')
  })

  it('an unknown address, one on stop and one without a code is answered and locked alike', async () => {
    const stopped = await aUser(database, { deactivated: true })
    const { email } = await aUser(database)
    const codesFor = async (address: string) => {
      const headers = elsewhere()
      const codes = []
      for (let n = 0; n < 6; n += 1) codes.push((await use(address, '123456', headers)).error.code)
      return codes
    }
    const expected = [...Array.from({ length: 5 }, () => 'sign_in_code_refused'), 'locked']
    for (const address of [`${uuidv7()}@nowhere.example.com`, stopped.email, email])
      expect(await codesFor(address)).toEqual(expected)
  })

  it('what is no code counts as a wrong one', async () => {
    const { email, token } = await aUser(database)
    await make(token)
    for (const code of ['12345', 'abcdef', '1234567'])
      expect((await use(email, code)).error.code).toBe('sign_in_code_refused')
  })
})

it('limits how often one network may make and use codes, together with sign-ins', async () => {
  const limited = callerOf(
    await buildTestApp(database, { now: () => now, config: { trustProxy: 1, rateLimitFactor: 0.05 } }),
  )
  const { token, email } = await aUser(database)
  const headers = elsewhere()
  const statuses = []
  statuses.push((await limited(signInCodes.make, { token, headers })).status)
  const body = { email, code: '123456' }
  for (let n = 0; n < 3; n += 1) statuses.push((await limited(signInCodes.use, { body, headers })).status)
  expect(statuses).toEqual([200, 422, 422, 429])
})

it('signs nobody in whose account was put on stop after the code was made', async () => {
  const { email, id, token } = await aUser(database)
  const { code } = await make(token)
  await database.update(users).set({ deactivatedAt: now }).where(eq(users.id, id))
  expect((await use(email, code)).error.code).toBe('sign_in_code_refused')
})
