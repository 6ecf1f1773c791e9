import { asc, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { accountPayments, creditNoteLines, invoices } from '#server/db/schema/paperwork.ts'
import { aCustomer } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { csv, importerInto } from '#tests/support/import.ts'

const { database } = await testDatabase()
const importCsv = importerInto(database)

let nextOrderNo = 5_000_000
const HEADER = 'invoice_no,order_no,day,dueDay,short,credit_note_no,total'

type Parts = { accountKind?: 'cash' | 'credit' } & Partial<typeof orders.$inferInsert>

/** Two lines, £10.00 at 0 % and £20.00 at 20 %: £34.00. */
const anOrder = async ({ accountKind = 'credit', ...parts }: Parts = {}) => {
  const { id: customerId } = await aCustomer(database, { accountKind })
  const id = uuidv7()
  const orderNo = nextOrderNo++
  await database.insert(orders).values({
    id,
    orderNo,
    customerId,
    deliveryDay: '2026-11-02',
    placedAt: new Date('2026-10-30T12:00:00Z'),
    netPence: 3_000,
    vatPence: 400,
    totalPence: 3_400,
    ...parts,
  })
  const line = { orderId: id, name: '', pack: '', quantity: 4 }
  await database.insert(orderLines).values([
    { ...line, position: 0, product_no: 'A', unitPricePence: 250, vatBasisPoints: 0, netPence: 1_000 },
    { ...line, position: 1, product_no: 'B', unitPricePence: 500, vatBasisPoints: 2_000, netPence: 2_000 },
  ])
  return { id, orderNo }
}

const billsOf = (orderId: string) =>
  database.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(asc(invoices.kind))
const deliveredOf = async (orderId: string) =>
  (
    await database
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position))
  ).map(({ deliveredQuantity }) => deliveredQuantity)

describe('importing invoices', () => {
  it('bills the order and marks it as delivered', async () => {
    const { id, orderNo } = await anOrder()
    const { added } = await importCsv('invoices', csv(HEADER, `W1,${orderNo},02/11/2026,,,,34.00`))
    expect(added).toBe(1)
    expect(await billsOf(id)).toMatchObject([
      { invoiceNo: 'W1', kind: 'invoice', day: '2026-11-02', dueDay: '2026-12-02', totalPence: 3_400 },
    ])
    expect(await deliveredOf(id)).toEqual([4, 4])
    const [order] = await database.select().from(orders).where(eq(orders.id, id))
    expect(order?.status).toBe('delivered')
  })

  it('bills the delivery charge with its VAT', async () => {
    const charge = { deliveryChargePence: 500, deliveryVatBasisPoints: 2_000 }
    const { id, orderNo } = await anOrder({ ...charge, vatPence: 500, totalPence: 4_000 })
    const { added } = await importCsv('invoices', csv(HEADER, `W0,${orderNo},02/11/2026,,,,40.00`))
    expect(added).toBe(1)
    expect(await billsOf(id)).toMatchObject([{ netPence: 3_000, ...charge, totalPence: 4_000 }])
  })

  it('makes a cash account’s invoice due on the day', async () => {
    const { id, orderNo } = await anOrder({ accountKind: 'cash' })
    await importCsv('invoices', csv(HEADER, `W2,${orderNo},2026-11-02,,,,`))
    expect(await billsOf(id)).toMatchObject([{ dueDay: '2026-11-02' }])
  })

  it('credits a shortage with a separate note', async () => {
    const { id, orderNo } = await anOrder()
    await importCsv('invoices', csv(HEADER, `W3,${orderNo},2026-11-02,,B=1|A=4,C3,`))
    const bills = await billsOf(id)
    expect(bills).toMatchObject([
      {
        invoiceNo: 'C3',
        kind: 'credit_note',
        netPence: 1_500,
        vatPence: 100,
        totalPence: 1_600,
        dueDay: null,
      },
      { invoiceNo: 'W3', kind: 'invoice', totalPence: 3_400 },
    ])
    expect(await deliveredOf(id)).toEqual([0, 3])
    const credited = await database
      .select()
      .from(creditNoteLines)
      .where(eq(creditNoteLines.invoiceId, bills[0]?.id ?? ''))
    expect(credited).toHaveLength(2)
  })

  it('changes nothing the second time or in a dry run', async () => {
    const { id, orderNo } = await anOrder()
    const file = csv(HEADER, `W4,${orderNo},2026-11-02,,B=1,C4,`)
    expect(await importCsv('invoices', file, { dryRun: true })).toMatchObject({ added: 1, refused: 0 })
    expect([await billsOf(id), await deliveredOf(id)]).toEqual([[], [null, null]])
    await importCsv('invoices', file)
    const before = await billsOf(id)
    expect(await importCsv('invoices', file)).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 1,
      refused: 0,
    })
    expect(await billsOf(id)).toEqual(before)
  })

  it.each([
    ['another total', '2026-11-02,,B=1,C5,35.00'],
    ['another shortage', '2026-11-02,,B=2,C5,'],
    ['no shortage', '2026-11-02,,,C5,'],
    ['another credit note', '2026-11-02,,B=1,C6,'],
    ['another day', '2026-11-03,,B=1,C5,'],
  ])('rejects an issued invoice with %s', async (_, rest) => {
    const { orderNo } = await anOrder()
    const note = `C${orderNo}`
    await importCsv('invoices', csv(HEADER, `W${orderNo},${orderNo},2026-11-02,,B=1,${note},`))
    const again = csv(HEADER, `W${orderNo},${orderNo},${rest.replace('C5', note)}`)
    expect((await importCsv('invoices', again)).refusals).toEqual([[2, 'already_issued']])
  })

  it.each([
    ['time_goes_back', '2026-10-29'],
    ['out_of_range', '2027-11-04'],
  ])('rejects with %s an invoice dated %s', async (code, day) => {
    const { orderNo } = await anOrder()
    const file = csv(HEADER, `V${orderNo},${orderNo},${day},,,,`)
    expect((await importCsv('invoices', file)).refusals).toEqual([[2, code]])
  })

  it('takes an order that is invoiced in advance as delivered on its day', async () => {
    const { id, orderNo } = await anOrder()
    await importCsv('invoices', csv(HEADER, `A${orderNo},${orderNo},2026-10-31,,,,`))
    const [order] = await database.select().from(orders).where(eq(orders.id, id))
    expect(order?.deliveredAt?.toISOString()).toBe('2026-11-02T12:00:00.000Z')
  })

  it('rejects unbillable rows one by one', async () => {
    const good = await anOrder()
    const billed = await anOrder()
    const cancelled = await anOrder({ cancelledAt: new Date() })
    const unpaid = await anOrder({ confirmedAt: null })
    await importCsv('invoices', csv(HEADER, `W5,${billed.orderNo},2026-11-02,,,,`))
    const fresh = await anOrder()
    const { refusals, added } = await importCsv(
      'invoices',
      csv(
        HEADER,
        'W6,1,2026-11-02,,,,',
        `W7,${cancelled.orderNo},2026-11-02,,,,`,
        `W5,${billed.orderNo},2026-11-03,,,,`,
        `W8,${billed.orderNo},2026-11-02,,,,`,
        `W9,${fresh.orderNo},2026-11-02,,,,34.01`,
        `W9,${fresh.orderNo},2026-11-02,,Z=1,C9,`,
        `W10,${fresh.orderNo},2026-11-02,,A=5,C9,`,
        `W11,${fresh.orderNo},2026-11-02,,A=1,,`,
        `W12,${fresh.orderNo},2026-11-02,,A,C9,`,
        `W13,${good.orderNo},2026-11-02,,,,34`,
        `W17,${unpaid.orderNo},2026-11-02,,,,`,
      ),
    )
    expect(refusals).toEqual([
      [2, 'unknown_order'],
      [3, 'unknown_order'],
      [4, 'already_issued'],
      [5, 'already_issued'],
      [6, 'total_differs'],
      [7, 'duplicate_key'],
      [8, 'contradiction'],
      [9, 'missing_value'],
      [10, 'invalid_text'],
      [12, 'unknown_order'],
    ])
    expect(added).toBe(1)
    expect(await billsOf(good.id)).toHaveLength(1)
    expect(await deliveredOf(fresh.id)).toEqual([null, null])
  })

  it('rejects duplicates within a file by the database’s constraints', async () => {
    const one = await anOrder()
    const other = await anOrder()
    const { refusals, added } = await importCsv(
      'invoices',
      csv(
        HEADER,
        `W14,${one.orderNo},2026-11-02,,A=1,C14,`,
        `W15,${one.orderNo},2026-11-02,,,,`,
        `W16,${other.orderNo},2026-11-02,,A=1,C14,`,
      ),
    )
    expect(refusals).toEqual([
      [3, 'refused_by_database'],
      [4, 'refused_by_database'],
    ])
    expect(added).toBe(1)
    expect(await billsOf(other.id)).toEqual([])
  })
})

describe('importing payments', () => {
  it('adds each once, and corrects a changed amount', async () => {
    const { id } = await aCustomer(database)
    const file = (amount: string) => csv('customer,reference,day,amount', `${id},BACS 1,2026-11-20,${amount}`)
    expect(await importCsv('payments', file('12.50'))).toMatchObject({ added: 1 })
    expect(await importCsv('payments', file('12.50'))).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
    expect(await importCsv('payments', file('13.50'))).toMatchObject({ changed: 1 })
    const rows = await database.select().from(accountPayments).where(eq(accountPayments.customerId, id))
    expect(rows).toMatchObject([{ day: '2026-11-20', reference: 'BACS 1', amountPence: 1_350 }])
  })

  it('rejects unknown customers and empty amounts', async () => {
    const { id } = await aCustomer(database)
    const { refusals } = await importCsv(
      'payments',
      csv(
        'customer,reference,day,amountPence',
        'NOBODY,A,2026-11-20,1',
        `${id},A,2026-11-20,0`,
        `${id},B,2026-11-20,`,
      ),
    )
    expect(refusals).toEqual([
      [2, 'unknown_customer'],
      [3, 'refused_by_database'],
      [4, 'missing_value'],
    ])
  })
})
