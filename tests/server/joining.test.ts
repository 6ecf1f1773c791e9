import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { customers as customerCalls } from '#contract/customers.ts'
import { deliveryAddresses } from '#contract/delivery-addresses.ts'
import { joining } from '#contract/joining.ts'
import { trollies } from '#contract/trollies.ts'
import { DAY_MS } from '#domain/durations.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { SIGN_IN_FAILURES_MAX } from '#domain/user.ts'
import { customers, deliveryPostcodes } from '#server/db/schema/customers.ts'
import { accountRequests, postcodeRequests } from '#server/db/schema/joining.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import { ANYONE, aShared, testAccess } from '#tests/support/access.ts'
import { aCustomer, anOrder, aTrolly, aUser } from '#tests/support/builders.ts'
import { anInvoicedOrder } from '#tests/support/invoices.ts'
import { startPostOffice } from '#tests/support/post-office.ts'
import { NOW } from '#tests/support/ready-trolly.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

const postOffice = await startPostOffice()
afterAll(() => postOffice.close())
const app = await startTestApp({
  now: () => NOW,
  config: {
    smtpUrl: postOffice.url,
    mailFrom: 'Harbour Foods <orders@harbour.example.com>',
    publicUrl: 'https://orders.example.com',
  },
})
const { database, call } = app

const ROUTE = { route: 'YORK', deliveryWeekdays: [2, 4], cutOffTime: '16:00' }
await database.insert(deliveryPostcodes).values([
  { prefix: 'YO', ...ROUTE, minimumOrderPence: 2_500, deliveryChargePence: 395 },
  { prefix: 'YO1', ...ROUTE, minimumOrderPence: 1_500, deliveryChargePence: 0 },
  { prefix: 'YO62', ...ROUTE, served: false },
])
await aCustomer(database, { accountKind: 'cash', priceListId: 'CASH' })
const companyIs = (value: unknown) =>
  database.$client.query(
    `INSERT INTO settings (name, value) VALUES ('company', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(value)],
  )

beforeEach(async () => {
  await companyIs({ general: { company_name: 'Harbour Foods', contact_email: 'office@harbour.example.com' } })
  await database.delete(mailQueue)
  await database.delete(accountRequests)
  await database.delete(postcodeRequests)
})

let people = 0
const PASSWORD = 'gravel teapot otter lantern'
const aPerson = () => {
  people += 1
  return {
    username: 'Ada Lees',
    email: `ada${people}@lees.example.com`,
    contactPhone: '01904 123456',
    addressLines: ['3 Mill Lane'],
    town: 'York',
    postcode: 'yo17hh',
    password: PASSWORD,
    password_confirmation: PASSWORD,
  }
}
const aBusiness = () => {
  const { username: contactName, password: _, password_confirmation: __, ...rest } = aPerson()
  return { ...rest, businessName: 'The Copper Kettle', contactName }
}
const register = (body: ReturnType<typeof aPerson> & { businessName?: string; website?: string }) =>
  call(joining.registerCash, { body })
const queued = async () =>
  (await database.select().from(mailQueue).orderBy(mailQueue.kind)).map(({ kind, recipient }) => [
    kind,
    recipient,
  ])
/** The last mail that an address got, its lines joined. */
const sentTo = async (address: string) => {
  await app.app.sendMail()
  const raw = postOffice.accepted().findLast(({ to }) => to === address)?.raw ?? ''
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=').replaceAll(/\s+/g, ' ')
  return { subject: /^Subject: (.*)$/m.exec(raw)?.[1]?.trim(), text }
}
const usersWith = (email: string) => database.select().from(users).where(eq(users.email, email))

testAccess(app, await aShared(database), { joining }, () => ({
  'joining.registerCash': { expected: ANYONE, request: { body: aPerson() } },
  'joining.requestAccount': { expected: ANYONE, request: { body: aBusiness() } },
  'joining.checkPostcode': { expected: ANYONE, request: { body: { postcode: 'YO1 7HH' } } },
}))

describe('opening a cash account', () => {
  it('signs in a basic customer of a new cash account with its first delivery address', async () => {
    const body = { ...aPerson(), businessName: 'Lees & Sons' }
    const { token, user } = (await register(body)).body
    expect(user).toMatchObject({
      username: 'Ada Lees',
      email: body.email,
      account_type: 'C1',
      can_place_orders: 1,
    })
    const { data } = (await call(customerCalls.search, { token, body: {} })).body
    expect(data).toMatchObject([
      {
        name: 'Lees & Sons',
        accountKind: 'cash',
        postcode: 'YO1 7HH',
        priceListId: 'CASH',
        minimumOrderPence: 1_500,
        maximumOrderPence: 100_000,
        freeDeliveryPence: 15_000,
      },
    ])
    const customerId = data[0]?.id ?? ''
    expect(customerId).toMatch(/^W\d{8}$/)
    const addresses = (await call(deliveryAddresses.search, { token, body: { customerId } })).body.data
    expect(addresses).toMatchObject([
      { name: 'Lees & Sons', postcode: 'YO1 7HH', isDefault: true, delivery: { weekdays: [2, 4] } },
    ])
    const id = uuidv7()
    const head = { id, customerId, deliveryDay: null, poNumber: '', instructions: '' }
    expect((await call(trollies.create, { token, body: head })).status).toBe(200)
    const signedIn = await call(auth.signIn, { body: { email: body.email, password: PASSWORD } })
    expect(signedIn.status).toBe(200)
  })

  it('is noted for the office, and told to both by mail, where theirs has nothing that was typed', async () => {
    const body = aPerson()
    await register(body)
    const [noted] = await database.select().from(accountRequests)
    expect(noted).toMatchObject({
      kind: 'cash',
      state: 'open',
      businessName: 'Ada Lees',
      postcode: 'YO1 7HH',
      customerId: expect.stringMatching(/^W/),
      createdAt: NOW,
    })
    expect(await queued()).toEqual([
      ['cash_account', body.email],
      ['cash_account_office', 'office@harbour.example.com'],
    ])
    const [theirs] = await database.select().from(mailQueue).where(eq(mailQueue.kind, 'cash_account'))
    for (const typed of ['Ada Lees', '3 Mill Lane', '01904'])
      expect(JSON.stringify(theirs)).not.toContain(typed)
  })

  it('sends a confirmation with the account’s number and a way to sign in, and the office what was typed', async () => {
    const body = aPerson()
    const { user } = (await register(body)).body
    const [link] = await database.select().from(customerUsers).where(eq(customerUsers.userId, user.id))
    const { subject, text } = await sentTo(body.email)
    expect(subject).toBe('Your account with Harbour Foods')
    expect(text).toContain('From: Harbour Foods <orders@harbour.example.com>')
    expect(text).toContain('Your cash account is open')
    expect(text).toContain(`Your account number is ${link?.customerId}. If you did not open this account`)
    expect(text).toContain('href="https://orders.example.com/auth/sign-in"')
    const told = await sentTo('office@harbour.example.com')
    expect(told.subject).toBe(`New cash account ${link?.customerId}`)
    expect(told.text).toContain(`Contact: Ada Lees, ${body.email}, 01904 123456`)
    expect(told.text).toContain('Address: 3 Mill Lane, York, YO1 7HH')
    expect((await database.select().from(mailQueue)).map(({ sentAt }) => sentAt)).toEqual([NOW, NOW])
  })

  it('leaves no request and no mail behind once the person has erased their data', async () => {
    const body = aPerson()
    const { token } = (await register(body)).body
    const { username: contactName, email } = body
    await call(joining.requestAccount, { body: { ...aBusiness(), email } })
    await call(joining.checkPostcode, { body: { postcode: 'LS1 4AP', contact: { contactName, email } } })
    expect(await queued()).toHaveLength(6)
    expect((await call(account.remove, { token })).status).toBe(200)
    for (const table of [accountRequests, postcodeRequests, mailQueue])
      expect(await database.select().from(table)).toEqual([])
  })

  it('makes the device a known one, so that wrong passwords elsewhere do not lock it out', async () => {
    const app = await buildTestApp(database, { config: { trustProxy: 1 } })
    const call = callerOf(app)
    const body = aPerson()
    const at = (network: string, cookie = '') => ({ 'x-forwarded-for': network, cookie })
    const { headers, status } = await call(joining.registerCash, { body, headers: at('203.0.113.20') })
    expect(status).toBe(200)
    const cookie = String(headers['set-cookie'])
    expect(cookie).toMatch(/^trolly-device=[\w-]{43}; Path=\/api\/auth; .*HttpOnly; SameSite=Strict/)
    const signIn = (password: string, headers: Record<string, string>) =>
      call(auth.signIn, { body: { email: body.email, password }, headers })
    for (let n = 0; n < SIGN_IN_FAILURES_MAX; n += 1) await signIn('wrong', at('203.0.113.20'))
    expect((await signIn(PASSWORD, at('203.0.113.20'))).error.code).toBe('locked')
    expect((await signIn(PASSWORD, at('203.0.113.20', cookie.split(';')[0]))).status).toBe(200)
  })

  it('that is refused sets no cookie', async () => {
    const { headers } = await call(joining.registerCash, { body: { ...aPerson(), postcode: 'LS1 4AP' } })
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('of an address that is known is refused, changes nothing and mails its owner, once a day', async () => {
    for (const known of [await aUser(database), await aUser(database, { deactivated: true })]) {
      await database.delete(mailQueue)
      const before = await usersWith(known.email)
      for (const email of [known.email, known.email.toUpperCase()]) {
        const { status, error } = await register({ ...aPerson(), email })
        expect([status, error.code]).toEqual([422, 'registration_refused'])
      }
      expect(await usersWith(known.email)).toEqual(before)
      expect(await queued()).toEqual([['address_in_use', known.email]])
      expect((await sentTo(known.email)).subject).toBe('You already have an account with Harbour Foods')
    }
    expect(await database.select().from(accountRequests)).toEqual([])
  })

  it('twice at once opens one', async () => {
    const body = aPerson()
    const replies = await Promise.all([register(body), register(body), register(body)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(await usersWith(body.email)).toHaveLength(1)
    expect(await database.select().from(accountRequests)).toHaveLength(1)
  })

  it.each([
    ['no UK postcode', { postcode: '75008' }, 'invalid_request'],
    ['a postcode outside the delivery area', { postcode: 'LS1 4AP' }, 'not_served'],
    ['a district that is left out of a served area', { postcode: 'YO62 5AA' }, 'not_served'],
    ['a short password', { password: 'short', password_confirmation: 'short' }, 'password_refused'],
    ['two passwords that differ', { password_confirmation: 'something else' }, 'password_refused'],
    [
      'a common password',
      { password: 'password1234', password_confirmation: 'password1234' },
      'password_refused',
    ],
    ['no address', { addressLines: [] }, 'invalid_request'],
    ['an address of mail without @', { email: 'ada.example.com' }, 'invalid_request'],
  ])('is refused for %s', async (_, parts, code) => {
    const body = { ...aPerson(), ...parts }
    expect((await register(body)).error.code).toBe(code)
    expect(await usersWith(body.email)).toEqual([])
    expect(await queued()).toEqual([])
  })

  it('names the field that is wrong', async () => {
    const { error } = await register({ ...aPerson(), postcode: 'LS1 4AP' })
    expect(error.errors).toEqual([{ path: 'body/postcode', message: 'is outside our delivery area' }])
  })

  it('follows the terms that the office has set, and can be closed', async () => {
    await aCustomer(database, { priceListId: 'ONLINE' })
    const cash_accounts = { price_list_id: 'ONLINE', maximum_order_pence: 50_000, free_delivery_pence: 8_000 }
    await companyIs({ cash_accounts })
    const { user } = (await register(aPerson())).body
    const [row] = await database
      .select()
      .from(customers)
      .innerJoin(customerUsers, eq(customerUsers.customerId, customers.id))
      .where(eq(customerUsers.userId, user.id))
    expect(row?.customers).toMatchObject({
      priceListId: 'ONLINE',
      maximumOrderPence: 50_000,
      freeDeliveryPence: 8_000,
    })
    for (const closed of [{ open: false }, { price_list_id: 'GONE' }]) {
      await companyIs({ cash_accounts: closed })
      expect((await register(aPerson())).error.code).toBe('cash_accounts_closed')
    }
  })

  it('by a program that fills in everything is answered alike, and keeps nothing', async () => {
    const body = { ...aPerson(), website: 'https://pills.example.com' }
    const { token, user } = (await register(body)).body
    expect(user).toMatchObject({ email: body.email, account_type: 'C1' })
    expect((await call(trollies.list, { token })).status).toBe(401)
    expect(await usersWith(body.email)).toEqual([])
    expect(await queued()).toEqual([])
  })
})

describe('erasing the last user of an account that was opened online', () => {
  const AT_HOME = {
    username: 'Wilhelmina Bracegirdle',
    addressLines: ['9 Gallowgate'],
    town: 'Ampleforth',
    contactPhone: '01439 555123',
  }
  /** Parts of what was typed, as they would be found in a row. */
  const PERSONAL = /Wilhelmina|Bracegirdle|Gallowgate|Ampleforth|01439|wb@|blue gate|Willa/i
  const aMember = async () => {
    const body = { ...aPerson(), ...AT_HOME }
    body.email = `wb@${body.email.split('@')[0]}.example.com`
    const { token, user } = (await register(body)).body
    const [link] = await database.select().from(customerUsers).where(eq(customerUsers.userId, user.id))
    return { token, userId: user.id, customerId: link?.customerId ?? '' }
  }
  const address = {
    name: 'Home',
    contactName: AT_HOME.username,
    contactPhone: AT_HOME.contactPhone,
    addressLines: AT_HOME.addressLines,
    town: AT_HOME.town,
    postcode: 'YO1 7HH',
    accessNotes: 'By the blue gate',
  }
  const instructions = 'Willa opens'
  const tablesThatName = async (personal: RegExp) => {
    const { rows } = await database.$client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    )
    const found = await Promise.all(
      rows.map(async ({ name }) => {
        const { rowCount } = await database.$client.query(
          `SELECT FROM public."${name}" t WHERE t::text ~* $1 LIMIT 1`,
          [personal.source],
        )
        return rowCount === 0 ? [] : [name]
      }),
    )
    return found.flat().toSorted()
  }
  const rowOf = async (id: string) => (await database.select().from(customers).where(eq(customers.id, id)))[0]
  const erase = async (token: string) => expect((await call(account.remove, { token })).status).toBe(200)

  it('empties account, addresses, trollies and ended orders, and keeps goods and amounts', async () => {
    const { token, userId, customerId } = await aMember()
    await anInvoicedOrder(database, { customerId, handedOver: { address } })
    await database.update(orders).set({ instructions }).where(eq(orders.customerId, customerId))
    await aTrolly(database, { customerId, createdBy: userId, instructions })
    expect(await tablesThatName(PERSONAL)).toEqual([
      'account_requests',
      'baskets',
      'customers',
      'delivery_addresses',
      'mail_queue',
      'orders',
      'users',
    ])
    await erase(token)
    expect(await tablesThatName(PERSONAL)).toEqual([])
    expect(await rowOf(customerId)).toMatchObject({ name: 'Closed account', onStop: true, leftAt: NOW })
    const [order] = await database.select().from(orders).where(eq(orders.customerId, customerId))
    expect(order?.totalPence).toBeGreaterThan(0)
    expect(await database.$count(invoices, eq(invoices.customerId, customerId))).toBe(1)
  })

  it('keeps the address of an order that is on its way until it has been delivered', async () => {
    const { token, customerId } = await aMember()
    await anOrder(database, { customerId, product_nos: ['P1'], placedAt: NOW })
    await database.update(orders).set({ address, instructions }).where(eq(orders.customerId, customerId))
    await erase(token)
    await app.app.cleanUp()
    expect(await rowOf(customerId)).toMatchObject({ name: AT_HOME.username, onStop: true })
    await database.update(orders).set({ deliveredAt: NOW }).where(eq(orders.customerId, customerId))
    await app.app.cleanUp()
    expect(await tablesThatName(PERSONAL)).toEqual([])
  })

  it('does not wait for an order that nobody reported as delivered', async () => {
    const { token, customerId } = await aMember()
    await anOrder(database, { customerId, product_nos: ['P1'], placedAt: NOW })
    const long = londonDayOf(new Date(NOW.getTime() - 31 * DAY_MS))
    await database.update(orders).set({ address, deliveryDay: long }).where(eq(orders.customerId, customerId))
    await erase(token)
    expect(await tablesThatName(PERSONAL)).toEqual([])
  })

  it('leaves an account that somebody else uses, and one of the office’s, as they are', async () => {
    const { token, customerId } = await aMember()
    const other = await aUser(database, { customerIds: [customerId] })
    const office = await aCustomer(database, { accountKind: 'cash', name: 'Corner Deli' })
    const theirs = await aUser(database, { customerIds: [office.id] })
    const [before, officeBefore] = [await rowOf(customerId), await rowOf(office.id)]
    await erase(token)
    await erase(theirs.token)
    expect(await rowOf(customerId)).toEqual(before)
    expect(await rowOf(office.id)).toEqual(officeBefore)
    await erase(other.token)
    expect(await rowOf(customerId)).toMatchObject({ name: 'Closed account' })
  })

  it('by two at once is noticed by one of them', async () => {
    const { token, customerId } = await aMember()
    const other = await aUser(database, { customerIds: [customerId] })
    await Promise.all([erase(token), erase(other.token)])
    expect(await rowOf(customerId)).toMatchObject({ name: 'Closed account' })
  })
})

describe('a request for a trade account', () => {
  it('is recorded once, however often it is sent, and both are told by mail', async () => {
    const body = {
      ...aBusiness(),
      id: uuidv7(),
      companyNo: 'sc123456',
      vatNo: 'gb 123 4567 89',
      message: 'Daily',
    }
    for (const _ of [1, 2]) {
      const { message } = (await call(joining.requestAccount, { body })).body
      expect(message).toBe('Request Received')
    }
    expect((await sentTo(body.email)).text).toContain('usually within two working days')
    expect((await sentTo('office@harbour.example.com')).subject).toBe(
      'Trade account request from The Copper Kettle',
    )
    expect(await database.select().from(accountRequests)).toMatchObject([
      {
        id: body.id,
        kind: 'trade',
        state: 'open',
        businessName: 'The Copper Kettle',
        postcode: 'YO1 7HH',
        companyNo: 'SC123456',
        vatNo: 'GB123456789',
        message: 'Daily',
        customerId: null,
      },
    ])
    expect(await queued()).toEqual([
      ['account_request', body.email],
      ['account_request_office', 'office@harbour.example.com'],
    ])
  })

  it('is taken from anywhere, and by somebody who is known', async () => {
    const { email } = await aUser(database)
    const body = { ...aBusiness(), email, postcode: 'LS1 4AP' }
    expect((await call(joining.requestAccount, { body })).status).toBe(200)
  })

  it.each([
    ['no UK postcode', { postcode: 'nowhere' }],
    ['a company number of another form', { companyNo: '123' }],
    ['a VAT number of another form', { vatNo: 'DE 12' }],
    ['no business', { businessName: ' ' }],
  ])('is refused for %s', async (_, parts) => {
    const { error } = await call(joining.requestAccount, { body: { ...aBusiness(), ...parts } })
    expect(error.code).toBe('invalid_request')
    expect(await database.select().from(accountRequests)).toEqual([])
  })

  it('by a program is answered alike, and keeps nothing', async () => {
    const { body } = await call(joining.requestAccount, { body: { ...aBusiness(), website: 'x' } })
    expect(body).toEqual({ message: 'Request Received' })
    expect(await database.select().from(accountRequests)).toEqual([])
    expect(await queued()).toEqual([])
  })

  it('needs no address of the office', async () => {
    await companyIs({})
    const body = aBusiness()
    await call(joining.requestAccount, { body })
    expect(await queued()).toEqual([['account_request', body.email]])
  })
})

describe('whether we deliver to a postcode', () => {
  const check = (postcode: string, more: object = {}) =>
    call(joining.checkPostcode, { body: { postcode, ...more } })
  const contact = { contactName: 'Ada Lees', email: 'ada@lees.example.com' }

  it.each([
    ['yo1 7hh', 'YO1 7HH', 1_500, 0],
    ['YO10 5DD', 'YO10 5DD', 2_500, 395],
  ])('%s: by the longest prefix', async (typed, postcode, minimumOrderPence, deliveryChargePence) => {
    expect((await check(typed)).body).toEqual({
      postcode,
      delivery: { weekdays: [2, 4], cutOffTime: '16:00', minimumOrderPence, deliveryChargePence },
      recorded: false,
    })
  })

  it.each(['LS1 4AP', 'YO62 5AA'])('%s: no, and nothing is noted without a contact', async (postcode) => {
    expect((await check(postcode)).body).toEqual({ postcode, delivery: null, recorded: false })
    expect(await database.select().from(postcodeRequests)).toEqual([])
  })

  it('notes a contact where we do not, once, and tells both by mail', async () => {
    const id = uuidv7()
    for (const _ of [1, 2]) expect((await check('ls14ap', { id, contact })).body.recorded).toBe(true)
    expect(await database.select().from(postcodeRequests)).toMatchObject([
      { id, postcode: 'LS1 4AP', district: 'LS1', ...contact, contactPhone: '' },
    ])
    expect((await sentTo(contact.email)).subject).toBe('Deliveries to LS1 4AP')
    expect(await queued()).toEqual([
      ['postcode_request', contact.email],
      ['postcode_request_office', 'office@harbour.example.com'],
    ])
  })

  it('notes nobody where we do, nor a program', async () => {
    expect((await check('YO1 7HH', { contact })).body.recorded).toBe(false)
    expect((await check('LS1 4AP', { contact, website: 'x' })).body.recorded).toBe(true)
    expect(await database.select().from(postcodeRequests)).toEqual([])
    expect(await queued()).toEqual([])
  })

  it('refuses what is no UK postcode', async () => {
    expect((await check('75008')).error).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'body/postcode' }],
    })
  })
})

describe('from one network', () => {
  const limited = async () =>
    callerOf(await buildTestApp(database, { config: { rateLimitFactor: 0.1, trustProxy: 1 } }))
  const headers = { 'x-forwarded-for': '203.0.113.7' }

  it('a tenth of ten accounts an hour and of thirty requests a minute pass', async () => {
    const call = await limited()
    const body = { ...aPerson(), postcode: 'LS1 4AP' }
    const statuses = []
    for (const _ of [1, 2]) statuses.push((await call(joining.registerCash, { body, headers })).error.code)
    expect(statuses).toEqual(['not_served', 'rate_limited'])
    const asked = []
    for (const _ of [1, 2]) {
      asked.push((await call(joining.checkPostcode, { body: { postcode: 'YO1 7HH' }, headers })).status)
      asked.push((await call(joining.requestAccount, { body: aBusiness(), headers })).status)
    }
    expect(asked).toEqual([200, 200, 200, 429])
    const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
    expect((await call(joining.registerCash, { body, headers: elsewhere })).error.code).toBe('not_served')
  })
})
