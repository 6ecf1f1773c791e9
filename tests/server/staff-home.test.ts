import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { accountRequests } from '#contract/account-requests.ts'
import { agentAlerts } from '#contract/agent-alerts.ts'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders } from '#contract/orders.ts'
import { postcodes } from '#contract/postcodes.ts'
import { serverMaintenance } from '#contract/server-maintenance.ts'
import { staffHome } from '#contract/staff-home.ts'
import { stockAlertReport } from '#contract/stock-alert-report.ts'
import { customers, deliveryPostcodes } from '#server/db/schema/customers.ts'
import { postcodeRequests, accountRequests as requestRows } from '#server/db/schema/joining.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orderExports } from '#server/db/schema/order-exports.ts'
import { orders } from '#server/db/schema/orders.ts'
import { stockAlerts } from '#server/db/schema/stock-alerts.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/** A Monday, at eleven in London. */
const NOW = new Date('2026-11-23T11:00:00.000Z')
const TOMORROW = '2026-11-24'
let now = NOW
const server = await startTestApp({ now: () => now })
const { database, call } = server

const shared = await aShared(database)
testAccess(server, shared, { staffHome }, () => ({
  'staffHome.look': { expected: STAFF },
  'staffHome.missing': {
    expected: STAFF,
    // The cut-off of the customer that all of them share.
    request: { query: { cutOffAt: '2026-11-23T22:00:00.000Z', route: '', deliveryDay: TOMORROW } },
  },
}))

const { token } = await aUser(database, { accountType: 'AD' })
const look = async () => (await call(staffHome.look, { token })).body
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)

let nextNo = 5_000
const anOrder = async (customerId: string, parts: Partial<typeof orders.$inferInsert> = {}) => {
  const id = uuidv7()
  nextNo += 1
  const written = { netPence: 1_000, vatPence: 200, totalPence: 1_200, deliveryDay: TOMORROW }
  await database.insert(orders).values({ id, orderNo: nextNo, customerId, ...written, ...parts })
  return id
}

describe('each figure is that of the list that it leads to', () => {
  it('orders by status, with their value', async () => {
    const { id } = await aCustomer(database)
    await anOrder(id)
    await anOrder(id, { totalPence: 900 })
    await anOrder(id, { confirmedAt: null })
    await anOrder(id, { pickingAt: NOW })
    await anOrder(id, { cancelledAt: NOW })
    await anOrder(id, { replacedAt: NOW })
    await anOrder(id, { deliveryDay: '2026-11-23', deliveredAt: NOW })
    const home = await look()
    for (const { status, count, totalPence } of home.orders) {
      const { body } = await call(activeOrders.search, { token, body: { filters: { status } } })
      expect([count, totalPence], status).toEqual([
        body.total,
        body.data.reduce((sum, order) => sum + order.totalPence, 0),
      ])
    }
    expect(home.orders.map(({ count }) => count)).toEqual([1, 2, 1, 0])
    const filters = { status: 'delivered', from: home.day, to: home.day } as const
    const delivered = await call(orderHistory.search, { token, body: { filters } })
    expect([home.day, home.deliveredToday]).toEqual(['2026-11-23', delivered.body.total])
    expect(home.deliveredToday).toBe(1)
  })

  it('late exports: orders in progress of which something has waited for more than half an hour', async () => {
    const { id } = await aCustomer(database)
    const waits = async (minutes: number, parts: Partial<typeof orders.$inferInsert> = {}) => {
      const orderId = await anOrder(id, parts)
      const row = { orderId, event: 'placed' as const, writtenAt: minutesAgo(minutes) }
      await database.insert(orderExports).values(row)
      return orderId
    }
    const late = await waits(40)
    const changed = await waits(31, { exportedAt: minutesAgo(50) })
    await waits(29)
    await waits(90, { cancelledAt: NOW })
    // Another system's order, which is not handed over.
    await anOrder(id)
    expect((await look()).lateExports).toEqual({ count: 2, oldestAt: minutesAgo(40).toISOString() })
    const found = await call(activeOrders.search, { token, body: { filters: { exported: 'late' } } })
    expect(found.body.data.map((order) => order.id).sort()).toEqual([late, changed].sort())
    const file = await call(activeOrders.exportData, { token, query: { exported: 'late' } })
    expect(file.text.trim().split('\r\n')).toHaveLength(3)
  })

  it('mails, requests, stock alerts and agent alerts', async () => {
    const mail = {
      kind: 'back_in_stock',
      recipient: '',
      writtenAt: minutesAgo(9),
      nextAttemptAt: NOW,
    } as const
    await database
      .insert(mailQueue)
      .values([mail, { ...mail, lastError: 'Connection refused' }, { ...mail, sentAt: NOW }])
    const request = {
      kind: 'trade' as const,
      businessName: 'Bankfield Bakery',
      contactName: '',
      email: '',
      contactPhone: '',
      addressLines: [],
      town: '',
      postcode: 'HX1 2DN',
      createdAt: NOW,
    }
    await database.insert(requestRows).values([
      { ...request, id: uuidv7() },
      { ...request, id: uuidv7(), state: 'rejected' },
    ])
    const asked = { postcode: 'YO21 1AA', district: 'YO21', contactName: '', email: '', createdAt: NOW }
    await database.insert(postcodeRequests).values([
      { ...asked, id: uuidv7() },
      { ...asked, id: uuidv7() },
      { ...asked, id: uuidv7(), toldAt: NOW },
    ])
    const alert = { userId: shared.someone.id, customerId: shared.customer.id, askedAt: NOW }
    await database.insert(stockAlerts).values({ ...alert, product_no: shared.product_no })
    const told = { severity: 'info' as const, agentCodes: [], customerIds: [] }
    for (const [message, firstDay] of [
      ['Today', '2026-11-20'],
      ['Soon', TOMORROW],
    ] as const) {
      const body = { ...told, message, firstDay, lastDay: '2026-11-30', id: uuidv7() }
      expect((await call(agentAlerts.create, { token, body })).status).toBe(200)
    }

    const home = await look()
    const { mail: queue } = (await call(serverMaintenance.look, { token })).body.queues
    expect(home.mails).toEqual({ waiting: 1, failing: 1, oldestAt: minutesAgo(9).toISOString() })
    expect(home.mails).toMatchObject({ waiting: queue.waiting, failing: queue.failing })
    const open = await call(accountRequests.search, { token, body: { state: 'open' } })
    const places = await call(postcodes.search, { token, body: { show: 'asked' } })
    expect(home.requests).toEqual({ accounts: 1, places: 2 })
    expect(home.requests).toEqual({
      accounts: open.body.total,
      places: places.body.data.reduce((sum, { waiting }) => sum + waiting, 0),
    })
    const waiting = await call(stockAlertReport.search, { token, body: { state: 'waiting' } })
    expect(home.stockAlerts).toEqual({ waiting: waiting.body.total, products: 1 })
    const shown = await call(agentAlerts.search, { token, body: { day: home.day } })
    expect([home.agentAlerts, shown.body.total]).toEqual([1, 1])
  })
})

describe('today’s cut-offs', () => {
  it('say who usually orders for the day and has not yet', async () => {
    await database
      .insert(deliveryPostcodes)
      .values({ prefix: 'HX', depot: 'Halifax', route: 'CALDER', deliveryWeekdays: [2] })
    const calder = { route: 'CALDER', deliveryWeekdays: [2, 4], cutOffTime: '21:00' }
    const [early, late, rare, stopped] = await Promise.all(
      ['Aged Oak', 'Zetland Arms', 'Rare Diner', 'Stopped'].map((name) =>
        aCustomer(database, {
          ...calder,
          name,
          contactPhone: `01632 ${name.length}`,
          onStop: name === 'Stopped',
        }),
      ),
    )
    for (const { id } of [early, late, stopped].filter((one) => one !== undefined))
      for (const deliveryDay of ['2026-11-17', '2026-11-03'])
        await anOrder(id, { deliveryDay, deliveredAt: NOW })
    await anOrder(rare?.id ?? '', { deliveryDay: '2026-11-17', deliveredAt: NOW })
    await anOrder(rare?.id ?? '')
    await anOrder(early?.id ?? '')
    await anOrder(late?.id ?? '', { cancelledAt: NOW })

    const cutOff = { cutOffAt: '2026-11-23T21:00:00.000Z', route: 'CALDER', deliveryDay: TOMORROW }
    const { cutOffs } = await look()
    expect(cutOffs.filter(({ route }) => route === 'CALDER')).toEqual([
      { ...cutOff, depots: ['Halifax'], ordered: 2, usual: 2, missing: 1 },
    ])
    const missing = await call(staffHome.missing, { token, query: cutOff })
    expect(missing.body.data).toEqual([{ id: late?.id, name: 'Zetland Arms', phone: '01632 12' }])
    const other = await call(staffHome.missing, { token, query: { ...cutOff, deliveryDay: '2026-11-26' } })
    expect(other.error.code).toBe('record_not_found')
  })

  it('are those of London’s day, past ones included', async () => {
    const { id } = await aCustomer(database, { route: 'DAWN', cutOffTime: '00:30', deliveryWeekdays: [1, 2] })
    const timesAt = async (instant: string) => {
      now = new Date(instant)
      const { day, cutOffs } = await look()
      now = NOW
      return [day, cutOffs.filter(({ route }) => route === 'DAWN').map(({ cutOffAt }) => cutOffAt)]
    }
    // In summer, London's midnight is an hour before that of UTC.
    expect(await timesAt('2027-06-06T23:10:00Z')).toEqual(['2027-06-07', ['2027-06-06T23:30:00.000Z']])
    expect(await timesAt('2027-06-06T23:40:00Z')).toEqual(['2027-06-07', ['2027-06-06T23:30:00.000Z']])
    await database.update(customers).set({ leftAt: NOW }).where(eq(customers.id, id))
    expect(await timesAt('2027-06-06T23:10:00Z')).toEqual(['2027-06-07', []])
  })
})
