import { and, asc, between, desc, eq, gt, gte, inArray, isNull, lt, max, type SQL, sql } from 'drizzle-orm'
import { type Deliveries, REGULAR_DELIVERIES_MIN } from '#domain/customer-activity.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderDays } from '#server/db/schema/order-days.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { customerUsers, tokens } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'

/** YYYY-MM-DD, both included. */
type Days = { from: string; to: string }

export type CustomerRow = {
  customerId: string
  customerName: string
  lastSignInAt: Date | null
  lastOrderAt: Date | null
  lastDeliveryDay: string | null
}

/** Every customer of the viewer who has not left. */
export const findCustomersSeen = async (
  connection: Connection,
  viewer: CustomerViewer,
): Promise<CustomerRow[]> => {
  const seen = connection
    .select({ customerId: customerUsers.customerId, at: max(tokens.lastUsedAt).as('at') })
    .from(customerUsers)
    .innerJoin(tokens, eq(tokens.userId, customerUsers.userId))
    .where(customerVisibleTo(connection, viewer, customerUsers.customerId))
    .groupBy(customerUsers.customerId)
    .as('seen')
  // A sub-select for each customer, which reads one entry of the index; a join would read every order.
  const lastOrderAt = sql<Date | null>`(SELECT max(${orders.placedAt}) FROM ${orders}
    WHERE ${orders.customerId} = ${customers.id} AND ${orders.cancelledAt} IS NULL AND ${orders.replacedAt} IS NULL)`
  const lastDeliveryDay = sql<string | null>`(SELECT max(${orderDays.deliveryDay})::text FROM ${orderDays}
    WHERE ${orderDays.customerId} = ${customers.id} AND ${orderDays.orders} > 0)`
  return await connection
    .select({
      customerId: customers.id,
      customerName: customers.name,
      lastSignInAt: seen.at,
      lastOrderAt: lastOrderAt.mapWith(orders.placedAt),
      lastDeliveryDay,
    })
    .from(customers)
    .leftJoin(seen, eq(seen.customerId, customers.id))
    .where(and(isNull(customers.leftAt), customerVisibleTo(connection, viewer, customers.id)))
    .orderBy(asc(sql`lower(${customers.name})`), asc(customers.id))
}

const delivered = (connection: Connection, viewer: CustomerViewer, period: SQL): SQL | undefined =>
  and(customerVisibleTo(connection, viewer, orderDays.customerId), period, gt(orderDays.orders, 0))

export type Spend = { orders: number; totalPence: number }

export const sumSpend = async (
  connection: Connection,
  viewer: CustomerViewer,
  { from, to }: Days,
): Promise<Map<string, Spend>> => {
  const rows = await connection
    .select({
      customerId: orderDays.customerId,
      orders: sql<number>`sum(${orderDays.orders})::int8`,
      totalPence: sql<number>`sum(${orderDays.totalPence})::int8`,
    })
    .from(orderDays)
    .where(delivered(connection, viewer, between(orderDays.deliveryDay, from, to)))
    .groupBy(orderDays.customerId)
  return new Map(rows.map(({ customerId, ...spend }) => [customerId, spend]))
}

export const findDeliveries = async (
  connection: Connection,
  viewer: CustomerViewer,
  since: string,
): Promise<Map<string, Deliveries>> => {
  const days = connection
    .selectDistinct({ customerId: orderDays.customerId, day: orderDays.deliveryDay })
    .from(orderDays)
    .where(delivered(connection, viewer, gte(orderDays.deliveryDay, since)))
    .as('days')
  const rows = await connection
    .select({
      customerId: days.customerId,
      count: sql<number>`count(*)::int`,
      first: sql<string>`min(${days.day})::text`,
      last: sql<string>`max(${days.day})::text`,
    })
    .from(days)
    .groupBy(days.customerId)
  return new Map(rows.map(({ customerId, ...deliveries }) => [customerId, deliveries]))
}

export const sumSpendOfDays = async (
  connection: Connection,
  viewer: CustomerViewer,
  { from, to }: Days,
): Promise<Map<string, number>> => {
  const rows = await connection
    .select({ day: orderDays.deliveryDay, totalPence: sql<number>`sum(${orderDays.totalPence})::int8` })
    .from(orderDays)
    .where(delivered(connection, viewer, between(orderDays.deliveryDay, from, to)))
    .groupBy(orderDays.deliveryDay)
  return new Map(rows.map(({ day, totalPence }) => [day, totalPence]))
}

export type LostProduct = { product_no: string; name: string; deliveries: number; lastDay: string }

/**
 * What a few customers bought regularly from `since` on, but not from `from` to `to`.
 * @param customerIds those of one page: order lines are many
 */
export const findLostProducts = async (
  connection: Connection,
  customerIds: readonly string[],
  { since, from, to }: Days & { since: string },
): Promise<Map<string, LostProduct[]>> => {
  if (customerIds.length === 0) return new Map()
  const deliveries = sql<number>`count(DISTINCT ${orders.deliveryDay})::int`
  const rows = await connection
    .select({
      customerId: orders.customerId,
      product_no: orderLines.product_no,
      name: sql<string>`max(${orderLines.name})`,
      deliveries,
      lastDay: sql<string>`max(${orders.deliveryDay})::text`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        inArray(orders.customerId, [...customerIds]),
        between(orders.deliveryDay, since, to),
        isNull(orders.cancelledAt),
        isNull(orders.replacedAt),
      ),
    )
    .groupBy(orders.customerId, orderLines.product_no)
    .having(and(lt(max(orders.deliveryDay), from), gte(deliveries, REGULAR_DELIVERIES_MIN)))
    .orderBy(desc(deliveries), asc(orderLines.product_no))
  return grouped(rows)
}

const grouped = (rows: readonly (LostProduct & { customerId: string })[]): Map<string, LostProduct[]> => {
  const byCustomer = new Map<string, LostProduct[]>()
  for (const { customerId, ...product } of rows)
    byCustomer.set(customerId, [...(byCustomer.get(customerId) ?? []), product])
  return byCustomer
}
