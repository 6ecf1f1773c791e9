import { and, asc, desc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import { dayNumberOf, type PastOrder } from '#domain/purchase-history.ts'
import type { Database } from '#server/db/database.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { PLACED_QUANTITY } from '#server/features/orders/orders.repository.ts'

/** The latest: more than four a day for two years. */
const ORDERS_MAX = 3_000

/** Orders for delivery since that day, by delivery day; without cancelled, replaced and unpaid ones. */
export const findPastOrders = async (
  database: Database,
  customerId: string,
  from: string,
): Promise<PastOrder[]> => {
  const rows = await database
    .select({
      deliveryDay: orders.deliveryDay,
      placedAt: orders.placedAt,
      product_nos: sql<string[]>`array_agg(${orderLines.product_no} ORDER BY ${orderLines.position})`,
      quantities: sql<number[]>`array_agg(${PLACED_QUANTITY} ORDER BY ${orderLines.position})`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        eq(orders.customerId, customerId),
        gte(orders.deliveryDay, from),
        isNull(orders.cancelledAt),
        isNull(orders.replacedAt),
        isNotNull(orders.confirmedAt),
        // A substitute is not what the customer usually orders.
        isNull(orderLines.standsFor),
      ),
    )
    .groupBy(orders.id)
    .orderBy(desc(orders.deliveryDay), asc(orders.placedAt), asc(orders.id))
    .limit(ORDERS_MAX)
  return rows
    .map(({ deliveryDay, placedAt, product_nos, quantities }) => ({
      day: dayNumberOf(deliveryDay),
      placedMs: placedAt.getTime(),
      lines: product_nos.map((product_no, place) => ({ product_no, quantity: quantities[place] ?? 0 })),
    }))
    .sort((one, other) => one.day - other.day)
}
