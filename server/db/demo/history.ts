import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { Insert } from './bulk-insert.ts'
import type { DemoCustomer } from './customers.ts'
import { makeOrderHistory } from './orders.ts'
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

/** Up to yesterday's deliveries, numbered in order of placing. */
export const fillHistory = async (parts: HistoryParts): Promise<{ orders: number; orderLines: number }> => {
  const { insert, connection, months, made, ordererOf, now, seed } = parts
  if (months <= 0 || made.length === 0) return { orders: 0, orderLines: 0 }
  const today = londonDayOf(now)
  const closedDays = new Set(parts.closed.map(({ day }) => day))
  const histories = parts.customers.flatMap((customer) => {
    const priceList = DEMO_PRICE_LISTS.find(({ id }) => id === customer.row.priceListId)
    if (priceList === undefined) return []
    return makeOrderHistory({
      customer,
      ordererId: ordererOf(customer.row.id),
      priceList,
      products: made,
      closedDays,
      from: dayPlus(today, -Math.round(months * DAYS_IN_MONTH)),
      to: dayPlus(today, -1),
      seed,
    })
  })
  histories.sort((a, b) => a.order.placedAt.getTime() - b.order.placedAt.getTime())
  const firstNo = await reserveOrderNumbers(connection, histories.length)
  const numbered = histories.map(({ order }, place) => ({ ...order, orderNo: firstNo + place }))
  return {
    orders: await insert('orders', orders, numbered),
    orderLines: await insert(
      'order lines',
      orderLines,
      histories.flatMap(({ lines }) => lines),
    ),
  }
}

/** From the checkout's own sequence. */
async function reserveOrderNumbers({ $client }: Connection, count: number): Promise<number> {
  if (count === 0) return 0
  const { rows } = await $client.query<{ first: number }>("select nextval('order_numbers') as first")
  const first = rows[0]?.first ?? 0
  await $client.query("select setval('order_numbers', $1)", [first + count - 1])
  return first
}
