import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { customers as customerCalls } from '#contract/customers.ts'
import { type UserFields, users } from '#contract/users.ts'
import { SIGN_IN_FAILURES_MAX } from '#domain/user.ts'
import { changes } from '#server/db/schema/changes.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser, PASSWORD } from '#tests/support/builders.ts'
import { startPostOffice } from '#tests/support/post-office.ts'
import { startTestApp } from '#tests/support/server.ts'

const postOffice = await startPostOffice()
afterAll(() => postOffice.close())
const app = await startTestApp({
  now: () => new Date('2026-11-25T09:00:00Z'),
  config: {
    smtpUrl: postOffice.url,
    mailFrom: 'Harbour Foods <orders@harbour.example.com>',
    publicUrl: 'https://orders.example.com',
  },
})
const { database, call } = app
const shared = await aShared(database)
const administrator = await aUser(database, { accountType: 'AD', username: 'Ines Admin' })
const { token } = administrator
const theirs = (parts: Parameters<typeof aUser>[1] = {}) =>
  aUser(database, { customerIds: [shared.customer.id], ...parts })

let added = 0
const fields = (parts: Partial<UserFields> = {}): UserFields => {
  added += 1
  return {
    username: 'Lou Baker',
    email: `lou${added}@bakery.example.com`,
    accountType: 'C2',
    canPlaceOrders: true,
    customerIds: [shared.customer.id],
    routes: [],
    ...parts,
  }
}
const found = async (
  { id, email }: { id: string; email: string },
  state: 'current' | 'deleted' = 'current',
) =>
  (await call(users.search, { token, body: { state, queryString: email } })).body.data.find(
    (row) => row.id === id,
  )

const ADMINISTRATORS = { ...STAFF, ST: 'forbidden' }
const NOT_THERE = { ...ADMINISTRATORS, AD: 'record_not_found', NW: 'record_not_found' }
const UNKNOWN = { params: { id: uuidv7() } }

testAccess(app, shared, { users }, () => ({
  'users.search': { expected: ADMINISTRATORS, request: { body: {} } },
  'users.create': { expected: ADMINISTRATORS, request: { body: fields() } },
  'users.update': { expected: NOT_THERE, request: { ...UNKNOWN, body: { username: 'Lou' } } },
  'users.stop': { expected: NOT_THERE, request: UNKNOWN },
  'users.unlock': { expected: NOT_THERE, request: UNKNOWN },
  'users.reset': { expected: NOT_THERE, request: UNKNOWN },
  'users.signOut': { expected: NOT_THERE, request: UNKNOWN },
  'users.changes': { expected: ADMINISTRATORS, request: { body: {} } },
  'users.revert': { expected: NOT_THERE, request: UNKNOWN },
}))

it('a list of routes that names the screen opens it to no other staff, who could give themselves any role', async () => {
  const { token: staff } = await aUser(database, {
    accountType: 'ST',
    aclRoutes: ['/maintenance/user-maintenance'],
  })
  expect((await call(users.search, { token: staff, body: {} })).error.code).toBe('forbidden')
})

it('a user who is added has a mail and no password, and is added once', async () => {
  const body = { id: uuidv7(), ...fields({ email: 'New.Person@bakery.example.com' }) }
  const made = (await call(users.create, { token, body })).body
  expect(made).toMatchObject({ email: 'new.person@bakery.example.com', devices: 0, deleted: false })
  expect((await call(users.create, { token, body })).body).toEqual(made)
  const mails = await database.select().from(mailQueue).where(eq(mailQueue.recipient, made.email))
  expect(mails.map(({ kind }) => kind)).toEqual(['user_added'])
  const signIn = { email: made.email, password: '' }
  expect((await call(auth.signIn, { body: { ...signIn, password: 'anything at all' } })).status).toBe(401)
  const again = await call(users.create, { token, body: fields({ email: made.email.toUpperCase() }) })
  expect(again.error).toMatchObject({ code: 'already_exists', errors: [{ path: 'body/email' }] })
})

it('another role or other accounts take effect at once, and the former sessions end', async () => {
  const user = await theirs()
  const other = await aCustomer(database)
  const accounts = async (as: string) =>
    (await call(customerCalls.search, { token: as, body: {} })).body.data.map(({ id }) => id)
  expect(await accounts(user.token)).toEqual([shared.customer.id])
  await call(users.update, { token, params: { id: user.id }, body: { customerIds: [other.id] } })
  expect(await accounts(user.token)).toEqual([other.id])
  const { body } = await call(users.update, { token, params: { id: user.id }, body: { accountType: 'ST' } })
  expect(body).toMatchObject({ accountType: 'ST', devices: 0 })
  expect((await call(customerCalls.search, { token: user.token, body: {} })).status).toBe(401)
  const unknown = await call(users.update, {
    token,
    params: { id: user.id },
    body: { customerIds: ['NOBODY'] },
  })
  expect(unknown.error.errors).toEqual([
    { path: 'body/customerIds', message: 'has NOBODY, which is no account' },
  ])
})

it('of two who change one user, the second is told', async () => {
  const user = await theirs()
  const before = await found(user)
  const params = { id: user.id }
  const version = before?.version ?? 0
  const update = (username: string) => call(users.update, { token, params, body: { version, username } })
  expect((await update('First')).status).toBe(200)
  const late = await update('Second')
  expect(late.error.code).toBe('version_mismatch')
  expect((await update('First')).body.username).toBe('First')
})

it('who is put on stop is signed out and cannot sign in, until unlocked', async () => {
  const user = await theirs()
  const params = { id: user.id }
  expect((await call(users.stop, { token, params })).body).toMatchObject({ deleted: true, devices: 0 })
  expect(await found(user)).toBeUndefined()
  expect(await found(user, 'deleted')).toMatchObject({ id: user.id })
  const signIn = () => call(auth.signIn, { body: { email: user.email, password: PASSWORD } })
  expect((await signIn()).status).toBe(401)
  await call(users.unlock, { token, params })
  expect((await signIn()).status).toBe(200)
})

it('locks after wrong passwords are ended', async () => {
  const user = await theirs()
  const signIn = (password: string) => call(auth.signIn, { body: { email: user.email, password } })
  for (let tried = 0; tried < SIGN_IN_FAILURES_MAX; tried += 1) await signIn('wrong')
  expect((await signIn(PASSWORD)).error.code).toBe('locked')
  const { message } = (await call(users.unlock, { token, params: { id: user.id } })).body
  expect(message).toMatch(/locks? ended$/)
  expect((await signIn(PASSWORD)).status).toBe(200)
})

it('a lost phone is signed out, and its person gets a mail', async () => {
  const user = await theirs()
  const params = { id: user.id }
  const { message } = (await call(users.signOut, { token, params })).body
  expect(message).toBe('Robin Cook is signed out on one device')
  await call(users.reset, { token, params })
  const mails = await database.select().from(mailQueue).where(eq(mailQueue.userId, user.id))
  expect(mails.map(({ kind }) => kind)).toEqual(['password_reset'])
  await call(users.stop, { token, params })
  expect((await call(users.reset, { token, params })).error.code).toBe('invalid_request')
})

it('the last administrator keeps the role and the sign-in', async () => {
  const others = (await call(users.search, { token, body: { accountType: 'AD', pageLength: 96 } })).body.data
  for (const { id } of others) if (id !== administrator.id) await call(users.stop, { token, params: { id } })
  const params = { id: administrator.id }
  const moved = await call(users.update, { token, params, body: { accountType: 'ST' } })
  expect(moved.error.code).toBe('last_administrator')
  expect((await call(users.stop, { token, params })).error.code).toBe('last_administrator')
})

it('each change is noted with who made it, and can be reverted unless it was changed again', async () => {
  const user = await theirs()
  const params = { id: user.id }
  await call(users.update, { token, params, body: { username: 'Robin Baker', canPlaceOrders: false } })
  await call(users.signOut, { token, params })
  const history = async () => (await call(users.changes, { token, body: { record_id: user.id } })).body.data
  const [signedOut, renamed] = await history()
  expect(signedOut).toMatchObject({
    by: 'Ines Admin',
    fields: [{ field: 'done', before: null, after: 'signed out on one device' }],
  })
  expect(renamed?.fields).toEqual([
    { field: 'username', before: 'Robin Cook', after: 'Robin Baker' },
    { field: 'canPlaceOrders', before: true, after: false },
  ])
  const revert = () => call(users.revert, { token, params: { id: renamed?.id ?? '' } })
  await revert()
  expect(await found(user)).toMatchObject({ username: 'Robin Cook', canPlaceOrders: true })
  await call(users.update, { token, params, body: { username: 'Somebody' } })
  expect((await revert()).error.code).toBe('changed')
  expect((await call(users.revert, { token, params: { id: signedOut?.id ?? '' } })).error.code).toBe(
    'invalid_request',
  )
})

it('what was noted of a person goes when they erase their data', async () => {
  const user = await theirs()
  await call(users.update, { token, params: { id: user.id }, body: { username: 'Robin Baker' } })
  await call(account.remove, { token: user.token })
  expect(await database.select().from(changes).where(eq(changes.recordId, user.id))).toEqual([])
  expect(await found(user)).toBeUndefined()
})
