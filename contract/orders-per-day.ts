import { type Static, Type } from 'typebox'
import { HOURS_BEFORE, ORDER_CHANNELS, ORDER_GROUPS } from '#domain/orders-per-day.ts'
import { DELIVERY_METHODS } from '#domain/trolly.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Day, listOf, oneOf, Paging, SumPence, sortedBy } from './values.ts'

const Count = Type.Integer({ minimum: 0 })

const figures = {
  orders: Count,
  lines: Count,
  /** The goods alone. */
  netPence: SumPence,
  /** With delivery charges and VAT, as the orders show it. */
  totalPence: SumPence,
}
const Figures = Strict(figures)

export const OrdersOfGroup = Strict({
  /** A day, a depot, or a value of the group. */
  key: Type.String(),
  ...figures,
  /** The same group in the period before; of a day, the same weekday. */
  before: Figures,
})
export type OrdersOfGroup = Static<typeof OrdersOfGroup>

export const OrdersPerDay = Strict({
  ...listOf(OrdersOfGroup).properties,
  by: oneOf(ORDER_GROUPS),
  totals: Figures,
  /** The period before is whole weeks earlier. */
  before: Strict({ from: Day, to: Day, ...figures }),
  /** Includes days without orders; the counts are orders, by who placed them. */
  days: Type.Array(Strict({ day: Day, customer: Count, office: Count, other: Count })),
  /** The depots of the period, whatever the filters. */
  depots: Type.Array(Type.String()),
})
export type OrdersPerDay = Static<typeof OrdersPerDay>

export const ORDERS_PER_DAY_SORTS = ['key', 'orders', 'lines', 'netPence', 'totalPence', 'change'] as const

/** Counts orders by their day of delivery. Cancelled orders, and those that a change replaced, are left out. */
export const ordersPerDay = {
  search: endpoint('POST', 'statistics/orders-per-day', {
    body: Strict({
      created_start_date: Day,
      created_end_date: Day,
      by: Type.Optional(oneOf(ORDER_GROUPS)),
      depot: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      channel: Type.Optional(oneOf(ORDER_CHANNELS)),
      method: Type.Optional(oneOf(DELIVERY_METHODS)),
      hours: Type.Optional(oneOf(HOURS_BEFORE)),
      /** Words of the groups’ names. */
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      sort_by: Type.Optional(sortedBy(ORDERS_PER_DAY_SORTS)),
      ...Paging,
    }),
    reply: OrdersPerDay,
    access: 'reporter',
    summary:
      'Orders of the caller’s customers by day of delivery, depot, channel, method or hours before the cut-off.',
  }),
}
