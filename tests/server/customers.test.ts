import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { trollies } from '#contract/trollies.ts'
import type { PaymentState } from '#domain/payment.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { deliveryPostcodes, holidays } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import { accountPayments } from '#server/db/schema/paperwork.ts'
import { payments } from '#server/db/schema/payments.ts'
import { aCustomer, aTrolly, aUser } from '#tests/support/builders.ts'
import { anInvoicedOrder } from '#tests/support/invoices.ts'
import { startTestApp } from '#tests/support/server.ts'

/** Monday, 20:48 in London. */
const NOW = new Date('2026-11-23T20:48:00.000Z')

const { database, call } = await startTestApp({ now: () => NOW })

await aCustomer(database, { id: 'C1001', name: 'Café Royal', town: 'Aberdeen', postcode: 'AB10 1AB' })
await aCustomer(database, { id: 'C1002', name: 'The Copper Kettle', town: 'Leeds', postcode: 'LS1 4DY' })
await aCustomer(database, { id: 'C1003', name: 'Kettle & Pan', town: 'Aberdeen', postcode: 'AB11 6BE' })
await aCustomer(database, {
  id: 'C10',
  name: '100% Vegan',
  town: 'Bath',
  postcode: 'BA1 1AA',
  distributorNo: 'D7',
})
await aCustomer(database, {
  id: 'KETTLE',
  name: 'Zest',
  town: 'Bath',
  postcode: 'BA2 3AA',
  distributorNo: 'D7',
})
await aCustomer(database, { id: 'X1', name: 'Somebody Else', town: 'Aberdeen', postcode: 'AB10 1AB' })

const MINE = ['C1001', 'C1002', 'C1003', 'C10', 'KETTLE']
const { token } = await aUser(database, { customerIds: MINE })
const { token: staffToken } = await aUser(database, { accountType: 'ST' })

const search = async (body: BodyOf<typeof customers.search>, as = token) =>
  (await call(customers.search, { token: as, body })).body

const found = async (queryString: string) => (await search({ queryString })).data.map(({ id }) => id)

describe('the search of customers', () => {
  it.each([
    ['nothing: all, by name', '', ['C10', 'C1001', 'C1003', 'C1002', 'KETTLE']],
    ['blanks only', '   ', ['C10', 'C1001', 'C1003', 'C1002', 'KETTLE']],
    ['a number, exact match first, then those that start with it', 'C10', ['C10', 'C1001', 'C1003', 'C1002']],
    ['a number in lower case', 'c1002', ['C1002']],
    ['a name, a matching number first', 'kettle', ['KETTLE', 'C1003', 'C1002']],
    ['a part of a name', 'opper', ['C1002']],
    ['a name without its accent', 'cafe', ['C1001']],
    ['a name with its accent', 'CAFÉ', ['C1001']],
    ['a town', 'aberdeen', ['C1001', 'C1003']],
    ['a postcode with its space', 'AB10 1AB', ['C1001']],
    ['a postcode without its space', 'ab101ab', ['C1001']],
    ['the beginning of postcodes', 'BA', ['C10', 'KETTLE']],
    ['words of different fields, in any order', 'leeds copper', ['C1002']],
    ['words with surrounding blanks', '  leeds   kettle ', ['C1002']],
    ['an unknown word beside a known one', 'kettle glasgow', []],
    ['a pattern character, literally', '%', ['C10']],
    ['another, which matches nothing', '_', []],
    ['a backslash', '\\', []],
  ])('finds by %s', async (_, queryString, expected) => {
    expect(await found(queryString)).toEqual(expected)
  })

  it('returns every field that the rules need', async () => {
    const full = {
      id: 'FULL',
      name: 'Full House',
      accountKind: 'cash' as const,
      town: 'York',
      postcode: 'YO1 7HH',
      onStop: true,
      priceListId: 'LIST-FULL',
      minimumOrderPence: 5_000,
      maximumOrderPence: 900_000,
      freeDeliveryPence: 12_000,
      mandatoryCategory: 'Dairy',
      ageRestrictedAllowed: true,
    }
    await aCustomer(database, full)
    await database.insert(deliveryPostcodes).values([
      { prefix: 'YO', deliveryChargePence: 950 },
      { prefix: 'YO1', deliveryChargePence: 600 },
      { prefix: 'YO1 7', deliveryChargePence: 650 },
      { prefix: 'YO1 8', deliveryChargePence: 850 },
      { prefix: 'Y', deliveryChargePence: 50 },
      { prefix: 'YO17', deliveryChargePence: 1_250 },
    ])
    const told = { ...full, creditLeftPence: null, deliveryChargePence: 650, discounts: [] }
    expect((await search({ queryString: 'FULL' }, staffToken)).data).toEqual([told])
    expect((await call(customers.get, { token: staffToken, params: { id: 'FULL' } })).body).toEqual(told)
  })

  it('finds every customer for staff, and only their own for other users', async () => {
    expect((await search({ queryString: 'Somebody' }, staffToken)).total).toBe(1)
    expect(await search({ queryString: 'Somebody' })).toMatchObject({ data: [], total: 0 })
    const { token: newcomer } = await aUser(database)
    expect(await search({}, newcomer)).toEqual({ data: [], total: 0, page: 1, pageLength: 24 })
  })

  it('restricts results to a distributor if one is given', async () => {
    expect((await search({ distributor_no: 'D7' })).data.map(({ id }) => id)).toEqual(['C10', 'KETTLE'])
    expect((await search({ distributor_no: 'D7', queryString: 'zest' })).total).toBe(1)
    expect((await search({ distributor_no: 'D8' })).total).toBe(0)
    expect((await search({ distributor_no: null })).total).toBe(MINE.length)
  })

  it('returns one page and the total count, also beyond the last page', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => search({ page, pageLength: 2 })))
    expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([
      ['C10', 'C1001'],
      ['C1003', 'C1002'],
      ['KETTLE'],
      [],
    ])
    expect(pages.map(({ total, page, pageLength }) => [total, page, pageLength])).toEqual(
      [1, 2, 3, 4].map((page) => [MINE.length, page, 2]),
    )
  })

  it.each([{ pageLength: 97 }, { page: 0 }, { queryString: 'x'.repeat(201) }, { colour: 'red' }])(
    'refuses %j',
    async (body) => {
      const reply = await call(customers.search, { token, body: body as BodyOf<typeof customers.search> })
      expect(reply.error.code).toBe('invalid_request')
    },
  )
})

describe('one customer', () => {
  it('is available to its own users', async () => {
    const reply = await call(customers.get, { token, params: { id: 'C1002' } })
    expect(reply.body).toMatchObject({ id: 'C1002', name: 'The Copper Kettle', town: 'Leeds' })
  })

  it('of another user gets exactly the reply for an unknown one', async () => {
    const replies = await Promise.all(
      [customers.get, customers.deliveryDates].flatMap((endpoint) =>
        ['X1', 'NEVER'].map((id) => call(endpoint, { token, params: { id } })),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies[0]?.error.code).toBe('customer_not_found')
  })
})

describe('delivery dates', () => {
  const datesOf = async (id: string) =>
    (await call(customers.deliveryDates, { token: staffToken, params: { id } })).body

  it('are the route’s days with their cut-offs, together with the server’s time', async () => {
    await aCustomer(database, {
      id: 'ROUTE',
      deliveryWeekdays: [2, 5],
      cutOffTime: '16:00',
      cutOffDaysBefore: 2,
    })
    const { data, serverTime } = await datesOf('ROUTE')
    expect(serverTime).toBe(NOW.toISOString())
    expect(data.slice(0, 3)).toEqual([
      // Its cut-off has passed; it stays, so that its trolly can show that.
      { day: '2026-11-24', cutOffAt: '2026-11-21T16:00:00.000Z' },
      { day: '2026-11-27', cutOffAt: '2026-11-25T16:00:00.000Z' },
      { day: '2026-12-01', cutOffAt: '2026-11-28T16:00:00.000Z' },
    ])
    expect(data.at(-1)?.day).toBe('2026-12-18')
  })

  it('skip holidays, for deliveries and for cut-offs', async () => {
    await database.insert(holidays).values([
      { day: '2026-11-26', name: 'Closed' },
      { day: '2026-11-23', name: 'Closed before' },
    ])
    await aCustomer(database, { id: 'HOLIDAY', deliveryWeekdays: [2, 4, 5] })
    const { data } = await datesOf('HOLIDAY')
    expect(data.slice(0, 3)).toEqual([
      { day: '2026-11-24', cutOffAt: '2026-11-21T22:00:00.000Z' },
      { day: '2026-11-27', cutOffAt: '2026-11-25T22:00:00.000Z' },
      { day: '2026-12-01', cutOffAt: '2026-11-30T22:00:00.000Z' },
    ])
  })

  it.each([
    { cutOffTime: '24:00' },
    { cutOffTime: '9:00' },
    { cutOffDaysBefore: -1 },
    { deliveryWeekdays: [0] },
  ])('are protected by the database, which rejects a route with %j', async (wrong) => {
    await expect(aCustomer(database, wrong)).rejects.toMatchObject({ cause: { code: '23514' } })
  })

  it('are empty for a customer without a route', async () => {
    await aCustomer(database, { id: 'NOROUTE', deliveryWeekdays: [] })
    expect((await datesOf('NOROUTE')).data).toEqual([])
  })

  it('reject an unknown address instead of answering for another', async () => {
    const reply = await call(customers.deliveryDates, {
      token,
      params: { id: 'C1001' },
      query: { delivery_address_id: '01890000-0000-7000-8000-000000000000' },
    })
    expect([reply.status, reply.error.code]).toEqual([404, 'address_not_found'])
  })
})

describe('the remaining credit', () => {
  const left = async (id: string) =>
    (await call(customers.get, { token: staffToken, params: { id } })).body.creditLeftPence
  const ordered = async (customerId: string, parts: Partial<typeof orders.$inferInsert>) => {
    const id = uuidv7()
    const totals = { netPence: parts.totalPence ?? 0, vatPence: 0, totalPence: 0 }
    await database
      .insert(orders)
      .values({ id, orderNo: 1, customerId, deliveryDay: '2026-11-25', ...totals, ...parts })
    return id
  }
  const paidByCard = (orderId: string, amountPence: number, state: PaymentState) =>
    database.insert(payments).values({ orderId, amountPence, state, expiresAt: NOW })

  it('is null without a limit', async () => {
    expect(await left('C1001')).toBeNull()
  })

  it('counts orders until they are billed, then invoices and credits, less payments', async () => {
    await aCustomer(database, { id: 'LIMIT', creditLimitPence: 100_000 })
    expect(await left('LIMIT')).toBe(100_000)

    await ordered('LIMIT', { orderNo: 2, totalPence: 20_000 })
    await ordered('LIMIT', { orderNo: 3, totalPence: 7_000, cancelledAt: NOW })
    await ordered('LIMIT', { orderNo: 4, totalPence: 6_000, replacedAt: NOW })
    await paidByCard(await ordered('LIMIT', { orderNo: 5, totalPence: 5_000 }), 5_000, 'paid')
    expect(await left('LIMIT')).toBe(80_000)

    // 4 ordered at £12.50, 3 delivered.
    const lines = [{ quantity: 4, deliveredQuantity: 3 }]
    await anInvoicedOrder(database, { customerId: 'LIMIT', lines })
    expect(await left('LIMIT')).toBe(80_000 - 3_750)
    const { id } = await anInvoicedOrder(database, { customerId: 'LIMIT', lines })
    await paidByCard(id, 3_750, 'paid')
    expect(await left('LIMIT')).toBe(80_000 - 3_750)

    await database
      .insert(accountPayments)
      .values({ customerId: 'LIMIT', day: '2026-11-20', reference: 'BACS', amountPence: 3_000 })
    expect(await left('LIMIT')).toBe(80_000 - 750)
  })

  it('is negative if more is owed', async () => {
    await aCustomer(database, { id: 'OVER', creditLimitPence: 10_000 })
    await ordered('OVER', { orderNo: 6, totalPence: 12_500 })
    expect(await left('OVER')).toBe(-2_500)
    expect((await search({ queryString: 'OVER' }, staffToken)).data[0]?.creditLeftPence).toBe(-2_500)
  })
})

describe('the account of a call that names none', () => {
  const creates = async (who: string) => {
    const reply = await call(trollies.create, { token: who, body: {} })
    return reply.status === 200 ? reply.body.basket.customerId : reply.error.code
  }

  it('is the only one that the user has', async () => {
    const { token: one } = await aUser(database, { customerIds: ['C1002'] })
    expect(await creates(one)).toBe('C1002')
    const { token: none } = await aUser(database)
    expect(await creates(none)).toBe('customer_required')
  })

  it('is asked for where there are several and none is current, staff included', async () => {
    for (const who of [
      await aUser(database, { customerIds: MINE }),
      await aUser(database, { accountType: 'ST' }),
    ])
      expect(await creates(who.token)).toBe('customer_required')
  })

  it('is that of the user’s open trolly which changed last, else of their last order', async () => {
    const user = await aUser(database, { customerIds: MINE })
    const colleague = await aUser(database, { customerIds: MINE })
    const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000)
    const trolly = (customerId: string, minute: number, parts: Partial<typeof baskets.$inferInsert> = {}) =>
      aTrolly(database, { customerId, createdBy: user.id, updatedAt: at(minute), ...parts })
    const sums = { netPence: 0, vatPence: 0, totalPence: 0, deliveryDay: '2026-12-01' }
    const order = (customerId: string, minute: number, placedBy: string) =>
      database
        .insert(orders)
        .values({ id: uuidv7(), orderNo: 900 + minute, customerId, placedBy, placedAt: at(minute), ...sums })
    await order('C1003', 1, user.id)
    await order('C1002', 2, user.id)
    await order('C1001', 3, colleague.id)
    await trolly('C1001', 4, { state: 'deleted' })
    await trolly('C1001', 5, { createdBy: colleague.id })
    expect(await creates(user.token)).toBe('C1002')
    await database.update(baskets).set({ state: 'deleted' })
    await trolly('KETTLE', 7)
    await trolly('C10', 6)
    await trolly('X1', 8)
    expect(await creates(user.token)).toBe('KETTLE')
  })
})
