import { eq } from 'drizzle-orm'
import { Secret, TOTP, URI } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { passkeys } from '#contract/passkeys.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { trollies } from '#contract/trollies.ts'
import type { AccountType } from '#domain/user.ts'
import { SIGN_IN_FAILURES_MAX } from '#domain/user.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { halfSignIns, recoveryCodes, secondFactors } from '#server/db/schema/sign-in-proofs.ts'
import { users } from '#server/db/schema/users.ts'
import { aShared, SIGNED_IN, testAccess } from '#tests/support/access.ts'
import { anAuthenticator } from '#tests/support/authenticator.ts'
import { aUser, PASSWORD } from '#tests/support/builders.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30_000

// On the boundary of a step, so that steps are counted from it.
let clock = new Date('2026-12-02T10:00:00Z')
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}
const now = () => clock
const app = await startTestApp({ now })
const { database, call } = app
const strictFor = async (secondFactorFor: 'administrators' | 'staff') =>
  callerOf(await buildTestApp(database, { now, config: { secondFactorFor } }))

const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.getTime() + stepsAhead * STEP_MS,
  })
const wrongFor = (secret: string): string => {
  const right = [-1, 0, 1].map((ahead) => codeOf(secret, ahead))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}
const signIn = (email: string, password = PASSWORD, headers = {}) =>
  call(auth.signIn, { body: { email, password }, headers })
const halfSignIn = async (email: string): Promise<string> => {
  const { error } = await signIn(email)
  expect(error.code).toBe('second_factor_required')
  return String(error.token)
}
const finish = (token: string, code: string) => call(secondFactor.signIn, { body: { token, code } })
const signInWith = async (email: string, code: string) => {
  const reply = await finish(await halfSignIn(email), code)
  return reply.status === 200 ? 'ok' : reply.error.code
}
const isSignedIn = async (token: string) => (await call(trollies.list, { token })).status === 200
const statusOf = async (token: string) => (await call(secondFactor.get, { token })).body
const mailsTo = async (userId: string) =>
  (await database.select().from(mailQueue).where(eq(mailQueue.userId, userId))).map(({ kind }) => kind)

/** A user whose second factor is on. Its first code is used, so the clock goes on to the next. */
const aGuarded = async (parts: Parameters<typeof aUser>[1] = {}) => {
  const user = await aUser(database, parts)
  const { token } = user
  const { secret } = (await call(secondFactor.begin, { token, body: {} })).body
  const { body } = await call(secondFactor.confirm, { token, body: { code: codeOf(secret) } })
  pass(STEP_MS)
  return { ...user, secret, codes: body.recovery_codes }
}

testAccess(app, await aShared(database), { secondFactor }, () => ({
  'secondFactor.get': { expected: SIGNED_IN },
  'secondFactor.begin': { expected: SIGNED_IN, request: { body: {} } },
  'secondFactor.confirm': {
    expected: { ...SIGNED_IN, everybody: 'second_factor_expired' },
    request: { body: { code: '123456' } },
  },
  'secondFactor.renewRecoveryCodes': {
    expected: { ...SIGNED_IN, everybody: 'wrong_code' },
    request: { body: { code: '123456' } },
  },
  'secondFactor.remove': {
    expected: { ...SIGNED_IN, everybody: 'wrong_code' },
    request: { body: { code: '123456' } },
  },
  'secondFactor.signIn': {
    expected: { everybody: 'second_factor_expired' },
    request: { body: { token: 'x', code: '123456' } },
  },
  'secondFactor.beginAtSignIn': {
    expected: { everybody: 'second_factor_expired' },
    request: { body: { token: 'x' } },
  },
  'secondFactor.confirmAtSignIn': {
    expected: { everybody: 'second_factor_expired' },
    request: { body: { token: 'x', code: '123456' } },
  },
}))

describe('turning it on', () => {
  it('takes a code of the new secret, tells ten recovery codes once, and writes a mail', async () => {
    const { token, email, id } = await aUser(database)
    const { body } = await call(secondFactor.begin, { token, body: {} })
    expect(URI.parse(body.uri)).toMatchObject({ issuer: 'Trolly', label: email, digits: 6, period: 30 })
    expect(body.uri).toContain(`secret=${body.secret}`)
    // Until it is confirmed, it guards nothing.
    expect((await signIn(email)).status).toBe(200)
    const wrong = { token, body: { code: wrongFor(body.secret) } }
    expect((await call(secondFactor.confirm, wrong)).error.code).toBe('wrong_code')
    const confirmed = await call(secondFactor.confirm, { token, body: { code: codeOf(body.secret) } })
    expect(new Set(confirmed.body.recovery_codes).size).toBe(10)
    expect(await statusOf(token)).toEqual({
      since: clock.toISOString(),
      recovery_codes_left: 10,
      required: false,
    })
    expect(await mailsTo(id)).toEqual(['second_factor_on'])
    const stored = await database.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))
    expect(JSON.stringify(stored)).not.toContain(confirmed.body.recovery_codes[0])
  })

  it('takes a secret that is an hour old at most, and the last one alone', async () => {
    const { token } = await aUser(database)
    const begin = async () => (await call(secondFactor.begin, { token, body: {} })).body.secret
    const confirm = (secret: string) => call(secondFactor.confirm, { token, body: { code: codeOf(secret) } })
    const old = await begin()
    pass(60 * MINUTE_MS + 1)
    expect((await confirm(old)).error.code).toBe('second_factor_expired')
    const [first, last] = [await begin(), await begin()]
    expect((await confirm(first)).error.code).toBe('wrong_code')
    expect((await confirm(last)).status).toBe(200)
    expect((await confirm(last)).error.code).toBe('second_factor_expired')
  })

  it('moves to another phone with a code of the present one, and not without', async () => {
    const { token, email, secret, codes } = await aGuarded()
    expect((await call(secondFactor.begin, { token, body: {} })).error.code).toBe('wrong_code')
    const wrong = await call(secondFactor.begin, { token, body: { code: wrongFor(secret) } })
    expect(wrong.error.code).toBe('wrong_code')
    const { body } = await call(secondFactor.begin, { token, body: { code: codeOf(secret) } })
    // The old one counts until the new one is confirmed.
    expect(await signInWith(email, codeOf(secret, 1))).toBe('ok')
    await call(secondFactor.confirm, { token, body: { code: codeOf(body.secret) } })
    pass(2 * STEP_MS)
    expect(await signInWith(email, codeOf(secret))).toBe('wrong_code')
    expect(await signInWith(email, codes[0] ?? '')).toBe('wrong_code')
    expect(await signInWith(email, codeOf(body.secret))).toBe('ok')
  })
})

describe('signing in', () => {
  it('opens no session before the code, and answers as a sign-in does after it', async () => {
    const { email, secret, token: before } = await aGuarded()
    const { error, headers } = await signIn(email)
    expect(error).toMatchObject({ code: 'second_factor_required', token: expect.any(String) })
    expect(headers['set-cookie']).toBeUndefined()
    const token = String(error.token)
    expect(await isSignedIn(token)).toBe(false)
    const { data: sessions } = (await call(account.sessions, { token: before })).body
    expect(sessions).toHaveLength(1)
    const done = await finish(token, ` ${codeOf(secret).replace(/^.../, '$& ')} `)
    expect(done.body.user).toMatchObject({ email })
    expect(String(done.headers['set-cookie'])).toMatch(/^trolly-device=/)
    expect(await isSignedIn(done.body.token)).toBe(true)
  })

  it('refuses a wrong password before it speaks of codes', async () => {
    const { email } = await aGuarded()
    expect((await signIn(email, 'wrong')).error.code).toBe('wrong_credentials')
  })

  it('takes the code before and the code after, and no others', async () => {
    const { email, secret } = await aGuarded()
    pass(5 * STEP_MS)
    expect(await signInWith(email, codeOf(secret, -2))).toBe('wrong_code')
    expect(await signInWith(email, codeOf(secret, 2))).toBe('wrong_code')
    expect(await signInWith(email, codeOf(secret, -1))).toBe('ok')
    expect(await signInWith(email, codeOf(secret, 1))).toBe('ok')
  })

  it('takes no code twice, nor an earlier one after it', async () => {
    const { email, secret } = await aGuarded()
    pass(5 * STEP_MS)
    expect(await signInWith(email, codeOf(secret))).toBe('ok')
    expect(await signInWith(email, codeOf(secret))).toBe('wrong_code')
    expect(await signInWith(email, codeOf(secret, -1))).toBe('wrong_code')
    const tokens = [await halfSignIn(email), await halfSignIn(email)]
    const replies = await Promise.all(tokens.map((token) => finish(token, codeOf(secret, 1))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('does not take the code that turned it on', async () => {
    const { email, secret } = await aGuarded()
    expect(await signInWith(email, codeOf(secret, -1))).toBe('wrong_code')
  })

  it('takes each recovery code once, however it is typed', async () => {
    const { email, codes, token } = await aGuarded()
    const [first = '', second = ''] = codes
    expect(await signInWith(email, first.toUpperCase().replaceAll('-', ' '))).toBe('ok')
    expect(await signInWith(email, first)).toBe('wrong_code')
    expect((await statusOf(token)).recovery_codes_left).toBe(9)
    const tokens = [await halfSignIn(email), await halfSignIn(email)]
    const replies = await Promise.all(tokens.map((half) => finish(half, second)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('takes nobody else’s code', async () => {
    const [own, other] = [await aGuarded(), await aGuarded()]
    expect(await signInWith(own.email, codeOf(other.secret, 1))).toBe('wrong_code')
    expect(await signInWith(own.email, other.codes[0] ?? '')).toBe('wrong_code')
    expect(await signInWith(other.email, other.codes[0] ?? '')).toBe('ok')
  })

  it('ends its half after ten minutes, with its use, a new password and a stop', async () => {
    const { email, secret, token, id } = await aGuarded()
    const expectExpired = async (half: string) =>
      expect((await finish(half, codeOf(secret))).error.code).toBe('second_factor_expired')
    const late = await halfSignIn(email)
    pass(10 * MINUTE_MS + 1)
    await expectExpired(late)
    const used = await halfSignIn(email)
    expect((await finish(used, codeOf(secret))).status).toBe(200)
    await expectExpired(used)
    const changed = await halfSignIn(email)
    const password = 'seven mops in a lorry'
    await call(account.updatePassword, { token, body: { password, password_confirmation: password } })
    await expectExpired(changed)
    const stopped = String((await signIn(email, password)).error.token)
    await database.update(users).set({ deactivatedAt: clock }).where(eq(users.id, id))
    await expectExpired(stopped)
  })

  it('locks codes after five wrong ones, and the password with them never', async () => {
    const { email, secret } = await aGuarded()
    const half = await halfSignIn(email)
    for (let n = 0; n < SIGN_IN_FAILURES_MAX; n += 1)
      expect((await finish(half, wrongFor(secret))).error.code).toBe('wrong_code')
    expect((await finish(half, codeOf(secret))).error.code).toBe('locked')
    // The right password still answers, and its new half is locked as well.
    expect(await signInWith(email, codeOf(secret))).toBe('locked')
  })

  it('keeps counting when the password is changed: whoever reads the mail could guess without end', async () => {
    const { email, secret, token } = await aGuarded()
    const half = await halfSignIn(email)
    for (let n = 0; n < SIGN_IN_FAILURES_MAX; n += 1) await finish(half, wrongFor(secret))
    const password = 'seven mops in a lorry'
    await call(account.updatePassword, { token, body: { password, password_confirmation: password } })
    const again = String((await signIn(email, password)).error.token)
    expect((await finish(again, codeOf(secret))).error.code).toBe('locked')
  })

  it('asks for no code after a passkey, which is two factors', async () => {
    const { token } = await aGuarded()
    const device = anAuthenticator({ origin: 'http://localhost' })
    const { body: made } = await call(passkeys.addOptions, { token })
    await call(passkeys.add, { token, body: device.make(made) })
    const { body } = await call(passkeys.signInOptions)
    expect((await call(passkeys.signIn, { body: device.sign(body) })).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('are renewed with a code, and the earlier ones work no more', async () => {
    const { token, email, secret, codes } = await aGuarded()
    const renew = (code: string) => call(secondFactor.renewRecoveryCodes, { token, body: { code } })
    expect((await renew(wrongFor(secret))).error.code).toBe('wrong_code')
    const { recovery_codes: renewed } = (await renew(codeOf(secret))).body
    expect(renewed).toHaveLength(10)
    expect(await signInWith(email, codes[0] ?? '')).toBe('wrong_code')
    expect(await signInWith(email, renewed[0] ?? '')).toBe('ok')
  })
})

describe('turning it off', () => {
  it('takes a code, or a recovery code, and tells by mail', async () => {
    const { token, email, id, secret, codes } = await aGuarded()
    const remove = (code: string) => call(secondFactor.remove, { token, body: { code } })
    expect((await remove(wrongFor(secret))).error.code).toBe('wrong_code')
    expect((await remove(codes[3] ?? '')).status).toBe(200)
    expect(await statusOf(token)).toEqual({ since: null, recovery_codes_left: 0, required: false })
    expect((await signIn(email)).status).toBe(200)
    expect(await mailsTo(id)).toEqual(['second_factor_on', 'second_factor_off'])
  })

  it('is part of erasing an account; the personal data tell since when it is on', async () => {
    const { token, id, secret } = await aGuarded()
    const told = await call(account.personalData, { token })
    expect(told.body.second_factor_since).toBe((await statusOf(token)).since)
    expect(told.text).not.toContain(secret)
    await call(account.remove, { token })
    for (const table of [secondFactors, recoveryCodes, halfSignIns])
      expect(await database.select().from(table).where(eq(table.userId, id))).toEqual([])
  })
})

describe('where the company requires it', () => {
  it.each<[AccountType, 'administrators' | 'staff', boolean]>([
    ['AD', 'administrators', true],
    ['ST', 'administrators', false],
    ['NW', 'staff', true],
    ['ST', 'staff', true],
    ['AD', 'staff', true],
    ['C2', 'staff', false],
  ])('%s, required of %s: %s', async (accountType, who, isRequired) => {
    const strict = await strictFor(who)
    const { email, token } = await aUser(database, { accountType })
    const reply = await strict(auth.signIn, { body: { email, password: PASSWORD } })
    expect(reply.status === 200 ? 'ok' : reply.error.code).toBe(
      isRequired ? 'second_factor_setup_required' : 'ok',
    )
    expect((await strict(secondFactor.get, { token })).body.required).toBe(isRequired)
  })

  it('is set up in place before there is a session', async () => {
    const strict = await strictFor('staff')
    const { email } = await aUser(database, { accountType: 'ST' })
    const half = async () =>
      String((await strict(auth.signIn, { body: { email, password: PASSWORD } })).error.token)
    const token = await half()
    const { secret } = (await strict(secondFactor.beginAtSignIn, { body: { token } })).body
    const confirm = (code: string) => strict(secondFactor.confirmAtSignIn, { body: { token, code } })
    expect((await confirm(wrongFor(secret))).error.code).toBe('wrong_code')
    const { body } = await confirm(codeOf(secret))
    expect(body.recovery_codes).toHaveLength(10)
    expect(await isSignedIn(body.token)).toBe(true)
    expect((await confirm(codeOf(secret, 1))).error.code).toBe('second_factor_expired')
    // From now on the password is followed by the code, and sets nothing up.
    const next = await half()
    const again = await strict(secondFactor.beginAtSignIn, { body: { token: next } })
    expect(again.error.code).toBe('second_factor_expired')
    pass(STEP_MS)
    const signedIn = await strict(secondFactor.signIn, { body: { token: next, code: codeOf(secret) } })
    expect(signedIn.status).toBe(200)
  })

  it('keeps a second factor that two sign-ins set up at once to the first of them', async () => {
    const strict = await strictFor('staff')
    const { email } = await aUser(database, { accountType: 'ST' })
    const half = async () =>
      String((await strict(auth.signIn, { body: { email, password: PASSWORD } })).error.token)
    const [first, second] = [await half(), await half()]
    const { secret } = (await strict(secondFactor.beginAtSignIn, { body: { token: first } })).body
    const confirm = (token: string) =>
      strict(secondFactor.confirmAtSignIn, { body: { token, code: codeOf(secret) } })
    expect((await confirm(first)).status).toBe(200)
    expect((await confirm(second)).error.code).toBe('second_factor_expired')
  })

  it('cannot be turned off', async () => {
    const { token, secret } = await aGuarded({ accountType: 'ST' })
    const strict = await strictFor('staff')
    const removed = await strict(secondFactor.remove, { token, body: { code: codeOf(secret) } })
    expect(removed.error.code).toBe('second_factor_obligatory')
  })
})

it('the clean-up deletes halves that were left, and secrets that nobody confirmed', async () => {
  const [waiting, guarded] = [await aUser(database), await aGuarded()]
  await call(secondFactor.begin, { token: waiting.token, body: {} })
  await call(secondFactor.begin, { token: guarded.token, body: { code: codeOf(guarded.secret) } })
  await halfSignIn(guarded.email)
  const longAgo = new Date(Date.now() - 25 * 60 * MINUTE_MS)
  await database.update(halfSignIns).set({ expiresAt: longAgo })
  await database.update(secondFactors).set({ newSecretAt: longAgo })
  await app.app.cleanUp()
  const rowOf = async (id: string) =>
    (await database.select().from(secondFactors).where(eq(secondFactors.userId, id)))[0]
  expect(await rowOf(waiting.id)).toBeUndefined()
  expect(await rowOf(guarded.id)).toMatchObject({ secret: guarded.secret, newSecret: null })
  expect(await database.select().from(halfSignIns)).toEqual([])
})
