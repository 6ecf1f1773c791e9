import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders } from '#contract/orders.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp({ now: () => new Date('2026-11-24T18:00:00.000Z') })
const importCsv = importerInto(database)
let nextOrderNo = 5_000_000
const HEADER = 'order_no,picking_at,dispatched_at,delivered_at,delivered'

const anOrder = async (parts: Partial<typeof orders.$inferInsert> = {}) => {
  const { id: customerId } = await aCustomer(database)
  const { token } = await aUser(database, { customerIds: [customerId] })
  const id = uuidv7()
  const orderNo = nextOrderNo++
  await database.insert(orders).values({
    id,
    orderNo,
    customerId,
    deliveryDay: '2026-11-24',
    netPence: 3_000,
    vatPence: 0,
    totalPence: 3_000,
    placedAt: new Date('2026-11-23T12:00:30Z'),
    ...parts,
  })
  const line = { orderId: id, name: '', pack: '', quantity: 4, vatBasisPoints: 0 }
  await database.insert(orderLines).values([
    { ...line, position: 0, product_no: 'A', unitPricePence: 250, netPence: 1_000 },
    { ...line, position: 1, product_no: 'B', unitPricePence: 500, netPence: 2_000 },
  ])
  return {
    orderNo,
    one: async () => (await call(activeOrders.get, { token, params: { id } })).body,
    active: async () =>
      (await call(activeOrders.search, { token, body: {} })).body.data.map(({ status }) => status),
    history: async () =>
      (await call(orderHistory.search, { token, body: {} })).body.data.map(({ status }) => status),
    imported: (...cells: string[]) =>
      importCsv('deliveries', csv(HEADER, `${orderNo},${[...cells, '', '', '', ''].slice(0, 4).join(',')}`)),
  }
}

describe('importing deliveries', () => {
  it('takes an order from placed to delivered, as the calls show', async () => {
    const { one, active, history, imported } = await anOrder()
    expect([await active(), await history()]).toEqual([['placed'], ['placed']])
    await imported('2026-11-24 02:00')
    expect([await active(), await history()]).toEqual([['picking'], ['picking']])
    await imported('', '24-Nov-2026 5:10')
    expect([await active(), await history()]).toEqual([['dispatched'], ['dispatched']])
    await imported('', '', '2026-11-24T07:45:30Z', 'B = 1.00')
    expect([await active(), await history()]).toEqual([[], ['delivered']])
    expect(await one()).toMatchObject({
      status: 'delivered',
      pickingAt: '2026-11-24T02:00:00.000Z',
      dispatchedAt: '2026-11-24T05:10:00.000Z',
      deliveredAt: '2026-11-24T07:45:30.000Z',
      lines: [{ deliveredQuantity: 4 }, { deliveredQuantity: 1 }],
    })
  })

  it('changes nothing the second time or in a dry run', async () => {
    const { orderNo, imported, active } = await anOrder()
    const cells = ['2026-11-24 02:00', '2026-11-24 05:00', '2026-11-24 07:00', 'A=0']
    const file = csv(HEADER, `${orderNo},${cells.join(',')}`)
    expect(await importCsv('deliveries', file, { dryRun: true })).toMatchObject({ changed: 1 })
    expect(await active()).toEqual(['placed'])
    expect(await imported(...cells)).toMatchObject({ added: 0, changed: 1 })
    expect(await imported(...cells)).toMatchObject({ changed: 0, unchanged: 1, refused: 0 })
  })

  it('keeps delivery times and quantities when the invoice arrives, and corrects an invoice’s assumption', async () => {
    const known = await anOrder()
    await known.imported('', '', '2026-11-24 07:00', 'A=3')
    const guessed = await anOrder({ dispatchedAt: new Date('2026-11-24T13:00:00Z') })
    const header = 'invoice_no,order_no,day,credit_note_no'
    const rows = [known, guessed].map(({ orderNo }) => `I${orderNo},${orderNo},2026-11-24,C${orderNo}`)
    expect(await importCsv('invoices', csv(header, ...rows))).toMatchObject({ added: 2, refused: 0 })
    // One of them did not need its number of a credit note.
    expect(await importCsv('invoices', csv(header, ...rows))).toMatchObject({ unchanged: 2, refused: 0 })
    expect(await known.one()).toMatchObject({
      deliveredAt: '2026-11-24T07:00:00.000Z',
      lines: [{ deliveredQuantity: 3 }, { deliveredQuantity: 4 }],
    })
    expect(await guessed.one()).toMatchObject({ deliveredAt: '2026-11-24T13:00:00.000Z' })
    expect(await guessed.imported('', '', '2026-11-24 14:30')).toMatchObject({ changed: 1 })
    expect((await known.imported('', '', '', 'A=2')).refusals).toEqual([[2, 'already_issued']])
  })

  it('rejects impossible rows one by one', async () => {
    const cancelled = await anOrder({ cancelledAt: new Date() })
    const unpaid = await anOrder({ confirmedAt: null })
    const [one, two, three, four, five, six] = await Promise.all(Array.from({ length: 6 }, () => anOrder()))
    const { refusals, changed } = await importCsv(
      'deliveries',
      csv(
        HEADER,
        '1,2026-11-24 02:00,,,',
        `${cancelled.orderNo},2026-11-24 02:00,,,`,
        `${unpaid.orderNo},2026-11-24 02:00,,,`,
        `${one?.orderNo},2026-11-24 02:00,2026-11-24 01:00,,`,
        `${two?.orderNo},2026-11-23 11:59,,,`,
        `${three?.orderNo},,,2026-11-24 07:00,A=5`,
        `${three?.orderNo},,,2026-11-24 07:00,Z=0`,
        `${four?.orderNo},,,,A=1`,
        `${five?.orderNo},25:00,,,`,
        `${five?.orderNo},2026-11-24 25:00,,,`,
        `${six?.orderNo},2026-11-23 12:00,,,`,
      ),
    )
    expect(refusals).toEqual([
      [2, 'unknown_order'],
      [3, 'order_not_open'],
      [4, 'order_not_open'],
      [5, 'time_goes_back'],
      [6, 'time_goes_back'],
      [7, 'contradiction'],
      [8, 'duplicate_key'],
      [9, 'missing_value'],
      [10, 'invalid_date'],
      [11, 'invalid_time'],
    ])
    expect(changed).toBe(1)
  })
})
