import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { passkeys } from '#contract/passkeys.ts'
import { trollies } from '#contract/trollies.ts'
import { SIGN_IN_FAILURES_MAX } from '#domain/user.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { passkeyChallenges, passkeys as passkeyRows } from '#server/db/schema/sign-in-proofs.ts'
import { users } from '#server/db/schema/users.ts'
import { ANYONE, aShared, SIGNED_IN, testAccess } from '#tests/support/access.ts'
import { type AnAuthenticator, anAuthenticator, type Odd } from '#tests/support/authenticator.ts'
import { aToken, aUser, PASSWORD } from '#tests/support/builders.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

const MINUTE_MS = 60_000
const ORIGIN = 'https://orders.example.com'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let clock = new Date('2026-12-02T10:00:00Z')
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}
const app = await startTestApp({ now: () => clock, config: { publicUrl: `${ORIGIN}/` } })
const { database, call } = app

const challenge = () => call(passkeys.signInOptions).then(({ body }) => body)
const signInWith = async (device: AnAuthenticator, odd?: Odd, headers = {}) =>
  call(passkeys.signIn, { body: device.sign(await challenge(), odd), headers })
const add = async (token: string, device: AnAuthenticator, odd?: Odd) => {
  const { body } = await call(passkeys.addOptions, { token })
  return await call(passkeys.add, {
    token,
    body: device.make(body, odd),
    headers: { 'user-agent': IPHONE },
  })
}
const isSignedIn = async (token: string) => (await call(trollies.list, { token })).status === 200

/** A user, and a device of theirs that has made a passkey. */
const aPasskey = async (parts: Parameters<typeof aUser>[1] = {}, hasCounter = true) => {
  const user = await aUser(database, parts)
  const device = anAuthenticator({ origin: ORIGIN, hasCounter })
  const { body } = await add(user.token, device)
  return { ...user, device, passkey: body.passkey }
}

testAccess(app, await aShared(database), { passkeys }, () => ({
  'passkeys.signInOptions': { expected: ANYONE },
  'passkeys.signIn': {
    expected: { everybody: 'passkey_expired' },
    request: {
      body: {
        attempt: 'x'.repeat(43),
        id: 'x',
        clientDataJSON: 'x',
        authenticatorData: 'x',
        signature: 'x',
        userHandle: 'x',
      },
    },
  },
  'passkeys.list': { expected: SIGNED_IN },
  'passkeys.addOptions': { expected: SIGNED_IN },
  'passkeys.add': {
    expected: { ...SIGNED_IN, everybody: 'passkey_expired' },
    request: { body: { attempt: 'x'.repeat(43), id: 'x', clientDataJSON: 'x', attestationObject: 'x' } },
  },
  'passkeys.rename': {
    expected: { ...SIGNED_IN, everybody: 'passkey_not_found' },
    request: { params: { id: uuidv7() }, body: { name: 'x' } },
  },
  'passkeys.remove': {
    expected: { ...SIGNED_IN, everybody: 'passkey_not_found' },
    request: { params: { id: uuidv7() } },
  },
}))

describe('making a passkey', () => {
  it('asks for one that finds its user by itself and recognises its owner', async () => {
    const { token, email, id } = await aUser(database)
    const { body } = await call(passkeys.addOptions, { token })
    expect(body.options).toMatchObject({
      rp: { id: 'orders.example.com', name: 'Trolly' },
      user: { name: email, displayName: 'Robin Cook' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    // The handle is the id's bytes, so it names nobody.
    expect(Buffer.from(body.options.user.id, 'base64url').toString('hex')).toBe(id.replaceAll('-', ''))
  })

  it('keeps it under the device’s name, lists it and tells its owner by mail', async () => {
    const { token, id, passkey } = await aPasskey()
    expect(passkey).toMatchObject({
      name: 'Safari on iPhone',
      domain: 'orders.example.com',
      createdAt: clock.toISOString(),
      lastUsedAt: null,
    })
    expect((await call(passkeys.list, { token })).body).toEqual({ data: [passkey] })
    const mails = await database.select().from(mailQueue).where(eq(mailQueue.userId, id))
    expect(mails).toMatchObject([{ kind: 'passkey_added' }])
  })

  it('asks a device that has one not to make another', async () => {
    const { token, device } = await aPasskey()
    const { body } = await call(passkeys.addOptions, { token })
    const known = device.sign(await challenge()).id
    expect(body.options.excludeCredentials).toEqual([
      { id: known, type: 'public-key', transports: ['internal'] },
    ])
    expect((await add(token, device)).error.code).toBe('passkey_refused')
  })

  it.each<[string, Odd]>([
    ['another page', { origin: 'https://orders.example.net' }],
    ['another domain', { domain: 'example.com' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['a device that did not recognise its owner', { userVerified: false }],
  ])('refuses the answer of %s', async (_, odd) => {
    const { token } = await aUser(database)
    expect((await add(token, anAuthenticator({ origin: ORIGIN }), odd)).error.code).toBe('passkey_refused')
    expect((await call(passkeys.list, { token })).body.data).toEqual([])
  })

  it('takes a challenge once, within five minutes, and in the session that asked', async () => {
    const { token, id } = await aUser(database)
    const device = anAuthenticator({ origin: ORIGIN })
    const offer = async () => (await call(passkeys.addOptions, { token })).body
    const code = async (body: ReturnType<AnAuthenticator['make']>, as = token) => {
      const reply = await call(passkeys.add, { token: as, body })
      return reply.status === 200 ? 'ok' : reply.error.code
    }
    const late = device.make(await offer())
    pass(5 * MINUTE_MS + 1)
    expect(await code(late)).toBe('passkey_expired')
    const elsewhere = device.make(await offer())
    expect(await code(elsewhere, await aToken(database, id))).toBe('passkey_expired')
    expect(await code(device.make({ ...(await challenge()), options: (await offer()).options }))).toBe(
      'passkey_expired',
    )
    expect(await code(elsewhere)).toBe('ok')
    expect(await code(elsewhere)).toBe('passkey_expired')
  })

  it('ends at twenty', async () => {
    const { token } = await aUser(database)
    for (let n = 0; n < 20; n += 1)
      expect((await add(token, anAuthenticator({ origin: ORIGIN }))).status).toBe(200)
    expect((await add(token, anAuthenticator({ origin: ORIGIN }))).error.code).toBe('too_many_passkeys')
  })
})

describe('signing in with a passkey', () => {
  it('answers as a sign-in with the password does', async () => {
    const { device, email, token } = await aPasskey()
    const byPassword = await call(auth.signIn, { body: { email, password: PASSWORD } })
    pass(MINUTE_MS)
    const { body, headers } = await signInWith(device)
    expect(body.user).toEqual(byPassword.body.user)
    expect(await isSignedIn(body.token)).toBe(true)
    expect(String(headers['set-cookie'])).toMatch(/^trolly-device=[\w-]{43}; Path=\/api\/auth;.* HttpOnly/)
    const { data } = (await call(passkeys.list, { token })).body
    expect(data).toMatchObject([{ lastUsedAt: clock.toISOString() }])
  })

  it('needs no counter', async () => {
    const { device } = await aPasskey({}, false)
    expect((await signInWith(device)).status).toBe(200)
    expect((await signInWith(device)).status).toBe(200)
  })

  it('refuses a counter that goes back or stays, as a copied key’s would', async () => {
    const { device } = await aPasskey()
    expect((await signInWith(device, { counter: 10 })).status).toBe(200)
    for (const counter of [0, 9, 10])
      expect((await signInWith(device, { counter })).error.code).toBe('wrong_credentials')
    expect((await signInWith(device, { counter: 11 })).status).toBe(200)
  })

  it('lets one of two uses of a counter through', async () => {
    const { device } = await aPasskey()
    const bodies = [await challenge(), await challenge()].map((offered) =>
      device.sign(offered, { counter: 7 }),
    )
    const replies = await Promise.all(bodies.map((body) => call(passkeys.signIn, { body })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it.each<[string, Odd]>([
    ['another page', { origin: 'https://orders.example.net' }],
    ['the same page without encryption', { origin: 'http://orders.example.com' }],
    ['another domain', { domain: 'example.com' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['a device that did not recognise its owner', { userVerified: false }],
    ['a passkey of somebody else by its own account', { userHandle: randomBytes(16).toString('base64url') }],
  ])('refuses the answer of %s', async (_, odd) => {
    const { device } = await aPasskey()
    expect((await signInWith(device, odd)).error.code).toBe('wrong_credentials')
    expect((await signInWith(device)).status).toBe(200)
  })

  it('refuses another’s signature, an unknown passkey, and one that was removed', async () => {
    const [own, other] = [await aPasskey(), await aPasskey()]
    const offered = await challenge()
    const body = { ...own.device.sign(offered), signature: other.device.sign(offered).signature }
    expect((await call(passkeys.signIn, { body })).error.code).toBe('wrong_credentials')
    const stranger = anAuthenticator({ origin: ORIGIN })
    expect((await signInWith(stranger, { userHandle: 'x' })).error.code).toBe('wrong_credentials')
    await call(passkeys.remove, { token: own.token, params: { id: own.passkey.id } })
    expect((await signInWith(own.device)).error.code).toBe('wrong_credentials')
  })

  it('takes a challenge once, and within five minutes', async () => {
    const { device, token } = await aPasskey()
    const body = device.sign(await challenge())
    expect((await call(passkeys.signIn, { body })).status).toBe(200)
    expect((await call(passkeys.signIn, { body })).error.code).toBe('passkey_expired')
    // Refused once, it is spent as well.
    const wrong = device.sign(await challenge(), { origin: 'https://x.example' })
    await call(passkeys.signIn, { body: wrong })
    expect((await call(passkeys.signIn, { body: wrong })).error.code).toBe('passkey_expired')
    const late = device.sign(await challenge())
    pass(5 * MINUTE_MS + 1)
    expect((await call(passkeys.signIn, { body: late })).error.code).toBe('passkey_expired')
    // One that was given out for making a passkey is none for a sign-in.
    const { body: made } = await call(passkeys.addOptions, { token })
    const { challenge: ofMaking } = made.options
    const offered = {
      attempt: made.attempt,
      options: { ...(await challenge()).options, challenge: ofMaking },
    }
    expect((await call(passkeys.signIn, { body: device.sign(offered) })).error.code).toBe('passkey_expired')
  })

  it('refuses a user on stop as the password does, and lets them in again afterwards', async () => {
    const { device, id, email } = await aPasskey()
    await database.update(users).set({ deactivatedAt: clock }).where(eq(users.id, id))
    const { error } = await call(auth.signIn, { body: { email, password: PASSWORD } })
    expect((await signInWith(device)).error).toEqual(error)
    await database.update(users).set({ deactivatedAt: null }).where(eq(users.id, id))
    expect((await signInWith(device)).status).toBe(200)
  })

  it('asks for a password where the office has handed out a new one', async () => {
    const { device, id } = await aPasskey()
    await database.update(users).set({ mustChangePassword: true }).where(eq(users.id, id))
    const { error } = await signInWith(device)
    expect(error).toMatchObject({ code: 'password_change_required', token: expect.any(String) })
  })

  it('locks as wrong passwords do, and both count together', async () => {
    const { device, email } = await aPasskey()
    for (let n = 1; n < SIGN_IN_FAILURES_MAX; n += 1)
      await call(auth.signIn, { body: { email, password: 'wrong' } })
    expect((await signInWith(device, { userVerified: false })).error.code).toBe('wrong_credentials')
    expect((await signInWith(device)).error.code).toBe('locked')
    expect((await call(auth.signIn, { body: { email, password: PASSWORD } })).error.code).toBe('locked')
  })

  it('belongs to the address of the page where PUBLIC_URL is not set', async () => {
    const callHere = callerOf(await buildTestApp(database, { now: () => clock }))
    const { token } = await aUser(database)
    const here = { host: 'localhost:3000' }
    const device = anAuthenticator({ origin: 'http://localhost:3000' })
    const made = await callHere(passkeys.addOptions, { token, headers: here })
    expect(made.body.options.rp.id).toBe('localhost')
    await callHere(passkeys.add, { token, headers: here, body: device.make(made.body) })
    const signIn = async (headers: Record<string, string>) => {
      const { body } = await callHere(passkeys.signInOptions, { headers })
      return (await callHere(passkeys.signIn, { headers, body: device.sign(body) })).status
    }
    expect(await signIn(here)).toBe(200)
    expect(await signIn({ host: 'phishing.example' })).toBe(401)
  })
})

describe('one’s own passkeys', () => {
  it('are renamed and removed, from any session', async () => {
    const { token, id, passkey } = await aPasskey()
    const other = await aToken(database, id)
    const params = { id: passkey.id }
    const renamed = await call(passkeys.rename, { token: other, params, body: { name: '  Kitchen phone ' } })
    expect(renamed.body.passkey).toEqual({ ...passkey, name: 'Kitchen phone' })
    expect((await call(passkeys.remove, { token: other, params })).status).toBe(200)
    expect((await call(passkeys.list, { token })).body.data).toEqual([])
    expect((await call(passkeys.remove, { token, params })).error.code).toBe('passkey_not_found')
  })

  it('are nobody else’s', async () => {
    const { token, passkey } = await aPasskey()
    const stranger = await aUser(database, { accountType: 'AD' })
    const asStranger = { token: stranger.token, params: { id: passkey.id } }
    expect((await call(passkeys.list, { token: stranger.token })).body.data).toEqual([])
    const rename = call(passkeys.rename, { ...asStranger, body: { name: 'Mine' } })
    expect((await rename).error.code).toBe('passkey_not_found')
    expect((await call(passkeys.remove, asStranger)).error.code).toBe('passkey_not_found')
    expect((await call(passkeys.list, { token })).body.data).toEqual([passkey])
  })

  it('are in the personal data by name and date, and go with the person', async () => {
    const { token, id, device, passkey } = await aPasskey()
    const { body, text } = await call(account.personalData, { token })
    const { id: _, ...told } = passkey
    expect(body.passkeys).toEqual([told])
    expect(text).not.toContain(device.sign(await challenge()).id)
    await call(account.remove, { token })
    expect(await database.select().from(passkeyRows).where(eq(passkeyRows.userId, id))).toEqual([])
    expect((await signInWith(device)).error.code).toBe('wrong_credentials')
  })

  it('stay after a new password', async () => {
    const { token, device } = await aPasskey()
    const password = 'seven mops in a lorry'
    await call(account.updatePassword, { token, body: { password, password_confirmation: password } })
    expect((await signInWith(device)).status).toBe(200)
  })
})

it('deletes challenges that were never used', async () => {
  const yesterday = new Date(Date.now() - 25 * 60 * MINUTE_MS)
  await database.update(passkeyChallenges).set({ expiresAt: yesterday })
  await challenge()
  await app.app.cleanUp()
  expect(await database.select().from(passkeyChallenges)).toHaveLength(1)
})
