import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { customerActivity } from '#contract/customer-activity.ts'
import { dayPlus } from '#domain/london-time.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { aShared, REPORTERS, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { NOW } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'

const server = await startTestApp({ now: () => NOW })
const { database, call } = server
/** `NOW` in London. */
const TODAY = '2026-11-23'
const PERIOD = { created_start_date: '2026-11-02', created_end_date: '2026-11-22' }

testAccess(server, await aShared(database), { customerActivity }, () => ({
  'customerActivity.search': { expected: REPORTERS, request: { body: PERIOD } },
}))

let nextNo = 9_000
const anOrder = async (
  customerId: string,
  deliveryDay: string,
  { products = [], ...parts }: Partial<typeof orders.$inferInsert> & { products?: string[] } = {},
) => {
  const id = uuidv7()
  nextNo += 1
  await database.insert(orders).values({
    id,
    orderNo: nextNo,
    customerId,
    deliveryDay,
    placedAt: new Date(`${dayPlus(deliveryDay, -1)}T18:00:00Z`),
    netPence: 1_000,
    vatPence: 0,
    totalPence: 1_000,
    ...parts,
  })
  if (products.length === 0) return
  const line = { pack: '', quantity: 1, unitPricePence: 1, vatBasisPoints: 0, netPence: 1 }
  await database.insert(orderLines).values(
    products.map((product_no, place) => ({
      ...line,
      orderId: id,
      position: place + 1,
      product_no,
      name: `Name of ${product_no}`,
    })),
  )
}

const search = async (token: string, parts: object = {}) =>
  (await call(customerActivity.search, { token, body: { ...PERIOD, ...parts } })).body

/** Customers of a user who has no others. */
const aUserWith = async (...names: string[]) => {
  const made = await Promise.all(names.map((name) => aCustomer(database, { name })))
  const user = await aUser(database, { customerIds: made.map(({ id }) => id) })
  return { ids: made.map(({ id }) => id), token: user.token }
}

describe('customer activity', () => {
  it('shows the last sign-in and order, and spend beside that of the period before', async () => {
    const { ids, token } = await aUserWith('The Copper Kettle')
    const [id = ''] = ids
    await anOrder(id, '2026-11-04', { totalPence: 1_250 })
    await anOrder(id, '2026-11-18', { totalPence: 250 })
    await anOrder(id, '2026-11-20', { totalPence: 9_999, cancelledAt: NOW })
    await anOrder(id, '2026-10-12', { totalPence: 3_000 })
    const reply = await search(token)
    expect(reply).toMatchObject({
      total: 1,
      totals: { orders: 2, totalPence: 1_500 },
      before: { from: '2026-10-12', to: '2026-11-01', orders: 1, totalPence: 3_000 },
      data: [
        {
          customerId: id,
          lastOrderAt: '2026-11-17T18:00:00.000Z',
          lastDeliveryDay: '2026-11-18',
          usualDays: null,
          state: 'ordering',
          orders: 2,
          totalPence: 1_500,
          before: { orders: 1, totalPence: 3_000 },
        },
      ],
    })
    expect(reply.data[0]?.lastSignInAt).not.toBeNull()
    expect(reply.days).toHaveLength(21)
    expect(reply.days[2]).toEqual({ day: '2026-11-04', totalPence: 1_250 })
  })

  it('tells who is slipping away, who has stopped and who never ordered', async () => {
    const { ids, token } = await aUserWith('Daily', 'Late', 'Gone', 'New')
    const [daily = '', late = '', gone = ''] = ids
    for (const back of [1, 2, 3, 4, 5, 6]) await anOrder(daily, dayPlus(TODAY, -back))
    // Each fourth day, and then nothing for nine days.
    for (const back of [9, 13, 17, 21]) await anOrder(late, dayPlus(TODAY, -back))
    await anOrder(gone, dayPlus(TODAY, -200))
    const { data, states } = await search(token, { sort_by: 'customerName' })
    expect(data.map(({ customerName, state, usualDays }) => [customerName, state, usualDays])).toEqual([
      ['Daily', 'ordering', 1],
      ['Gone', 'stopped', null],
      ['Late', 'slipping', 4],
      ['New', 'never', null],
    ])
    expect(states.map(({ count }) => count)).toEqual([1, 1, 1, 1])
    expect(await search(token, { state: 'slipping' })).toMatchObject({
      total: 1,
      data: [{ customerId: late }],
    })
  })

  it('names products that were bought regularly and are no more', async () => {
    const { ids, token } = await aUserWith('The Copper Kettle')
    const [id = ''] = ids
    const day = (back: number) => dayPlus(PERIOD.created_start_date, -back)
    await anOrder(id, day(3), { products: ['LOST', 'STILL', 'LOST'] })
    await anOrder(id, day(10), { products: ['LOST', 'STILL', 'RARE'] })
    await anOrder(id, day(17), { products: ['LOST', 'STILL', 'RARE'] })
    await anOrder(id, day(24), { products: ['RARE'], cancelledAt: NOW })
    await anOrder(id, day(-2), { products: ['STILL'] })
    expect((await search(token)).data[0]).toMatchObject({
      lostCount: 1,
      lost: [{ product_no: 'LOST', name: 'Name of LOST', deliveries: 3, lastDay: day(3) }],
    })
  })

  it('can be searched, sorted and paged', async () => {
    const { ids, token } = await aUserWith('Apple Bar', 'Bread Hall', 'Corn House')
    const [apple = '', bread = ''] = ids
    await anOrder(apple, '2026-11-04', { totalPence: 500 })
    await anOrder(bread, '2026-11-04', { totalPence: 700 })
    await anOrder(bread, '2026-10-14', { totalPence: 900 })
    const names = async (parts: object) =>
      (await search(token, parts)).data.map(({ customerName }) => customerName)
    expect(await names({})).toEqual(['Bread Hall', 'Apple Bar', 'Corn House'])
    expect(await names({ sort_by: 'change' })).toEqual(['Bread Hall', 'Corn House', 'Apple Bar'])
    expect(await names({ sort_by: 'lastOrderAt' })).toEqual(['Corn House', 'Apple Bar', 'Bread Hall'])
    expect(await names({ queryString: 'hall BREAD' })).toEqual(['Bread Hall'])
    expect(await names({ queryString: apple.toLowerCase() })).toEqual(['Apple Bar'])
    expect(await search(token, { page: 2, pageLength: 2 })).toMatchObject({ total: 3, data: [{}] })
  })

  it('shows staff every customer, and nobody else’s to a customer', async () => {
    const { ids, token } = await aUserWith('Mine')
    const stranger = await aUserWith('Yours')
    const staff = await aUser(database, { accountType: 'ST' })
    expect((await search(token)).data.map(({ customerId }) => customerId)).toEqual(ids)
    const all = await search(staff.token, { pageLength: 96 })
    expect(all.data.map(({ customerId }) => customerId)).toEqual(
      expect.arrayContaining([...ids, ...stranger.ids]),
    )
    const nobody = await aUser(database)
    expect(await search(nobody.token)).toMatchObject({ total: 0, totals: { orders: 0, totalPence: 0 } })
  })

  it('rejects a period that ends before it starts', async () => {
    const staff = await aUser(database, { accountType: 'ST' })
    const reply = await call(customerActivity.search, {
      token: staff.token,
      body: { ...PERIOD, created_end_date: '2026-11-01' },
    })
    expect([reply.status, reply.error.errors?.[0]?.path]).toEqual([400, 'body/created_end_date'])
  })
})
