import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, inject, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { customers } from '#contract/customers.ts'
import { passkeys as passkeyCalls } from '#contract/passkeys.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { failureOf } from '#server/cli/program.ts'
import { usersProgram } from '#server/cli/users-program.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { passkeys, recoveryCodes, secondFactors } from '#server/db/schema/sign-in-proofs.ts'
import { customerUsers, passwordResets, users } from '#server/db/schema/users.ts'
import { insertResetLink } from '#server/features/auth/password-resets.repository.ts'
import { aCustomer, aUser, PASSWORD } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/** `npm run users`, as the office runs it beside the server. */

const config = { dataDir: mkdtempSync(join(inject('runFolder'), 'users-')) }
const { database, call } = await startTestApp({ config })

const run = async (...args: string[]) => {
  const said: string[] = []
  try {
    const exit = await usersProgram({
      args,
      openDatabase: async () => database,
      findDatabase: () => Promise.reject(new Error('not asked for')),
      stateDir: config.dataDir,
      signal: new AbortController().signal,
      say: (text) => said.push(text),
      warn: (text) => said.push(text),
    })
    return { exit, code: undefined, text: said.join('\n') }
  } catch (error) {
    const { message, code } = failureOf(error)
    return { exit: 1, code, text: message }
  }
}

const signIn = (email: string, password = PASSWORD) => call(auth.signIn, { body: { email, password } })
const rowOf = async (email: string) => (await database.select().from(users).where(eq(users.email, email)))[0]
const isSignedIn = async (token: string) => (await call(customers.search, { token, body: {} })).status === 200
const noAdministrators = () =>
  database.update(users).set({ accountType: 'ST' }).where(eq(users.accountType, 'AD'))

describe('add', () => {
  it('prints a password that opens the form for another one', async () => {
    await aCustomer(database, { id: 'ADD1' })
    const email = 'new@kitchen.example.com'
    const { exit, text } = await run('add', email, '--name', 'Asha', '--type', 'c2', '--customers', 'ADD1')
    expect(exit).toBe(0)
    const password = /: (\w{4}(?:-\w{4}){3})$/.exec(text)?.[1] ?? ''
    expect((await signIn(email, password)).error.code).toBe('password_change_required')
    const row = await rowOf(email)
    expect(row).toMatchObject({ username: 'Asha', accountType: 'C2', mustChangePassword: true })
    const links = await database
      .select()
      .from(customerUsers)
      .where(eq(customerUsers.userId, row?.id ?? ''))
    expect(links.map(({ customerId }) => customerId)).toEqual(['ADD1'])
  })

  it('leaves a user of that address, in any case, and adds none for an unknown account', async () => {
    const { email } = await aUser(database)
    const rest = ['--name', 'Asha', '--type', 'C1']
    expect((await run('add', email.toUpperCase(), ...rest)).code).toBe('user_exists')
    const other = 'unknown-account@kitchen.example.com'
    const { code, text } = await run('add', other, ...rest, '--customers', 'ADD-NONE')
    expect([code, text]).toEqual(['customer_unknown', 'There is no account ADD-NONE.'])
    expect(await rowOf(other)).toBeUndefined()
  })
})

describe('list', () => {
  it('shows all but the erased, with what keeps them from signing in', async () => {
    const stopped = await aUser(database, { accountType: 'NW', deactivated: true, username: 'Sam' })
    const erased = await aUser(database, { accountType: 'NW' })
    await database.update(users).set({ erasedAt: new Date() }).where(eq(users.id, erased.id))
    const { text } = await run('list', 'NW')
    expect(text).toBe(`NW  ${stopped.email}  Sam  (on stop)`)
    expect((await run('list')).text).toContain('(one-time password)')
  })
})

describe('role', () => {
  it('changes the account type and signs them out', async () => {
    const { email, token } = await aUser(database, { accountType: 'C1', aclRoutes: ['/home'] })
    expect(await isSignedIn(token)).toBe(true)
    const { text } = await run('role', email, 'ST')
    expect(text).toBe(`${email} is ST now, and signed out on one device.`)
    expect(await rowOf(email)).toMatchObject({ accountType: 'ST', aclRoutes: null })
    expect(await isSignedIn(token)).toBe(false)
  })

  it('leaves an administrator, also where two lose their role at once', async () => {
    await noAdministrators()
    const one = await aUser(database, { accountType: 'AD' })
    await aUser(database, { accountType: 'AD', deactivated: true })
    const alone = await run('role', one.email, 'ST')
    expect([alone.exit, alone.code]).toEqual([1, 'last_administrator'])
    expect(await isSignedIn(one.token)).toBe(true)

    const two = await aUser(database, { accountType: 'AD' })
    const both = await Promise.all([run('role', one.email, 'ST'), run('role', two.email, 'ST')])
    expect(both.map(({ code }) => code).sort()).toEqual(['last_administrator', undefined])
  })
})

describe('unlock', () => {
  it('ends locks', async () => {
    const { email } = await aUser(database)
    for (let guess = 0; guess < 5; guess += 1) await signIn(email, 'wrong')
    expect((await signIn(email)).error.code).toBe('locked')
    expect((await run('unlock', email)).text).toMatch(/: \d+ locks? ended\.$/)
    expect((await signIn(email)).status).toBe(200)
    expect((await run('unlock', email)).text).toContain('was neither locked nor on stop')
  })

  it('opens a sign-in that is on stop', async () => {
    const { email } = await aUser(database, { deactivated: true })
    expect((await signIn(email)).error.code).toBe('wrong_credentials')
    expect((await run('unlock', email)).text).toContain('no longer on stop')
    expect((await signIn(email)).status).toBe(200)
  })
})

it('revoke ends sessions and withdraws links', async () => {
  const { id, email, token } = await aUser(database)
  await signIn(email)
  await insertResetLink(database, { userId: id, now: new Date() })
  expect((await run('revoke', email)).text).toBe(`${email} is signed out on 2 devices.`)
  expect(await isSignedIn(token)).toBe(false)
  expect(await database.select().from(passwordResets).where(eq(passwordResets.userId, id))).toEqual([])
  expect((await run('revoke', email)).text).toBe(`${email} is signed in nowhere.`)
})

it('reset queues one mail, however often, and none for a sign-in that is on stop', async () => {
  const { id, email } = await aUser(database)
  for (let time = 0; time < 7; time += 1) expect((await run('reset', email)).exit).toBe(0)
  const mails = await database.select().from(mailQueue).where(eq(mailQueue.userId, id))
  expect(mails.map(({ kind }) => kind)).toEqual(['password_reset'])
  const stopped = await aUser(database, { deactivated: true })
  expect((await run('reset', stopped.email)).code).toBe('user_on_stop')
})

it('reset removes passkeys and the second factor, which may be lost with the phone, and says so', async () => {
  const { id, email, token } = await aUser(database)
  const now = new Date()
  const passkey = {
    userId: id,
    publicKey: Buffer.alloc(1),
    counter: 0,
    transports: [],
    name: '',
    createdAt: now,
  }
  await database.insert(passkeys).values([
    { ...passkey, id: uuidv7(), credentialId: 'a', domain: 'localhost' },
    { ...passkey, id: uuidv7(), credentialId: 'b', domain: 'localhost' },
  ])
  await database.insert(secondFactors).values({ userId: id, secret: 'JBSWY3DPEHPK3PXP', enabledAt: now })
  await database.insert(recoveryCodes).values({ userId: id, codeHash: Buffer.alloc(32) })
  expect((await signIn(email)).error.code).toBe('second_factor_required')
  expect((await run('reset', email)).text).toMatch(/ Removed: 2 passkeys and the second factor\.$/)
  expect((await signIn(email)).status).toBe(200)
  expect((await call(passkeyCalls.list, { token })).body.data).toEqual([])
  expect(await database.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).toEqual([])
  expect((await run('reset', email)).text).not.toContain('Removed')
})

it('unlock ends locks of codes too', async () => {
  const { id, email } = await aUser(database)
  await database
    .insert(secondFactors)
    .values({ userId: id, secret: 'JBSWY3DPEHPK3PXP', enabledAt: new Date() })
  const token = String((await signIn(email)).error.token)
  const guess = () => call(secondFactor.signIn, { body: { token, code: 'aaaa-bbbb' } })
  for (let n = 0; n < 5; n += 1) expect((await guess()).error.code).toBe('wrong_code')
  expect((await guess()).error.code).toBe('locked')
  expect((await run('unlock', email)).text).toBe(`${email}: 1 lock ended.`)
  expect((await guess()).error.code).toBe('wrong_code')
})

it('knows nobody of an unknown or erased address', async () => {
  const { id, email } = await aUser(database)
  await database.update(users).set({ erasedAt: new Date() }).where(eq(users.id, id))
  for (const what of ['unlock', 'revoke', 'reset']) {
    expect((await run(what, 'nobody@kitchen.example.com')).code).toBe('user_unknown')
    expect((await run(what, email)).code).toBe('user_unknown')
  }
  expect((await run('role', email, 'ST')).code).toBe('user_unknown')
})

it.each([
  [[]],
  [['remove', 'chef@example.com']],
  [['role', 'chef@example.com', 'XX']],
  [['role', 'chef@example.com']],
  [['unlock', 'chef']],
  [['reset', 'chef@example.com', 'sous@example.com']],
  [['list', '--type', 'AD']],
  [['add', 'chef@example.com', '--type', 'C1']],
  [['add', 'chef@example.com', '--name', 'Asha']],
])('explains itself to %j', async (args) => {
  const { code, text } = await run(...args)
  expect(code).toBe('usage')
  expect(text).toContain('Usage: npm run users -- list')
})

it('says how it is used', async () => {
  expect(await run('--help')).toMatchObject({ exit: 0, text: expect.stringContaining('add EMAIL') })
})
