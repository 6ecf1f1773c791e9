import { londonDayOf } from './london-time.ts'
import type { OrderStatus } from './order.ts'
import { compareCodes } from './plain-text.ts'

export type Arrival<Order> = { deliveryDay: string; orders: Order[] }

/** The next delivery, including today's; undefined: none is due. Duplicates of an order count once. */
export const nextArrival = <Order extends { id: string; orderNo: string; deliveryDay: string }>(
  orders: readonly Order[],
  now: Date,
): Arrival<Order> | undefined => {
  const today = londonDayOf(now)
  const coming = orders.filter(({ deliveryDay }) => deliveryDay >= today)
  const deliveryDay = coming.map((order) => order.deliveryDay).sort()[0]
  if (deliveryDay === undefined) return undefined
  const ofDay = coming.filter((order) => order.deliveryDay === deliveryDay)
  const once = [...new Map(ofDay.map((order) => [order.id, order])).values()]
  return { deliveryDay, orders: once.sort((a, b) => compareCodes(a.orderNo, b.orderNo)) }
}

/** Other orders still to come, earliest first. A past day needs the server's status: a device cannot know of its delivery. */
export const ordersBesidesNext = <
  Order extends { id: string; orderNo: string; deliveryDay: string; status?: OrderStatus },
>(
  orders: readonly Order[],
  now: Date,
): Order[] => {
  const today = londonDayOf(now)
  const next = nextArrival(orders, now)?.deliveryDay
  return orders
    .filter(
      ({ deliveryDay, status }) => deliveryDay !== next && (deliveryDay >= today || status !== undefined),
    )
    .sort((a, b) => compareCodes(a.deliveryDay, b.deliveryDay) || compareCodes(a.orderNo, b.orderNo))
}
