import { orderHistory, READ_AT_ONCE } from '#contract/order-history.ts'
import type { OrderSummary, TrackedOrder } from '#contract/orders.ts'
import { ORDERS_KEPT_DAYS } from '#domain/known-orders.ts'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { keepOrders, readKeptOrders } from '#src/store/known-orders.ts'
import { PAGE_LENGTH, type ReadPorts, readPages } from './reading.ts'

/** Some offices order for a whole group. */
const MOST = 480

/** Lists the orders of the last weeks and reads in full those that are new or have moved on. @throws ApiError */
export const refreshOrders = async ({
  database,
  api,
  customer: { customerId },
}: ReadPorts): Promise<void> => {
  const from = dayPlus(londonDayOf(new Date()), -ORDERS_KEPT_DAYS)
  const summaries = await readPages(
    (page) =>
      api.call(orderHistory.search, {
        body: { customerId, filters: { from }, page, pageLength: PAGE_LENGTH },
      }),
    MOST,
  )
  const kept = new Map((await readKeptOrders(database, customerId)).map((order) => [order.id, order]))
  const stale = summaries.filter((summary) => !isAsKept(summary, kept.get(summary.id)))
  for (let first = 0; first < stale.length; first += READ_AT_ONCE) {
    const ids = stale.slice(first, first + READ_AT_ONCE).map(({ id }) => id)
    const { orders } = await api.call(orderHistory.read, { body: { ids } })
    for (const order of orders) kept.set(order.id, order)
  }
  const orders = summaries.flatMap(({ id }) => kept.get(id) ?? [])
  await keepOrders(database, customerId, orders)
}

const isAsKept = (summary: OrderSummary, kept: TrackedOrder | undefined): boolean =>
  kept !== undefined &&
  Object.entries(summary).every(([field, value]) => kept[field as keyof OrderSummary] === value)
