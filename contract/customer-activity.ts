import { type Static, Type } from 'typebox'
import { ACTIVITY_STATES } from '#domain/customer-activity.ts'
import { endpoint, Strict } from './endpoint.ts'
import {
  CustomerId,
  Day,
  Instant,
  listOf,
  nullable,
  oneOf,
  Paging,
  ProductNo,
  SumPence,
  sortedBy,
} from './values.ts'

const Count = Type.Integer({ minimum: 0 })

/** Spend is counted by day of delivery and includes VAT, as the orders show it. */
const spend = { orders: Count, totalPence: SumPence }

export const ActiveCustomer = Strict({
  customerId: CustomerId,
  customerName: Type.String(),
  /** When one of its users last used the app; null: not within the time that sessions are kept. */
  lastSignInAt: nullable(Instant),
  lastOrderAt: nullable(Instant),
  lastDeliveryDay: nullable(Day),
  /** The usual number of days between deliveries; null if there were too few to tell. */
  usualDays: nullable(Type.Number({ minimum: 0 })),
  state: oneOf(ACTIVITY_STATES),
  ...spend,
  /** In the period before, which is whole weeks earlier. */
  before: Strict(spend),
  lostCount: Count,
  /** Products bought regularly before the period and not in it, the most frequent first. */
  lost: Type.Array(Strict({ product_no: ProductNo, name: Type.String(), deliveries: Count, lastDay: Day })),
})
export type ActiveCustomer = Static<typeof ActiveCustomer>

export const CustomerActivity = Strict({
  ...listOf(ActiveCustomer).properties,
  /** Totals cover all of the caller's customers, whatever was searched for. */
  totals: Strict(spend),
  before: Strict({ from: Day, to: Day, ...spend }),
  states: Type.Array(Strict({ state: oneOf(ACTIVITY_STATES), count: Count })),
  /** Includes days without deliveries. */
  days: Type.Array(Strict({ day: Day, totalPence: SumPence })),
})
export type CustomerActivity = Static<typeof CustomerActivity>

export const CUSTOMER_ACTIVITY_SORTS = [
  'customerName',
  'lastSignInAt',
  'lastOrderAt',
  'usualDays',
  'orders',
  'totalPence',
  'change',
] as const

export const customerActivity = {
  search: endpoint('POST', 'statistics/customer-activity', {
    body: Strict({
      created_start_date: Day,
      created_end_date: Day,
      /** Names and numbers of customers. */
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(oneOf(ACTIVITY_STATES)),
      sort_by: Type.Optional(sortedBy(CUSTOMER_ACTIVITY_SORTS)),
      ...Paging,
    }),
    reply: CustomerActivity,
    access: 'reporter',
    summary:
      'The caller’s customers: last seen, last order, spend and its trend, products lost, and who is slipping away.',
  }),
}
