import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { activeOrders } from '#contract/orders.ts'
import { paperwork } from '#contract/paperwork.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { payments } from '#server/db/schema/payments.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findCreditLeft } from '#server/features/customers/credit.repository.ts'
import {
  findDeliverableOrders,
  OrderHasMoved,
  writeDeliveries,
} from '#server/features/import/delivery-import.repository.ts'
import { openImportSession, RowsRefused } from '#server/features/import/import.repository.ts'
import { completeInvoices } from '#server/features/import/invoice-issues.ts'
import type { RefusedRow } from '#server/features/import/problems.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { csv, importerInto, mappingOf } from '#tests/support/import.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { startTestApp } from '#tests/support/server.ts'

const { app, database, call } = await startTestApp({ now: () => new Date('2026-11-24T18:00:00.000Z') })
const importCsv = importerInto(database)
let nextOrderNo = 6_000_000
const DELIVERIES = 'order_no,delivered_at,delivered,weights'
const INVOICES = 'invoice_no,order_no,day,short,weights,credit_note_no,total'

/** 4 tins at £2.50, and 2 of rump of about 1.2 kg each at £12.50 a kilogram, at 20 %: £10.00 + £30.00 + £6.00 = £46.00. */
const anOrder = async ({ paidByCardPence }: { paidByCardPence?: number } = {}) => {
  const { id: customerId } = await aCustomer(database, { creditLimitPence: 100_000 })
  const { token } = await aUser(database, { customerIds: [customerId] })
  const id = uuidv7()
  const orderNo = nextOrderNo++
  const order = { deliveryDay: '2026-11-24', placedAt: new Date('2026-11-23T12:00:00Z') }
  const amounts = { netPence: 4_000, vatPence: 600, totalPence: 4_600 }
  await database.insert(orders).values({ id, orderNo, customerId, ...order, ...amounts })
  const line = { orderId: id, pack: '' }
  await database.insert(orderLines).values([
    {
      ...line,
      position: 0,
      product_no: 'TIN',
      name: 'Tin',
      quantity: 4,
      unitPricePence: 250,
      vatBasisPoints: 0,
      netPence: 1_000,
    },
    {
      ...line,
      position: 1,
      product_no: 'RUMP',
      name: 'Rump',
      quantity: 2,
      unitPricePence: 1_250,
      vatBasisPoints: 2_000,
      netPence: 3_000,
      catchWeight: true,
    },
  ])
  if (paidByCardPence !== undefined)
    await database.insert(payments).values({
      orderId: id,
      amountPence: paidByCardPence,
      state: 'paid',
      expiresAt: new Date('2026-11-23T12:30:00Z'),
      paidAt: new Date('2026-11-23T12:01:00Z'),
    })
  const read = async (endpoint: Endpoint, body: object): Promise<string> => {
    const { rawPayload } = await app.inject({
      ...{ method: 'POST', url: pathOf(endpoint) },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ delivery_account_no: customerId, ...body }),
    })
    return (await readPdf(rawPayload)).texts.join(' ').replace(/ +/g, ' ')
  }
  const rowOf = (cells: string[], count: number): string =>
    [...cells, ...Array(count).fill('')].slice(0, count).join(',')
  return {
    orderNo,
    one: async () => (await call(activeOrders.get, { token, params: { id } })).body,
    creditLeft: () => inTransaction(database, (connection) => findCreditLeft(connection, customerId)),
    balance: async () => {
      const query = { delivery_account_no: customerId, start_date: '2026-11-01' }
      return (await call(paperwork.copyInvoiceListOrders, { token, query })).body.balancePence
    },
    printed: (invoice_no: string) => read(paperwork.copyInvoice, { invoice_no }),
    statement: () => read(paperwork.copyStatement, { start_date: '2026-11-01', end_date: '2026-11-30' }),
    /** Delivered, and weights. */
    delivered: (...cells: string[]) =>
      importCsv('deliveries', csv(DELIVERIES, `${orderNo},2026-11-24 07:00,${rowOf(cells, 2)}`)),
    /** Short, weights, credit note and total. */
    invoiced: (...cells: string[]) =>
      importCsv('invoices', csv(INVOICES, `W${orderNo},${orderNo},2026-11-24,${rowOf(cells, 4)}`)),
  }
}
type AnOrder = Awaited<ReturnType<typeof anOrder>>

describe('catch weight', () => {
  it('is billed by what was delivered: on the order, its documents, the statement and the account’s credit', async () => {
    const { orderNo, one, creditLeft, printed, statement, invoiced } = await anOrder()
    expect(await creditLeft()).toBe(100_000 - 4_600)
    // 2.486 kg at £12.50 are £31.075, at 20 % VAT £6.22.
    expect(await invoiced('', 'RUMP=2.486', '', '47.30')).toMatchObject({ added: 1, refused: 0 })
    expect(await one()).toMatchObject({
      lines: [
        { billedPence: 1_000, deliveredWeightGrams: null },
        { netPence: 3_000, billedPence: 3_108, deliveredWeightGrams: 2_486 },
      ],
      totals: { totalPence: 4_600, estimated: true },
      totalPence: 4_600,
      invoicedPence: 4_730,
      billedPence: 4_730,
    })
    expect(await creditLeft()).toBe(100_000 - 4_730)
    const invoice = await printed(`W${orderNo}`)
    expect(invoice).toContain(
      'RUMP Rump Estimated 2.4 kg, £30.00 Delivered 2.486 kg 2 £12.50 per kg 20% £31.08',
    )
    expect(invoice).toContain('VAT 20% on £31.08 £6.22')
    expect(invoice).toContain('Estimated total £46.00, invoiced total £47.30.')
    expect(await printed(`DN${orderNo}`)).toContain('Estimated 2.4 kg, delivered 2.486 kg')
    expect(await statement()).toContain(`Invoice W${orderNo} Billed by weight, estimated £46.00 £47.30`)
  })

  it('is billed at its estimate while no weight is known, and says so', async () => {
    const { orderNo, one, printed, statement, invoiced } = await anOrder()
    expect(await invoiced('', '', '', '46.00')).toMatchObject({ added: 1, refused: 0 })
    expect(await one()).toMatchObject({ invoicedPence: 4_600, billedPence: 4_600 })
    expect(await printed(`W${orderNo}`)).toContain('Billed by its estimated weight, 2.4 kg')
    expect(await statement()).not.toContain('estimated')
  })

  it('takes the weight from the delivery, corrects it until it is billed, and knows a file it has imported', async () => {
    const { one, delivered, invoiced } = await anOrder()
    expect(await delivered('', 'RUMP=2.5')).toMatchObject({ changed: 1 })
    expect(await delivered('', 'RUMP=2.500 kg')).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await delivered('', 'RUMP=2.486')).toMatchObject({ changed: 1 })
    expect(await delivered()).toMatchObject({ unchanged: 1 })
    expect(await one()).toMatchObject({
      lines: [{ deliveredWeightGrams: null }, { deliveredWeightGrams: 2_486, billedPence: null }],
      invoicedPence: null,
    })
    expect((await invoiced('', '', '', '46.00')).rows).toMatchObject([
      {
        problems: [
          { code: 'total_differs', why: expect.stringContaining('4730 pence at its delivered weights') },
        ],
      },
    ])
    expect(await invoiced('', '', '', '47.30')).toMatchObject({ added: 1 })
    expect(await invoiced('', 'RUMP=2.486', '', '47.30')).toMatchObject({ unchanged: 1, refused: 0 })
    expect((await invoiced('', 'RUMP=2.5')).refusals).toEqual([[2, 'already_issued']])
    expect((await delivered('', 'RUMP=2.5')).refusals).toEqual([[2, 'already_issued']])
    expect(await delivered('', 'RUMP=2.486')).toMatchObject({ unchanged: 1 })
  })

  it('that is short and weighed is neither billed nor credited for what is missing', async () => {
    const short = await anOrder()
    // One rump of 1.301 kg (£16.26), and VAT of £3.25.
    expect(await short.invoiced('RUMP=1', 'RUMP=1.301', '', '29.51')).toMatchObject({ added: 1, refused: 0 })
    expect(await short.one()).toMatchObject({
      lines: [{ billedPence: 1_000 }, { deliveredQuantity: 1, billedPence: 1_626 }],
      shortCount: 1,
      billedPence: 2_951,
    })
    expect(await short.printed(`W${short.orderNo}`)).toContain(
      'Estimated 2.4 kg for 2, £30.00 Delivered 1.301 kg 1 £12.50',
    )
    const note = await short.printed(`DN${short.orderNo}`)
    expect(note).toContain('1 line short. Lines sold by weight are billed for what was delivered.')

    const both = await anOrder()
    expect((await both.invoiced('RUMP=1|TIN=2', 'RUMP=1.301')).refusals).toEqual([[2, 'missing_value']])
    const cells = ['RUMP=1|TIN=2', 'RUMP=1.301', `C${both.orderNo}`, '29.51'] as const
    expect(await both.invoiced(...cells)).toMatchObject({ added: 1, refused: 0 })
    expect(await both.one()).toMatchObject({
      lines: [{ billedPence: 500 }, { billedPence: 1_626 }],
      invoicedPence: 2_951,
      billedPence: 2_451,
    })
    expect(await both.printed(`C${both.orderNo}`)).not.toContain('RUMP')

    const credited = await anOrder()
    const refused = await credited.invoiced('RUMP=1', 'RUMP=1.301', `C${credited.orderNo}`)
    expect(refused.refusals).toEqual([[2, 'contradiction']])
  })

  it('forgets a weight of which nothing came after all, and credits the estimate', async () => {
    const { orderNo, one, delivered, invoiced } = await anOrder()
    await delivered('', 'RUMP=2.486')
    expect(await delivered('RUMP=0')).toMatchObject({ changed: 1 })
    expect(await invoiced('RUMP=2', '', `C${orderNo}`, '46.00')).toMatchObject({ added: 1, refused: 0 })
    expect(await one()).toMatchObject({
      lines: [{}, { deliveredWeightGrams: null, billedPence: 0 }],
      billedPence: 1_000,
    })
  })

  it('needs its new weight once another quantity was delivered than was weighed', async () => {
    const { orderNo, one, delivered, invoiced } = await anOrder()
    await delivered('', 'RUMP=2.486')
    const needed = { code: 'missing_value', column: 'weights', value: 'RUMP' }
    expect((await delivered('RUMP=1')).rows[0]?.problems).toMatchObject([needed])
    expect((await invoiced('RUMP=1', '', `C${orderNo}`)).rows[0]?.problems).toMatchObject([needed])
    expect(await one()).toMatchObject({
      lines: [{}, { deliveredQuantity: 2, deliveredWeightGrams: 2_486 }],
      billedPence: null,
    })
    expect(await delivered('RUMP=1', 'RUMP=1.301')).toMatchObject({ changed: 1 })
    expect(await delivered('RUMP=1')).toMatchObject({ unchanged: 1 })
    expect((await delivered('RUMP=2')).refusals).toEqual([[2, 'missing_value']])
    expect(await invoiced('', '', '', '29.51')).toMatchObject({ added: 1, refused: 0 })
  })

  it.each([
    ['grams', 'RUMP=2486', 'implausible_weight'],
    ['more grams', 'RUMP=24860', 'implausible_weight'],
    ['more than there is room for', 'RUMP=2147484', 'out_of_range'],
    ['a slipped decimal point', 'RUMP=24.86', 'implausible_weight'],
    ['tonnes', 'RUMP=0.003', 'implausible_weight'],
    ['nothing', 'RUMP=0', 'out_of_range'],
    ['less than nothing', 'RUMP=-2.4', 'invalid_text'],
    ['tenths of a gram', 'RUMP=2.4865', 'invalid_text'],
    ['a decimal comma that no mapping names', '"RUMP=2,486"', 'invalid_text'],
    ['no number', 'RUMP=', 'invalid_text'],
    ['two weights', 'RUMP=1.2|RUMP=1.2', 'contradiction'],
    ['a product sold by the piece', 'TIN=1.6', 'contradiction'],
    ['a product of another order', 'BEEF=1.6', 'contradiction'],
  ])('rejects %s for kilograms of what was ordered', async (_, weights, code) => {
    const { one, delivered, invoiced } = await anOrder()
    expect((await delivered('', weights)).refusals).toEqual([[2, code]])
    expect((await invoiced('', weights)).refusals).toEqual([[2, code]])
    expect(await one()).toMatchObject({
      status: 'placed',
      lines: [{}, { deliveredWeightGrams: null }],
      billedPence: null,
    })
  })

  it('takes a decimal comma where the mapping says so', async () => {
    const { one, orderNo } = await anOrder()
    const columns = { order_no: 'order_no', delivered_at: 'delivered_at', weights: 'weights' }
    const file = csv(DELIVERIES, `${orderNo},2026-11-24 07:00,,"RUMP=2,486"`)
    const mapping = mappingOf('deliveries', columns, { decimal: ',' })
    expect(await importCsv('deliveries', file, { mapping })).toMatchObject({ changed: 1, refused: 0 })
    expect(await one()).toMatchObject({ lines: [{}, { deliveredWeightGrams: 2_486 }] })
  })

  it('says what was expected where a weight is not plausible, also of a part of the line', async () => {
    const { delivered } = await anOrder()
    expect((await delivered('', 'RUMP=2486')).rows[0]?.problems).toEqual([
      {
        code: 'implausible_weight',
        column: 'weights',
        value: 'RUMP=2486',
        why: '2486 kg is not plausible where about 2.4 kg was expected. Give kilograms, for the whole line.',
      },
    ])
    expect((await delivered('RUMP=1', 'RUMP=6.1')).refusals).toEqual([[2, 'implausible_weight']])
    expect(await delivered('RUMP=1', 'RUMP=5.9')).toMatchObject({ changed: 1 })
    expect((await delivered('RUMP=0', 'RUMP=1.2')).refusals).toEqual([[2, 'contradiction']])
  })

  it('stays as it was billed where a delivery was read before the invoice, and its row is refused', async () => {
    const { orderNo, one, invoiced } = await anOrder()
    const client = await database.$client.connect()
    try {
      const read = (await findDeliverableOrders(client, [orderNo])).get(orderNo)
      await invoiced('', '', '', '46.00')
      if (read === undefined) throw new Error('The order is there.')
      const lines = read.lines.map((line) => ({
        ...line,
        deliveredWeightGrams: line.catchWeight ? 2_486 : null,
      }))
      const times = { pickingAt: null, dispatchedAt: null, deliveredAt: new Date('2026-11-24T07:00:00Z') }
      await expect(writeDeliveries(client, [{ found: read, times, lines }])).rejects.toThrow(OrderHasMoved)
    } finally {
      client.release()
    }
    expect(await one()).toMatchObject({
      lines: [{}, { deliveredWeightGrams: null, billedPence: 3_000 }],
      billedPence: 4_600,
    })
  })

  it.each([
    ['a delivery with weights', ({ delivered }: AnOrder) => delivered('', 'RUMP=2.486')],
    [
      'a cancellation',
      ({ orderNo }: AnOrder) =>
        database.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.orderNo, orderNo)),
    ],
  ])(
    'is not billed by what %s has changed since the invoice was read',
    async (_, act: (order: AnOrder) => PromiseLike<unknown>) => {
      const order = await anOrder()
      const session = await openImportSession(database)
      try {
        const row = { invoiceNo: `W${order.orderNo}`, orderNo: order.orderNo, day: '2026-11-24' }
        const refused: RefusedRow[] = []
        const rows = (await completeInvoices(session, [{ line: 2, row }], refused)).map((read) => read.row)
        expect(refused).toEqual([])
        await act(order)
        const batch = { kind: 'invoices', properties: [], whenAdded: [], rows, dryRun: false } as const
        await expect(session.write(batch)).rejects.toThrow(RowsRefused)
      } finally {
        await session.close()
      }
      expect(await order.one()).toMatchObject({ billedPence: null })
    },
  )

  it('needs the time of its delivery', async () => {
    const { orderNo } = await anOrder()
    const file = csv(DELIVERIES, `${orderNo},,,RUMP=2.4`)
    expect((await importCsv('deliveries', file)).refusals).toEqual([[2, 'missing_value']])
  })

  it.each([
    ['less', 'RUMP=2.300', -150],
    ['more', 'RUMP=2.486', 130],
  ])(
    'that a card paid by its estimate and that weighs %s leaves the difference on the account',
    async (_, weights, left) => {
      const { one, balance, creditLeft, invoiced }: AnOrder = await anOrder({ paidByCardPence: 4_600 })
      expect([await balance(), await creditLeft()]).toEqual([0, 100_000])
      expect(await invoiced('', weights)).toMatchObject({ added: 1, refused: 0 })
      expect(await one()).toMatchObject({ payBy: 'card', invoicedPence: 4_600 + left, totalPence: 4_600 })
      expect([await balance(), await creditLeft()]).toEqual([left, 100_000 - left])
    },
  )
})

it('rejects a product that is named twice in a list of quantities', async () => {
  const { delivered, invoiced } = await anOrder()
  expect((await delivered('TIN=1|TIN=2')).refusals).toEqual([[2, 'contradiction']])
  expect((await invoiced('TIN=1|TIN=2', '', 'C1')).refusals).toEqual([[2, 'contradiction']])
})
