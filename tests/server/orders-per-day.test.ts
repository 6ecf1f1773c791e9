import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { activeOrders } from '#contract/orders.ts'
import { ordersPerDay } from '#contract/orders-per-day.ts'
import { trollies } from '#contract/trollies.ts'
import { deliveryPostcodes } from '#server/db/schema/customers.ts'
import { orderDays } from '#server/db/schema/order-days.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { aShared, REPORTERS, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { DAY, NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'

const server = await startTestApp({ now: () => NOW })
const { database, call } = server
const { aReadyTrolly } = readyTrollies(database)

testAccess(server, await aShared(database), { ordersPerDay }, () => ({
  'ordersPerDay.search': {
    expected: REPORTERS,
    request: { body: { created_start_date: '2026-11-01', created_end_date: '2026-11-30' } },
  },
}))

const staff = await aUser(database, { accountType: 'ST' })
const report = async (from: string, to: string, parts: object = {}, token = staff.token) =>
  (
    await call(ordersPerDay.search, {
      token,
      body: { created_start_date: from, created_end_date: to, ...parts },
    })
  ).body

let nextNo = 5_000
const anOrder = async (
  customerId: string,
  { lines = 1, ...parts }: Partial<typeof orders.$inferInsert> & { lines?: number },
) => {
  const id = uuidv7()
  nextNo += 1
  const written = { netPence: 1_000, vatPence: 200, totalPence: 1_200, deliveryDay: '2026-10-05' }
  await database.insert(orders).values({ id, orderNo: nextNo, customerId, ...written, ...parts })
  const line = { name: '', pack: '', quantity: 1, unitPricePence: 1, vatBasisPoints: 0, netPence: 1 }
  const places = Array.from({ length: lines }, (_, place) => place + 1)
  await database
    .insert(orderLines)
    .values(places.map((position) => ({ ...line, orderId: id, position, product_no: `P${position}` })))
  return id
}

const kept = () =>
  database
    .select()
    .from(orderDays)
    .orderBy(
      orderDays.deliveryDay,
      orderDays.customerId,
      orderDays.depot,
      orderDays.method,
      orderDays.channel,
      orderDays.hours,
    )

/** What the triggers kept is what the orders themselves sum up to. */
const expectExact = async () => {
  const before = await kept()
  await database.$client.query('SELECT rebuild_order_days()')
  expect(before).toEqual(await kept())
}

describe('the report', () => {
  it('sums orders, lines and value by delivery day, beside the same weekdays of the period before', async () => {
    const { id } = await aCustomer(database)
    await anOrder(id, { deliveryDay: '2026-10-05', lines: 2 })
    await anOrder(id, { deliveryDay: '2026-10-05', netPence: 1, totalPence: 1 })
    await anOrder(id, { deliveryDay: '2026-10-07', lines: 3 })
    await anOrder(id, { deliveryDay: '2026-09-28', lines: 4, totalPence: 900 })
    await anOrder(id, { deliveryDay: '2026-09-29' })
    const reply = await report('2026-10-05', '2026-10-07')
    expect(reply).toMatchObject({
      by: 'day',
      total: 3,
      totals: { orders: 3, lines: 6, netPence: 2_001, totalPence: 2_401 },
      before: { from: '2026-09-28', to: '2026-09-30', orders: 2, lines: 5, totalPence: 2_100 },
      days: [
        { day: '2026-10-05', customer: 0, office: 0, other: 2 },
        { day: '2026-10-06', customer: 0, office: 0, other: 0 },
        { day: '2026-10-07', customer: 0, office: 0, other: 1 },
      ],
    })
    expect(reply.data).toMatchObject([
      { key: '2026-10-05', orders: 2, lines: 3, totalPence: 1_201, before: { orders: 1, totalPence: 900 } },
      { key: '2026-10-06', orders: 0, before: { orders: 1, totalPence: 1_200 } },
      { key: '2026-10-07', orders: 1, lines: 3, before: { orders: 0 } },
    ])
  })

  it('compares eight days with those two weeks before', async () => {
    expect((await report('2026-10-05', '2026-10-12')).before).toMatchObject({
      from: '2026-09-21',
      to: '2026-09-28',
    })
  })

  it('groups and filters by depot, channel, method and hours before the cut-off', async () => {
    await database.insert(deliveryPostcodes).values([
      { prefix: 'HX', depot: 'Leeds' },
      { prefix: 'HX3', depot: 'Halifax' },
    ])
    const { id } = await aCustomer(database, { postcode: 'hx1 1aa' })
    const chef = await aUser(database, { customerIds: [id] })
    const deliveryDay = '2026-08-03'
    const cutOffAt = new Date('2026-08-02T21:00:00Z')
    const placed = (hoursBefore: number) => new Date(cutOffAt.getTime() - hoursBefore * 3_600_000)
    await anOrder(id, { deliveryDay, placedBy: chef.id, cutOffAt, placedAt: placed(0.5) })
    await anOrder(id, { deliveryDay, placedBy: chef.id, cutOffAt, placedAt: placed(30) })
    await anOrder(id, { deliveryDay, placedBy: staff.id, cutOffAt, placedAt: placed(-1) })
    const address = {
      name: '',
      contactName: '',
      contactPhone: '',
      addressLines: [],
      town: '',
      accessNotes: '',
    }
    await anOrder(id, { deliveryDay, method: 'collection', address: { ...address, postcode: 'HX3 3TX' } })
    await anOrder((await aCustomer(database)).id, { deliveryDay })
    const keys = async (by: string, parts: object = {}) =>
      (await report(deliveryDay, deliveryDay, { by, ...parts })).data.map(({ key, orders: count }) => [
        key,
        count,
      ])
    expect(await keys('depot')).toEqual([
      ['-', 1],
      ['Halifax', 1],
      ['Leeds', 3],
    ])
    expect(await keys('channel')).toEqual([
      ['customer', 2],
      ['office', 1],
      ['other', 2],
    ])
    expect(await keys('method')).toEqual([
      ['collection', 1],
      ['delivery', 4],
    ])
    expect(await keys('hours')).toEqual([
      ['-2', 2],
      ['-1', 1],
      ['0', 1],
      ['24', 1],
    ])
    expect(await keys('hours', { depot: 'Leeds', channel: 'customer' })).toEqual([
      ['0', 1],
      ['24', 1],
    ])
    expect(await keys('day', { depot: '-' })).toEqual([[deliveryDay, 1]])
    expect(await keys('day', { hours: '24', method: 'delivery' })).toEqual([[deliveryDay, 1]])
    expect((await report(deliveryDay, deliveryDay, { depot: '-' })).depots).toEqual(['-', 'Halifax', 'Leeds'])
    expect(await keys('hours', { queryString: 'LAST hour' })).toEqual([['0', 1]])
    expect(await keys('depot', { sort_by: 'orders_descending', pageLength: 1 })).toEqual([['Leeds', 3]])
    // Later changes of users and routes do not move what was ordered.
    await database.delete(deliveryPostcodes)
    await expectExact()
    expect(await keys('depot', { queryString: 'leeds' })).toEqual([['Leeds', 3]])
  })

  it('leaves out orders that are cancelled, replaced or deleted, and follows one that is moved', async () => {
    const { id } = await aCustomer(database)
    const day = '2026-07-06'
    const made = [2, 3, 4, 5].map((lines) => anOrder(id, { deliveryDay: day, lines }))
    const [cancelled = '', replaced = '', moved = '', deleted = ''] = await Promise.all(made)
    expect((await report(day, day)).totals).toMatchObject({ orders: 4, lines: 14 })
    const set = (order: string, fields: Partial<typeof orders.$inferInsert>) =>
      database.update(orders).set(fields).where(eq(orders.id, order))
    await set(cancelled, { cancelledAt: NOW })
    await set(replaced, { replacedAt: NOW })
    await set(replaced, { cancelledAt: NOW })
    await set(moved, { deliveryDay: '2026-07-07', totalPence: 5 })
    await database.delete(orders).where(eq(orders.id, deleted))
    expect((await report(day, '2026-07-07')).data).toMatchObject([
      { key: '2026-07-07', orders: 1, lines: 4, totalPence: 5 },
    ])
    await expectExact()
  })

  it('counts an order as it is placed and again as it is cancelled, to the penny', async () => {
    const { token, params, body } = await aReadyTrolly()
    const { body: order } = await call(trollies.checkout, {
      token,
      params,
      body: { ...body, payBy: 'account' },
    })
    const ofDay = async () => (await report(DAY, DAY, {}, token)).totals
    expect(await ofDay()).toEqual({
      orders: 1,
      lines: order.lines.length,
      netPence: order.totals.netPence,
      totalPence: order.totals.totalPence,
    })
    await expectExact()
    await call(activeOrders.cancel, { token, params: { id: order.id } })
    expect(await ofDay()).toEqual({ orders: 0, lines: 0, netPence: 0, totalPence: 0 })
    await expectExact()
  })

  it('counts orders that are placed at the same time', async () => {
    const { id } = await aCustomer(database)
    const deliveryDay = '2026-06-01'
    await Promise.all(Array.from({ length: 12 }, () => anOrder(id, { deliveryDay, lines: 2 })))
    expect((await report(deliveryDay, deliveryDay)).totals).toMatchObject({ orders: 12, lines: 24 })
    await expectExact()
  })

  it('shows a customer’s user only that customer’s orders', async () => {
    const [mine, yours] = [await aCustomer(database), await aCustomer(database)]
    const chef = await aUser(database, { customerIds: [mine.id] })
    const deliveryDay = '2026-05-04'
    await anOrder(mine.id, { deliveryDay })
    await anOrder(yours.id, { deliveryDay })
    expect((await report(deliveryDay, deliveryDay, {}, chef.token)).totals.orders).toBe(1)
    expect((await report(deliveryDay, deliveryDay)).totals.orders).toBe(2)
    const nobody = await aUser(database)
    expect(await report(deliveryDay, deliveryDay, {}, nobody.token)).toMatchObject({ total: 0, depots: [] })
  })

  it.each([
    ['ends before it starts', '2026-09-30'],
    ['is longer than a year', '2027-12-01'],
  ])('rejects a period that %s', async (_, created_end_date) => {
    const reply = await call(ordersPerDay.search, {
      token: staff.token,
      body: { created_start_date: '2026-10-01', created_end_date },
    })
    expect([reply.status, reply.error.errors?.[0]?.path]).toEqual([400, 'body/created_end_date'])
  })
})
