import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { agentBills } from '#contract/agent-bills.ts'
import { agents } from '#server/db/schema/agents.ts'
import { orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { anInvoicedOrder, type LineParts } from '#tests/support/invoices.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp({ now: () => new Date('2026-12-01T09:00:00Z') })
const { database, call } = app
const shared = await aShared(database)
const { token } = await aUser(database, { accountType: 'ST', username: 'Ann Office' })

let made = 0
const anAgent = async () => {
  made += 1
  const code = `A${made}`
  const terms = { commissionBasisPoints: 250, chargePerOrderPence: 50 }
  await database.insert(agents).values({ code, name: 'Kay Bentham', ...terms })
  return code
}
const customer = await aCustomer(database, { name: 'The Copper Kettle' })
const anOrderOf = async (agentCode: string, day = '2026-11-10', lines?: LineParts[]) => {
  const order = await anInvoicedOrder(database, { customerId: customer.id, day, ...(lines && { lines }) })
  await database.update(orders).set({ agentCode }).where(eq(orders.id, order.id))
  return order
}
const november = (agentCode: string) => ({ agentCode, firstDay: '2026-11-01', lastDay: '2026-11-30' })
const previewOf = async (agentCode: string) =>
  (await call(agentBills.preview, { token, body: november(agentCode) })).body
const approve = async (agentCode: string, seen: string, id = uuidv7()) =>
  await call(agentBills.approve, { token, body: { id, ...november(agentCode), seen } })
const aBill = async (agentCode: string) => (await approve(agentCode, (await previewOf(agentCode)).seen)).body

const known = await anAgent()
await anOrderOf(known)
const { id } = await aBill(known)
const NOT_THERE = { ...STAFF, ST: 'record_not_found', AD: 'record_not_found', NW: 'record_not_found' }
const CHANGED = { ...STAFF, ST: 'version_mismatch', AD: 'version_mismatch', NW: 'version_mismatch' }

testAccess(app, shared, { agentBills }, () => ({
  'agentBills.agents': { expected: STAFF, request: {} },
  'agentBills.search': { expected: STAFF, request: { body: {} } },
  'agentBills.look': { expected: STAFF, request: { params: { id } } },
  'agentBills.preview': { expected: STAFF, request: { body: november(known) } },
  'agentBills.approve': {
    expected: CHANGED,
    request: { body: { id: uuidv7(), ...november(known), seen: 'nothing' } },
  },
  'agentBills.reverse': { expected: NOT_THERE, request: { params: { id: uuidv7() } } },
  'agentBills.exportData': { expected: STAFF, request: { params: { id } } },
}))

describe('a bill', () => {
  it('is what was shown: delivered and invoiced orders of the days, less what was credited', async () => {
    const agent = await anAgent()
    const whole = await anOrderOf(agent, '2026-11-10')
    const short = await anOrderOf(agent, '2026-11-30', [
      { quantity: 4, deliveredQuantity: 3, unitPricePence: 999, netPence: 3_996 },
    ])
    await anOrderOf(agent, '2026-12-01')
    await anOrderOf(known, '2026-11-10')
    const waiting = await anOrderOf(agent, '2026-11-11')
    await database.delete(invoices).where(eq(invoices.orderId, waiting.id))
    const cancelled = await anOrderOf(agent, '2026-11-12')
    await database.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.id, cancelled.id))
    const preview = await previewOf(agent)
    expect(preview).toMatchObject({
      agentName: 'Kay Bentham',
      orderCount: 2,
      netPence: 2_500 + 2_997,
      commissionPence: 63 + 75,
      chargesPence: 100,
      totalPence: 38,
      notInvoiced: 1,
      billed: 0,
    })
    expect(preview.orders.map(({ orderNo, netPence }) => [orderNo, netPence])).toEqual([
      [whole.orderNo, 2_500],
      [short.orderNo, 2_997],
    ])
    const bill = (await approve(agent, preview.seen)).body
    expect(bill).toMatchObject({ state: 'approved', approvedBy: 'Ann Office', totalPence: 38, orderCount: 2 })
    const look = (await call(agentBills.look, { token, params: { id: bill.id } })).body
    expect(look).toEqual({ bill, orders: preview.orders })
    expect(await previewOf(agent)).toMatchObject({ orderCount: 0, billed: 2, notInvoiced: 1 })
  })

  it('is written once, whoever approves at once and however often', async () => {
    const agent = await anAgent()
    await anOrderOf(agent)
    const { seen } = await previewOf(agent)
    const again = uuidv7()
    const replies = await Promise.all([
      approve(agent, seen, again),
      approve(agent, seen, again),
      ...Array.from({ length: 4 }, () => approve(agent, seen)),
    ])
    const { data } = (await call(agentBills.search, { token, body: { agentCode: agent } })).body
    expect(data).toHaveLength(1)
    for (const reply of replies)
      expect(reply.status === 200 ? reply.body.id : reply.error.code).toBe(
        reply.status === 200 ? data[0]?.id : 'version_mismatch',
      )
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  })

  it('is not approved where something has changed since it was shown', async () => {
    const agent = await anAgent()
    await anOrderOf(agent)
    const { seen } = await previewOf(agent)
    await anOrderOf(agent, '2026-11-20')
    expect((await approve(agent, seen)).error.code).toBe('version_mismatch')
    const next = await previewOf(agent)
    await database.update(agents).set({ commissionBasisPoints: 300 }).where(eq(agents.code, agent))
    expect((await approve(agent, next.seen)).error.code).toBe('version_mismatch')
  })

  it('that is reversed stays, and its orders can be billed again', async () => {
    const agent = await anAgent()
    await anOrderOf(agent)
    const bill = await aBill(agent)
    const params = { id: bill.id }
    const reversed = (await call(agentBills.reverse, { token, params })).body
    expect(reversed).toMatchObject({ state: 'reversed', reversedBy: 'Ann Office', orderCount: 1 })
    expect((await call(agentBills.reverse, { token, params })).body).toEqual(reversed)
    const second = await aBill(agent)
    expect(second.totalPence).toBe(bill.totalPence)
    const found = await call(agentBills.search, { token, body: { agentCode: agent, state: 'reversed' } })
    expect(found.body.data.map(({ billNo }) => billNo)).toEqual([bill.billNo])
  })

  it('is exported with a row for each order', async () => {
    const agent = await anAgent()
    const { orderNo } = await anOrderOf(agent)
    const bill = await aBill(agent)
    const file = await call(agentBills.exportData, { token, params: { id: bill.id } })
    expect(file.headers['content-disposition']).toContain(`agent-bill-${bill.billNo}.csv`)
    expect(file.text.split('\r\n')[1]).toBe(
      `${bill.billNo},${agent},${orderNo},${customer.id},The Copper Kettle,2026-11-10,25.00,0.63,0.50`,
    )
  })

  it.each([
    ['an unknown agent', { agentCode: 'NOBODY' }, 'body/agentCode'],
    ['days the wrong way round', { lastDay: '2026-10-31' }, 'body/lastDay'],
    ['more than a year', { lastDay: '2027-11-30' }, 'body/lastDay'],
  ])('of %s is refused by its field', async (_, parts, path) => {
    const body = { ...november(known), ...parts }
    expect((await call(agentBills.preview, { token, body })).error.errors).toMatchObject([{ path }])
  })

  it('of nothing is refused', async () => {
    const agent = await anAgent()
    const { seen, orders: none } = await previewOf(agent)
    expect(none).toEqual([])
    expect((await approve(agent, seen)).error.code).toBe('invalid_request')
  })
})
