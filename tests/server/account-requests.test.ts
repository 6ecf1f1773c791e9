import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { accountRequests } from '#contract/account-requests.ts'
import { customers as customerCalls } from '#contract/customers.ts'
import { joining } from '#contract/joining.ts'
import { customers, deliveryPostcodes } from '#server/db/schema/customers.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
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
const staff = await aUser(database, { accountType: 'ST' })
const { token } = staff
const { token: colleague } = await aUser(database, { accountType: 'ST' })
const cash = await aCustomer(database, { accountKind: 'cash', priceListId: 'CASH' })

const ROUTE = { route: 'YORK', deliveryWeekdays: [2, 4], cutOffTime: '16:00', minimumOrderPence: 2_500 }
await database.insert(deliveryPostcodes).values([{ prefix: 'YO1', ...ROUTE, deliveryChargePence: 395 }])

let requests = 0
const aBusiness = (parts: { email?: string; postcode?: string } = {}) => {
  requests += 1
  return {
    businessName: `The Copper Kettle ${requests}`,
    contactName: 'Ada Lees',
    email: `ada${requests}@kettle.example.com`,
    contactPhone: `01904 ${123_000 + requests}`,
    addressLines: ['3 Mill Lane'],
    town: 'York',
    postcode: 'yo17hh',
    ...parts,
  }
}
const aRequest = async (parts: { email?: string; postcode?: string } = {}) => {
  const id = uuidv7()
  const body = { id, ...aBusiness(parts) }
  await call(joining.requestAccount, { body })
  return body
}
const aCashAccount = async () => {
  const { contactName: username, businessName, ...rest } = aBusiness()
  const password = 'gravel teapot otter lantern'
  const body = { ...rest, username, businessName, password, password_confirmation: password }
  const { body: signedIn } = await call(joining.registerCash, { body })
  const { data } = (await call(accountRequests.search, { token, body: { queryString: rest.email } })).body
  return { email: rest.email, token: signedIn.token, request: data[0] as NonNullable<(typeof data)[0]> }
}
const TERMS = {
  customerNo: '',
  accountKind: 'credit',
  priceListId: cash.priceListId,
  creditLimitPence: 200_000,
} as const
const mailsTo = async (email: string) =>
  (await database.select().from(mailQueue).where(eq(mailQueue.recipient, email))).map(({ kind }) => kind)

const open = await aRequest()
const params = { id: open.id }
const UNKNOWN = { params: { id: uuidv7() } }
const NOT_THERE = { ...STAFF, ST: 'record_not_found', AD: 'record_not_found', NW: 'record_not_found' }

testAccess(app, shared, { accountRequests }, () => ({
  'accountRequests.search': { expected: STAFF, request: { body: {} } },
  'accountRequests.look': { expected: STAFF, request: { params } },
  'accountRequests.approve': { expected: NOT_THERE, request: { ...UNKNOWN, body: TERMS } },
  'accountRequests.link': { expected: NOT_THERE, request: { ...UNKNOWN, body: { customerId: cash.id } } },
  'accountRequests.confirm': { expected: NOT_THERE, request: UNKNOWN },
  'accountRequests.reject': { expected: NOT_THERE, request: { ...UNKNOWN, body: { reason: '' } } },
  'accountRequests.reopen': { expected: NOT_THERE, request: UNKNOWN },
}))

describe('a request', () => {
  it('becomes an account that can order, and a user who chooses a password by a mail', async () => {
    const { id, email, businessName } = await aRequest()
    const approved = await call(accountRequests.approve, {
      token,
      params: { id },
      body: { ...TERMS, customerNo: 'YORK-7' },
    })
    expect(approved.body).toMatchObject({
      state: 'approved',
      customerId: 'YORK-7',
      decidedAt: '2026-11-25T09:00:00.000Z',
    })
    const [customer] = await database.select().from(customers).where(eq(customers.id, 'YORK-7'))
    expect(customer).toMatchObject({
      name: businessName,
      postcode: 'YO1 7HH',
      creditLimitPence: 200_000,
      ...ROUTE,
    })
    expect(await mailsTo(email)).toEqual(['account_request', 'account_open'])
    await call(account.forgotPassword, { body: { email } })
    const [user] = await database.select().from(users).where(eq(users.email, email))
    expect(user).toMatchObject({ accountType: 'C2', username: 'Ada Lees' })
    const theirs = await database
      .select()
      .from(customerUsers)
      .where(eq(customerUsers.userId, user?.id ?? ''))
    expect(theirs).toMatchObject([{ customerId: 'YORK-7' }])
    const again = await call(accountRequests.approve, { token, params: { id }, body: TERMS })
    expect(again.body).toEqual(approved.body)
  })

  it('is linked to an account, of which a user is told that it is one more', async () => {
    const known = await aUser(database, { customerIds: [shared.customer.id] })
    const { id } = await aRequest({ email: known.email })
    const other = await aCustomer(database)
    const linked = await call(accountRequests.link, { token, params: { id }, body: { customerId: other.id } })
    expect(linked.body).toMatchObject({ state: 'approved', customerId: other.id })
    const { data } = (await call(customerCalls.search, { token: known.token, body: {} })).body
    expect(data.map((each) => each.id).toSorted()).toEqual([shared.customer.id, other.id].toSorted())
  })

  it('shows what helps to decide: delivery and accounts like it, the likeliest first', async () => {
    const alike = await aCustomer(database, { name: 'COPPER KETTLE, THE 99', postcode: 'YO1 7HH' })
    requests = 98
    const { id } = await aRequest()
    const { body } = await call(accountRequests.look, { token, params: { id } })
    expect(body.delivery).toMatchObject({ route: 'YORK', weekdays: [2, 4] })
    expect(body.hasUser).toBe(false)
    expect(body.similar.find((each) => each.id === alike.id)?.same).toEqual(['postcode'])
    const named = await aCustomer(database, { name: 'The Copper-Kettle 99', postcode: 'LS1 1AA' })
    const second = (await call(accountRequests.look, { token, params: { id } })).body.similar
    expect(second[0]).toMatchObject({ id: named.id, same: ['name'] })
  })

  it('is rejected with a mail, can be decided on again, and comes last meanwhile', async () => {
    const { id, email } = await aRequest()
    const rejected = await call(accountRequests.reject, {
      token,
      params: { id },
      body: { reason: ' We need two references. ' },
    })
    expect(rejected.body).toMatchObject({ state: 'rejected', reason: 'We need two references.' })
    expect(await mailsTo(email)).toContain('account_rejected')
    const { data } = (await call(accountRequests.search, { token, body: {} })).body
    const states = data.map(({ state }) => state)
    expect(states.lastIndexOf('open')).toBeLessThan(states.indexOf('rejected'))
    const reopened = await call(accountRequests.reopen, { token, params: { id } })
    expect(reopened.body).toMatchObject({ state: 'open', decidedAt: null, decidedBy: null, reason: '' })
  })

  it('that two people decide at once is decided by one, and the other is told', async () => {
    const { id } = await aRequest()
    const both = await Promise.all([
      call(accountRequests.approve, { token, params: { id }, body: { ...TERMS, customerNo: 'TWICE' } }),
      call(accountRequests.reject, { token: colleague, params: { id }, body: { reason: '' } }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { customerId } = (await call(accountRequests.look, { token, params: { id } })).body.request
    const made = await database.select().from(customers).where(eq(customers.id, 'TWICE'))
    expect(made.map((each) => each.id)).toEqual(customerId === null ? [] : ['TWICE'])
  })

  it.each([
    ['a number that another account has', { customerNo: shared.customer.id }, 'body/customerNo'],
    ['a price list that is not there', { priceListId: 'NONE' }, 'body/priceListId'],
  ])('is not approved with %s', async (_, parts, path) => {
    const { id } = await aRequest()
    const reply = await call(accountRequests.approve, { token, params: { id }, body: { ...TERMS, ...parts } })
    expect(reply.error.errors?.map((each) => each.path)).toEqual([path])
    expect((await call(accountRequests.look, { token, params: { id } })).body.request.state).toBe('open')
  })

  it('from where nothing is delivered, or of a member of staff, becomes no account', async () => {
    const far = await aRequest({ postcode: 'EX1 1AA' })
    const reply = await call(accountRequests.approve, { token, params: { id: far.id }, body: TERMS })
    expect(reply.error.code).toBe('not_served')
    const own = await aRequest({ email: staff.email })
    const refused = await call(accountRequests.approve, { token, params: { id: own.id }, body: TERMS })
    expect(refused.error.errors?.[0]?.path).toBe('body/email')
  })
})

describe('an account that was opened online', () => {
  it('is confirmed, and neither approved nor linked', async () => {
    const { request } = await aCashAccount()
    const where = { token, params: { id: request.id } }
    expect((await call(accountRequests.approve, { ...where, body: TERMS })).error.code).toBe(
      'invalid_request',
    )
    expect((await call(accountRequests.confirm, where)).body.state).toBe('approved')
    expect((await call(accountRequests.confirm, { ...where, token: colleague })).body.state).toBe('approved')
  })

  it('is put on stop: its person is signed out and told; and it is taken off again', async () => {
    const { request, email, token: theirs } = await aCashAccount()
    const where = { token, params: { id: request.id } }
    await call(accountRequests.reject, { ...where, body: { reason: 'The address is a car park.' } })
    expect((await call(customerCalls.search, { token: theirs, body: {} })).status).toBe(401)
    expect(await mailsTo(email)).toContain('account_closed')
    const isOnStop = async () =>
      (
        await database
          .select()
          .from(customers)
          .where(eq(customers.id, request.customerId ?? ''))
      )[0]?.onStop
    expect(await isOnStop()).toBe(true)
    expect((await call(accountRequests.reopen, where)).body.state).toBe('open')
    expect(await isOnStop()).toBe(false)
  })
})

it('staff whose list of routes lacks the screen cannot make its calls', async () => {
  const limited = await aUser(database, { accountType: 'ST', aclRoutes: ['/home'] })
  const reply = await call(accountRequests.search, { token: limited.token, body: {} })
  expect(reply.error.code).toBe('forbidden')
})
