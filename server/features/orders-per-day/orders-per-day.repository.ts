import { and, asc, between, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { NO_DEPOT, type OrderChannel, type OrderGroup } from '#domain/orders-per-day.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import { orderDays } from '#server/db/schema/order-days.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'

export type OrderFigures = { orders: number; lines: number; netPence: number; totalPence: number }

/** YYYY-MM-DD, both included. */
export type Days = { from: string; to: string }

export type OrderFilter = {
  depot?: string | undefined
  channel?: OrderChannel | undefined
  method?: DeliveryMethod | undefined
  hours?: string | undefined
}

const wanted = (
  connection: Connection,
  viewer: CustomerViewer,
  { from, to, depot, channel, method, hours }: Days & OrderFilter,
): SQL | undefined =>
  and(
    customerVisibleTo(connection, viewer, orderDays.customerId),
    between(orderDays.deliveryDay, from, to),
    // Lines may be counted a moment before their order.
    gt(orderDays.orders, 0),
    depot === undefined ? undefined : eq(orderDays.depot, depot === NO_DEPOT ? '' : depot),
    channel && eq(orderDays.channel, channel),
    method && eq(orderDays.method, method),
    hours === undefined ? undefined : eq(orderDays.hours, Number(hours)),
  )

const sumOf = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int8`

const KEYS: Record<OrderGroup, SQL<string>> = {
  day: sql`${orderDays.deliveryDay}::text`,
  depot: sql`coalesce(nullif(${orderDays.depot}, ''), ${sql.raw(`'${NO_DEPOT}'`)})`,
  channel: sql`${orderDays.channel}`,
  method: sql`${orderDays.method}`,
  hours: sql`${orderDays.hours}::text`,
}

export const sumOrdersBy = async (
  connection: Connection,
  viewer: CustomerViewer,
  { by, ...query }: Days & OrderFilter & { by: OrderGroup },
): Promise<(OrderFigures & { key: string })[]> =>
  await connection
    .select({
      key: KEYS[by],
      orders: sumOf(orderDays.orders),
      lines: sumOf(orderDays.lines),
      netPence: sumOf(orderDays.netPence),
      totalPence: sumOf(orderDays.totalPence),
    })
    .from(orderDays)
    .where(wanted(connection, viewer, query))
    .groupBy(sql`1`)

export type OrderDay = Record<OrderChannel, number> & { day: string }

/** Days with orders only. */
export const countOrdersOfDays = async (
  connection: Connection,
  viewer: CustomerViewer,
  query: Days & OrderFilter,
): Promise<OrderDay[]> => {
  const ofChannel = (channel: OrderChannel) =>
    sql<number>`coalesce(sum(${orderDays.orders}) FILTER (WHERE ${orderDays.channel} = ${channel}), 0)::int8`
  return await connection
    .select({
      day: orderDays.deliveryDay,
      customer: ofChannel('customer'),
      office: ofChannel('office'),
      other: ofChannel('other'),
    })
    .from(orderDays)
    .where(wanted(connection, viewer, query))
    .groupBy(orderDays.deliveryDay)
}

export const findDepots = async (
  connection: Connection,
  viewer: CustomerViewer,
  days: Days,
): Promise<string[]> =>
  (
    await connection
      .selectDistinct({ depot: KEYS.depot })
      .from(orderDays)
      .where(wanted(connection, viewer, days))
      .orderBy(asc(sql`1`))
  ).map(({ depot }) => depot)
