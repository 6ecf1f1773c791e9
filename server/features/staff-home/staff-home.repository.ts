import { and, eq, gt, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import { USUAL_WEEKS } from '#domain/cut-offs.ts'
import { dayPlus } from '#domain/london-time.ts'
import { customers, deliveryPostcodes } from '#server/db/schema/customers.ts'
import { orderDays } from '#server/db/schema/order-days.ts'
import { orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'

/** Customers who can order at all, by name. */
export const findOrderingCustomers = (connection: Connection) =>
  connection
    .select({
      customerId: customers.id,
      name: customers.name,
      phone: customers.contactPhone,
      route: customers.route,
      deliveryWeekdays: customers.deliveryWeekdays,
      cutOffTime: customers.cutOffTime,
      cutOffDaysBefore: customers.cutOffDaysBefore,
    })
    .from(customers)
    .where(and(not(customers.onStop), isNull(customers.leftAt)))
    .orderBy(sql`lower(${customers.name})`, customers.id)

export type OrderedFor = { customerId: string; ordered: boolean; weeks: number }

/** Who has an order for the day, and in how many of the weeks before they had one for its weekday. */
export const findOrderedFor = (connection: Connection, deliveryDay: string): Promise<OrderedFor[]> => {
  const weeksBefore = Array.from({ length: USUAL_WEEKS }, (_, nth) => dayPlus(deliveryDay, -7 * (nth + 1)))
  return connection
    .select({
      customerId: orderDays.customerId,
      ordered: sql<boolean>`bool_or(${orderDays.deliveryDay} = ${deliveryDay})`,
      weeks: sql<number>`count(DISTINCT ${orderDays.deliveryDay}) FILTER (WHERE ${orderDays.deliveryDay} <> ${deliveryDay})`,
    })
    .from(orderDays)
    .where(and(inArray(orderDays.deliveryDay, [deliveryDay, ...weeksBefore]), gt(orderDays.orders, 0)))
    .groupBy(orderDays.customerId)
    .execute()
}

export const findDepotsOfRoutes = (connection: Connection): Promise<{ route: string; depot: string }[]> =>
  connection
    .selectDistinct({ route: deliveryPostcodes.route, depot: deliveryPostcodes.depot })
    .from(deliveryPostcodes)
    .where(and(not(deliveryPostcodes.deleted), ne(deliveryPostcodes.depot, '')))
    .orderBy(deliveryPostcodes.route, deliveryPostcodes.depot)
    .execute()

export const countDelivered = (connection: Connection, day: string): Promise<number> =>
  connection.$count(orders, and(eq(orders.deliveryDay, day), eq(orders.status, 'delivered')))
