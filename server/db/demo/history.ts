import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { NO_CHARGE } from '#domain/paperwork/bill.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { accountPayments, creditNoteLines, creditNoteVat, invoices } from '#server/db/schema/paperwork.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { Insert } from './bulk-insert.ts'
import type { DemoCustomer } from './customers.ts'
import { type DeliveredDemoOrder, makePaperwork } from './invoices.ts'
import { type DemoOrder, makeOrderHistory } from './orders.ts'
import { DEMO_PRICE_LISTS } from './price-lists.ts'
import type { DemoProduct } from './products.ts'

const DAYS_IN_MONTH = 30.44

export type HistoryParts = {
  insert: Insert
  connection: Connection
  months: number
  customers: readonly DemoCustomer[]
  made: readonly DemoProduct[]
  closed: readonly { day: string }[]
  ordererOf: (customerId: string) => string | null
  now: Date
  seed: number
}

/** How far ahead kitchens have ordered. */
const AHEAD_DAYS = 4

/** Up to yesterday's deliveries, and what has been ordered since for the coming days; numbered in order of placing. */
export const fillHistory = async (parts: HistoryParts): Promise<{ orders: number; orderLines: number }> => {
  const { insert, connection, months, made, now } = parts
  if (months <= 0 || made.length === 0) return { orders: 0, orderLines: 0 }
  const today = londonDayOf(now)
  const delivered = ordersOf(parts, dayPlus(today, -Math.round(months * DAYS_IN_MONTH)), dayPlus(today, -1))
  const coming = ordersOf(parts, today, dayPlus(today, AHEAD_DAYS)).filter(
    ({ order }) => order.placedAt < now,
  )
  const all = [...delivered, ...coming]
  const firstNo = await reserveNumbers(connection, 'order_numbers', all.length)
  const numbered = all.map(({ order }, place) => ({ ...order, orderNo: firstNo + place }))
  const added = {
    orders: await insert('orders', orders, numbered),
    orderLines: await insert(
      'order lines',
      orderLines,
      all.flatMap(({ lines }) => lines),
    ),
  }
  await fillPaperwork(parts, all, today)
  return added
}

async function fillPaperwork(parts: HistoryParts, all: readonly DemoOrder[], today: string): Promise<void> {
  const { insert, connection, customers, seed } = parts
  const byId = new Map(customers.map((customer) => [customer.row.id, customer]))
  const delivered = all.flatMap(({ order, lines }): DeliveredDemoOrder[] => {
    const { id, customerId, deliveryDay, deliveredAt } = order
    if (!deliveredAt) return []
    const customer = byId.get(customerId)
    const accountKind = customer?.row.accountKind ?? 'credit'
    const isPub = customer?.trade === 'pub'
    return [
      {
        ...NO_CHARGE,
        id,
        customerId,
        deliveryDay,
        deliveredAt,
        accountKind,
        isPub,
        lines: lines.map(lineOf),
      },
    ]
  })
  delivered.sort((a, b) => a.deliveredAt.getTime() - b.deliveredAt.getTime())
  // An invoice and a credit note each at most.
  const firstNo = await reserveNumbers(connection, 'invoice_numbers', delivered.length * 2)
  const made = makePaperwork({ orders: delivered, firstNo, today, seed })
  await insert('invoices', invoices, made.invoices)
  await insert(
    'credit notes',
    invoices,
    made.notes.map(({ note }) => note),
  )
  await insert(
    'credit notes’ lines',
    creditNoteLines,
    made.notes.flatMap(({ lines }) => lines),
  )
  await insert(
    'credit notes’ VAT',
    creditNoteVat,
    made.notes.flatMap(({ vat }) => vat),
  )
  await insert('payments', accountPayments, made.payments)
}

const lineOf = ({ orderId: _, ...line }: DemoOrder['lines'][number]) => ({
  ...line,
  deliveredQuantity: line.deliveredQuantity ?? null,
  deliveredWeightGrams: line.deliveredWeightGrams ?? null,
  catchWeight: line.catchWeight ?? false,
})

/** All customers’ orders, by time. */
function ordersOf(parts: HistoryParts, from: string, to: string): DemoOrder[] {
  const closedDays = new Set(parts.closed.map(({ day }) => day))
  return parts.customers
    .flatMap((customer) => {
      const priceList = DEMO_PRICE_LISTS.find(({ id }) => id === customer.row.priceListId)
      if (priceList === undefined) return []
      const { made: products, ordererOf, now, seed } = parts
      const ordererId = ordererOf(customer.row.id)
      return makeOrderHistory({ customer, ordererId, priceList, products, closedDays, from, to, now, seed })
    })
    .sort((a, b) => a.order.placedAt.getTime() - b.order.placedAt.getTime())
}

/** From the sequence that the server itself takes them from. */
async function reserveNumbers(
  { $client }: Connection,
  sequence: 'order_numbers' | 'invoice_numbers',
  count: number,
): Promise<number> {
  if (count === 0) return 0
  const { rows } = await $client.query<{ first: number }>('select nextval($1::regclass) as first', [sequence])
  const first = rows[0]?.first ?? 0
  await $client.query('select setval($1::regclass, $2)', [sequence, first + count - 1])
  return first
}
