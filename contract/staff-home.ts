import { type Static, Type } from 'typebox'
import { ACTIVE_STATUSES } from '#domain/order.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, Day, Instant, nullable, oneOf, SumPence } from './values.ts'

/** What the office has to look after now. Each figure is that of the list to which the page leads. */

const Count = Type.Integer({ minimum: 0 })

const cutOff = {
  cutOffAt: Instant,
  /** The customers' own; empty where they have none. */
  route: Type.String({ maxLength: 200 }),
  deliveryDay: Day,
}
const CutOff = Strict({
  ...cutOff,
  depots: Type.Array(Type.String()),
  /** Customers with an order for the day, usual or not. */
  ordered: Count,
  /** Customers who mostly order for this weekday (domain/cut-offs.ts). */
  usual: Count,
  /** The usual ones without an order. */
  missing: Count,
})
export type CutOff = Static<typeof CutOff>

const StaffHome = Strict({
  /** Today in London. */
  day: Day,
  /** Orders in progress: every status, in order of progress. */
  orders: Type.Array(Strict({ status: oneOf(ACTIVE_STATUSES), count: Count, totalPence: SumPence })),
  deliveredToday: Count,
  /** Orders in progress of which the supplier's own system lacks something for too long (domain/order-export.ts). */
  lateExports: Strict({ count: Count, oldestAt: nullable(Instant) }),
  mails: Strict({
    /** Due or under way, and not failed yet. */
    waiting: Count,
    /** Tried in vain at least once, or given up. */
    failing: Count,
    oldestAt: nullable(Instant),
  }),
  /** Today's, the earliest first. */
  cutOffs: Type.Array(CutOff),
  requests: Strict({
    accounts: Count,
    /** People who asked for deliveries to where there are none, and were not told yet. */
    places: Count,
  }),
  stockAlerts: Strict({ waiting: Count, products: Count }),
  /** What agents tell customers today. */
  agentAlerts: Count,
})
export type StaffHome = Static<typeof StaffHome>

const MissingCustomer = Strict({ id: CustomerId, name: Type.String(), phone: Type.String() })
export type MissingCustomer = Static<typeof MissingCustomer>

const common = { access: 'staff', route: '/home' } as const

export const staffHome = {
  look: endpoint('GET', 'staff-home', {
    reply: StaffHome,
    ...common,
    summary:
      'What the office has to look after now: orders by state, cut-offs, late exports, mails, requests.',
  }),
  missing: endpoint('GET', 'staff-home/missing', {
    query: Strict({ v: Type.Optional(Type.Literal('1')), ...cutOff }),
    reply: Strict({ data: Type.Array(MissingCustomer) }),
    ...common,
    summary:
      'Who usually orders for one of today’s cut-offs and has no order yet, by name. 404 `record_not_found` if today has no such cut-off.',
  }),
}
