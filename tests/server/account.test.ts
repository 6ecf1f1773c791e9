import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { trollies } from '#contract/trollies.ts'
import { ACCOUNT_TYPES, SIGN_IN_FAILURES_MAX } from '#domain/user.ts'
import { favourites } from '#server/db/schema/favourites.ts'
import { idempotencyRecords } from '#server/db/schema/idempotency.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orders } from '#server/db/schema/orders.ts'
import { savedViews } from '#server/db/schema/saved-views.ts'
import { templates } from '#server/db/schema/templates.ts'
import { tokens, users } from '#server/db/schema/users.ts'
import { ANYONE, aShared, SIGNED_IN, testAccess } from '#tests/support/access.ts'
import { aCustomer, anOrder, aToken, aUser, PASSWORD } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const NEW = 'seven mops in a lorry'
const both = (password: string) => ({ password, password_confirmation: password })
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const app = await startTestApp()
const { database, call } = app
const shared = await aShared(database)
// So that no other administrator is the last one.
await aUser(database, { accountType: 'AD' })

const signIn = (email: string, password = PASSWORD, headers = {}) =>
  call(auth.signIn, { body: { email, password }, headers })
const isSignedIn = async (token: string) => (await call(trollies.list, { token })).status === 200
const rowOf = async (id: string) => {
  const [row] = await database.select().from(users).where(eq(users.id, id))
  if (row === undefined) throw new Error('There is no such user.')
  return row
}
const mailTo = (userId: string) => database.select().from(mailQueue).where(eq(mailQueue.userId, userId))

testAccess(app, shared, { account }, () => ({
  'account.forgotPassword': { expected: ANYONE, request: { body: { email: 'x@example.com' } } },
  'account.resetPassword': {
    expected: { everybody: 'reset_refused' },
    request: { body: { ...both(NEW), email: 'x@example.com', token: 'x' } },
  },
  'account.updatePassword': { expected: SIGNED_IN, request: { body: both(NEW) } },
  'account.update': { expected: SIGNED_IN, request: { body: { username: 'Sam' } } },
  'account.sessions': { expected: SIGNED_IN },
  'account.endSession': {
    expected: { ...SIGNED_IN, everybody: 'session_not_found' },
    request: { params: { id: uuidv7() } },
  },
  'account.personalData': { expected: SIGNED_IN },
  'account.deactivate': { expected: SIGNED_IN },
  'account.remove': { expected: SIGNED_IN },
}))

describe('changing one’s own account', () => {
  it('changes the name alone, and tells so', async () => {
    const { token, id, email } = await aUser(database)
    const { body } = await call(account.update, { token, body: { username: '  Zoë Ngata ' } })
    expect(body).toMatchObject({ message: 'Account updated', user: { id, email, username: 'Zoë Ngata' } })
    expect((await signIn(email)).body.user).toEqual(body.user)
  })

  it.each([
    ['texts', { cookies_accept: '1', contact_email: '1', contact_sms: '0' } as const],
    ['numbers', { cookies_accept: 1, contact_email: 1, contact_sms: 0 } as const],
    ['true and false', { cookies_accept: true, contact_email: true, contact_sms: false }],
  ])('takes choices as %s, and leaves those that are not sent', async (_, choices) => {
    const { token } = await aUser(database)
    await call(account.update, { token, body: { contact_sms: true, contact_post: true } })
    const { body } = await call(account.update, { token, body: choices })
    expect(body).toMatchObject({
      message: 'Privacy Settings Updated',
      user: {
        privacy_settings: { cookies_accept: '1' },
        contact_email: true,
        contact_sms: false,
        contact_post: true,
      },
    })
  })

  it('keeps a default account of one’s own, and none of somebody else’s', async () => {
    const [own, foreign] = [await aCustomer(database), await aCustomer(database)]
    const { token } = await aUser(database, { customerIds: [own.id] })
    const choose = (default_customer: string | null) =>
      call(account.update, { token, body: { default_customer } })
    expect((await choose(own.id)).body.user.default_customer).toBe(own.id)
    expect((await choose(foreign.id)).error.code).toBe('customer_not_found')
    expect((await choose('NO-SUCH')).error.code).toBe('customer_not_found')
    expect((await choose(null)).body.user.default_customer).toBeNull()
  })

  it('refuses nothing at all, a blank name, an address or a role', async () => {
    const { token, id } = await aUser(database)
    for (const body of [{}, { username: ' ' }, { email: 'new@example.com' }, { account_type: 'AD' }]) {
      const { error } = await call(account.update, { token, body: body as never })
      expect([body, error.code]).toEqual([body, 'invalid_request'])
    }
    expect((await rowOf(id)).accountType).toBe('C2')
  })
})

describe('a new password', () => {
  it('replaces the old one, ends all other sessions, and is announced by mail', async () => {
    const { token, id, email } = await aUser(database)
    const other = await aToken(database, id)
    const { body } = await call(account.updatePassword, { token, body: both(NEW) })
    expect(body).toMatchObject({ message: 'Password updated', user: { id } })
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([true, false])
    expect((await signIn(email)).error.code).toBe('wrong_credentials')
    expect((await signIn(email, NEW)).status).toBe(200)
    expect(await mailTo(id)).toMatchObject([{ kind: 'password_changed', recipient: email }])
  })

  it.each([
    ['short', 'xkq7vbw2z'],
    ['common', 'qwertyuiop'],
    ['guessable', 'Autumn2026!'],
    ['personal', 'RobinCook1'],
  ])('is refused if it is %s', async (reason, password) => {
    const { token, email } = await aUser(database)
    const { error } = await call(account.updatePassword, { token, body: both(password) })
    expect(error).toMatchObject({ code: 'password_refused', reason })
    expect((await signIn(email)).status).toBe(200)
  })

  it('is refused if it is not confirmed, or the same as before', async () => {
    const { token } = await aUser(database)
    const set = (body: object) => call(account.updatePassword, { token, body: body as never })
    expect((await set({ password: NEW, password_confirmation: 'seven mops' })).error.reason).toBe('differs')
    expect((await set({ ...both(PASSWORD), current_password: PASSWORD })).error.reason).toBe('unchanged')
  })

  it('checks the current one where it is given, and locks as a sign-in does', async () => {
    const { token, email } = await aUser(database)
    const set = (current_password: string) =>
      call(account.updatePassword, { token, body: { ...both(NEW), current_password } })
    for (let n = 0; n < SIGN_IN_FAILURES_MAX; n += 1) {
      expect((await set('wrong')).error.code).toBe('wrong_password')
    }
    expect((await set(PASSWORD)).error.code).toBe('locked')
    expect((await signIn(email)).error.code).toBe('locked')
    expect(await isSignedIn(token)).toBe(true)
  })
})

describe('signed-in devices', () => {
  it('have a name, and say which one is asking', async () => {
    const { id, email, token } = await aUser(database)
    const phone = (await signIn(email, PASSWORD, { 'user-agent': IPHONE })).body.token
    await database
      .update(tokens)
      .set({ lastUsedAt: new Date(0) })
      .where(eq(tokens.userId, id))
    await database.update(tokens).set({ lastUsedAt: new Date() }).where(eq(tokens.userAgent, IPHONE))
    const { data } = (await call(account.sessions, { token: phone })).body
    expect(data).toMatchObject([
      { device: 'Safari on iPhone', current: true },
      { device: 'Unknown device', current: false },
    ])
    const seenByOther = (await call(account.sessions, { token })).body.data
    expect(seenByOther.find(({ current }) => current)).toMatchObject({ device: 'Unknown device' })
  })

  it('can be signed out one by one, but not another user’s', async () => {
    const [{ token, id }, stranger] = [await aUser(database), await aUser(database)]
    const lost = await aToken(database, id)
    const { data } = (await call(account.sessions, { token })).body
    const params = { id: data.find(({ current }) => !current)?.id ?? '' }
    const end = (by: string) => call(account.endSession, { token: by, params })
    expect((await end(stranger.token)).error.code).toBe('session_not_found')
    expect(await isSignedIn(lost)).toBe(true)
    expect((await end(token)).status).toBe(200)
    expect([await isSignedIn(lost), await isSignedIn(token)]).toEqual([false, true])
    expect((await end(token)).error.code).toBe('session_not_found')
    expect((await call(account.sessions, { token })).body.data).toHaveLength(1)
  })

  it.each(ACCOUNT_TYPES)('of %s end by themselves', async (accountType) => {
    const isStaff = ['ST', 'AD', 'NW'].includes(accountType)
    const { email, id } = await aUser(database, { accountType })
    await database.delete(tokens).where(eq(tokens.userId, id))
    const { token } = (await signIn(email)).body
    const [session] = await database.select().from(tokens).where(eq(tokens.userId, id))
    const lasts = (Number(session?.expiresAt) - Number(session?.createdAt)) / 3_600_000
    expect(lasts).toBe(isStaff ? 12 : 30 * 24)

    // In use ten minutes before: prolongs a customer's session alone.
    const before = new Date(Date.now() - 600_000)
    const endsAt = new Date(Date.now() + 60_000)
    await database.update(tokens).set({ lastUsedAt: before, expiresAt: endsAt }).where(eq(tokens.userId, id))
    expect(await isSignedIn(token)).toBe(true)
    const [used] = await database.select().from(tokens).where(eq(tokens.userId, id))
    expect(Number(used?.lastUsedAt)).toBeGreaterThan(Number(before))
    if (isStaff) expect(used?.expiresAt).toEqual(endsAt)
    else expect(Number(used?.expiresAt)).toBeGreaterThan(Date.now() + 29 * 86_400_000)

    await database.update(tokens).set({ expiresAt: new Date() }).where(eq(tokens.userId, id))
    expect(await isSignedIn(token)).toBe(false)
  })
})

describe('an account on stop', () => {
  it('ends all sessions and opens no other, whatever the password', async () => {
    const { token, id, email } = await aUser(database)
    const other = await aToken(database, id)
    expect((await call(account.deactivate, { token })).body.message).toBe('Your Account Is On Stop')
    expect([await isSignedIn(token), await isSignedIn(other)]).toEqual([false, false])
    expect((await signIn(email)).error.code).toBe('wrong_credentials')
  })
})

describe('a deleted account', () => {
  it('leaves nothing that names the person, and its orders', async () => {
    const customer = await aCustomer(database)
    const name = 'Wilhelmina Bracegirdle'
    const { token, id, email } = await aUser(database, { customerIds: [customer.id], username: name })
    await database
      .insert(favourites)
      .values({ userId: id, product_no: shared.product_no, addedAt: new Date() })
    const view = { screen: '/orders/active-orders', name, query: '' }
    await database.insert(savedViews).values({ id: uuidv7(), userId: id, ...view })
    const template = {
      customerId: customer.id,
      ownerId: id,
      itemCount: 0,
      createdAt: new Date(),
      updatedAt: new Date(),
    }
    await database.insert(templates).values([
      { ...template, id: uuidv7(), name: 'Mine', visibility: 'private' },
      { ...template, id: uuidv7(), name: 'Ours', visibility: 'shared' },
    ])
    await anOrder(database, {
      customerId: customer.id,
      product_nos: [shared.product_no],
      placedAt: new Date(),
    })
    await database.update(orders).set({ placedBy: id }).where(eq(orders.customerId, customer.id))
    await call(trollies.create, {
      token,
      body: { id: uuidv7(), customerId: customer.id, deliveryDay: null, poNumber: '', instructions: '' },
    })
    await signIn(email, 'wrong')
    await call(account.updatePassword, { token, body: both(NEW) })
    await signIn(email, NEW)

    expect((await call(account.remove, { token })).body.message).toBe('Your Account has been deleted')
    expect((await signIn(email, NEW)).error.code).toBe('wrong_credentials')
    expect(await isSignedIn(token)).toBe(false)
    expect(await rowOf(id)).toMatchObject({ username: 'Deleted user', erasedAt: expect.any(Date) })

    const { rows } = await database.$client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    )
    for (const { name: table } of rows) {
      const found = await database.$client.query(
        `SELECT FROM public.${table} t WHERE t::text ~* $1 LIMIT 1`,
        [`${name}|${email}`],
      )
      expect([table, found.rowCount]).toEqual([table, 0])
    }
    expect(await database.$count(orders, eq(orders.placedBy, id))).toBe(1)
    expect(await database.$count(favourites, eq(favourites.userId, id))).toBe(0)
    expect(await database.$count(idempotencyRecords, eq(idempotencyRecords.userId, id))).toBe(0)
    const left = await database.select().from(templates).where(eq(templates.ownerId, id))
    expect(left.map((row) => row.name)).toEqual(['Ours'])

    // The address is free again.
    await aUser(database, { email })
    expect((await signIn(email)).status).toBe(200)
  })

  it('cannot be the last administrator’s, nor can theirs be put on stop', async () => {
    const own = await startTestApp()
    const [one, two] = [
      await aUser(own.database, { accountType: 'AD' }),
      await aUser(own.database, { accountType: 'AD' }),
    ]
    const both = await Promise.all([one, two].map(({ token }) => own.call(account.deactivate, { token })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const left = both[0]?.status === 200 ? two : one
    expect((await own.call(account.remove, { token: left.token })).error.code).toBe('last_administrator')
    const staff = await aUser(own.database, { accountType: 'ST' })
    expect((await own.call(account.remove, { token: staff.token })).status).toBe(200)
  })
})

it('gives out all personal data, of the caller alone', async () => {
  const [customer, foreign] = [await aCustomer(database), await aCustomer(database)]
  const { token, id, email } = await aUser(database, { customerIds: [customer.id] })
  const stranger = await aUser(database, { customerIds: [foreign.id] })
  const { product_no } = shared
  for (const userId of [id, stranger.id])
    await database.insert(favourites).values({ userId, product_no, addedAt: new Date() })
  const view = { screen: '/orders/active-orders', name: 'Mine', query: 'status=placed' }
  await database.insert(savedViews).values({ id: uuidv7(), userId: id, ...view })
  await anOrder(database, { customerId: customer.id, product_nos: [product_no], placedAt: new Date() })
  await database.update(orders).set({ placedBy: id }).where(eq(orders.customerId, customer.id))
  const { body } = await call(account.personalData, { token })
  expect(body).toMatchObject({
    user: { id, email },
    customers: [{ id: customer.id }],
    sessions: [{ current: true }],
    favourites: [{ product_no }],
    templates: [],
    saved_views: [view],
    orders: [{ customerId: customer.id }],
    mails: [],
  })
})
