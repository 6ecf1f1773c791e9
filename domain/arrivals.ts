import { londonDayOf } from './london-time.ts'

export type Arrival<Order> = { deliveryDay: string; orders: Order[] }

/**
 * The next delivery of those that were ordered, today's included; undefined: nothing that is known of is on its way. It makes
 * no difference where an order is known from; one that is known twice counts once.
 */
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
  return { deliveryDay, orders: once.sort((a, b) => a.orderNo.localeCompare(b.orderNo)) }
}
