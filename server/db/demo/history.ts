import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { Insert } from './bulk-insert.ts'
import type { DemoCustomer } from './customers.ts'
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
  const firstNo = await reserveOrderNumbers(connection, all.length)
  const numbered = all.map(({ order }, place) => ({ ...order, orderNo: firstNo + place }))
  return {
    orders: await insert('orders', orders, numbered),
    orderLines: await insert(
      'order lines',
      orderLines,
      all.flatMap(({ lines }) => lines),
    ),
  }
}

/** Of all customers, by time. */
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

/** From the checkout's own sequence. */
async function reserveOrderNumbers({ $client }: Connection, count: number): Promise<number> {
  if (count === 0) return 0
  const { rows } = await $client.query<{ first: number }>("select nextval('order_numbers') as first")
  const first = rows[0]?.first ?? 0
  await $client.query("select setval('order_numbers', $1)", [first + count - 1])
  return first
}
