import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql, sum } from 'drizzle-orm'
import type { ACTIVE_ORDER_SORTS, ExportFilter, OrderSummary } from '#contract/orders.ts'
import { ACTIVE_STATUSES, type ActiveStatus } from '#domain/order.ts'
import { LATE_EXPORT_MS } from '#domain/order-export.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderExports } from '#server/db/schema/order-exports.ts'
import { orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
  findVisibleCustomerIds,
} from '#server/features/customers/visible-customers.repository.ts'
import { ORDER_WORDS, pageOfSummaries, SUMMARY, type SummaryRow, toSummary } from './order-summaries.ts'

export type ActiveOrdersFilter = {
  status?: ActiveStatus
  customerId?: string
  deliveryDay?: string
  exported?: ExportFilter
  text: string
  now: Date
}

export type ActiveOrdersQuery = ActiveOrdersFilter & {
  sort: (typeof ACTIVE_ORDER_SORTS)[number]
  descending: boolean
  limit: number
  offset: number
}

const SORTS: Record<ActiveOrdersQuery['sort'], SQL | typeof orders.orderNo> = {
  orderNo: orders.orderNo,
  customerName: sql`lower(${customers.name})`,
  deliveryDay: sql`${orders.deliveryDay}`,
  placedAt: sql`${orders.placedAt}`,
  totalPence: sql`${orders.totalPence}`,
}

/** Uses the index `orders_active`. */
const IS_ACTIVE = and(isNull(orders.deliveredAt), isNull(orders.cancelledAt), isNull(orders.replacedAt))

/** Since when the supplier's own system lacks something of the order; null: it has all, or gets nothing (another system's order). */
const WAITING_SINCE = sql`(
  SELECT min(${orderExports.writtenAt}) FROM ${orderExports}
  WHERE ${orderExports.orderId} = ${orders.id} AND ${orderExports.exportedAt} IS NULL)`

const EXPORTED_AS: Record<ExportFilter, (now: Date) => SQL> = {
  yes: () => isNotNull(orders.exportedAt),
  no: () => isNull(orders.exportedAt),
  late: (now) => lt(WAITING_SINCE, new Date(now.getTime() - LATE_EXPORT_MS)),
}

const wantedBy = ({
  status,
  customerId,
  deliveryDay,
  exported,
  text,
  now,
}: ActiveOrdersFilter): (SQL | undefined)[] => [
  IS_ACTIVE,
  status && eq(orders.status, status),
  customerId === undefined ? undefined : eq(orders.customerId, customerId),
  deliveryDay === undefined ? undefined : eq(orders.deliveryDay, deliveryDay),
  exported && EXPORTED_AS[exported](now),
  ...holdsEachWord(ORDER_WORDS, text),
]

/** @param connection with a snapshot, so that page and count agree */
export const searchActiveOrders = async (
  connection: Connection,
  viewer: CustomerViewer,
  { sort, descending, limit, offset, ...filter }: ActiveOrdersQuery,
): Promise<{ data: OrderSummary[]; total: number }> => {
  const visible = await findVisibleCustomerIds(connection, viewer)
  if (visible?.length === 0) return { data: [], total: 0 }
  return await pageOfSummaries(connection, {
    where: and(visible && inArray(orders.customerId, visible), ...wantedBy(filter)),
    orderBy: [descending ? desc(SORTS[sort]) : asc(SORTS[sort]), asc(orders.orderNo)],
    limit,
    offset,
  })
}

/** Page by page, each a statement of its own: a slow reader holds neither rows nor a connection. */
export async function* eachActiveOrder(
  database: Database,
  viewer: CustomerViewer,
  filter: ActiveOrdersFilter,
  rowsAtOnce = 1_000,
): AsyncGenerator<ExportedOrder[]> {
  const after = (last?: { deliveryDay: string; orderNo: number }) =>
    database
      .select(EXPORTED)
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(
        and(
          customerVisibleTo(database, viewer, orders.customerId),
          ...wantedBy(filter),
          // Compares a pair, at which the index `orders_active` begins; otherwise each page would pass over all before it.
          last &&
            sql`(${orders.deliveryDay}, ${orders.orderNo}) > (${last.deliveryDay}::date, ${last.orderNo}::bigint)`,
        ),
      )
      .orderBy(asc(orders.deliveryDay), asc(orders.orderNo))
      .limit(rowsAtOnce)
      .execute()
  let rows = await after()
  while (rows.length === rowsAtOnce) {
    // The database reads on while the rows before are written out.
    const next = after(rows.at(-1))
    // Awaited below, if ever: a reader who leaves leaves it behind.
    next.catch(() => {})
    yield rows.map(toExported)
    rows = await next
  }
  if (rows.length > 0) yield rows.map(toExported)
}

// Nothing is short or billed before it is delivered.
const { shortCount: _, billedPence: _billed, ...EXPORTED } = SUMMARY
export type ExportedOrder = Omit<OrderSummary, 'shortCount' | 'billedPence'>

const toExported = (row: Omit<SummaryRow, 'shortCount' | 'billedPence'>): ExportedOrder => {
  const {
    shortCount: _short,
    billedPence: _none,
    ...order
  } = toSummary({
    ...row,
    shortCount: 0,
    billedPence: null,
  })
  return order
}

/** Every status, in order of progress. */
export const sumActiveOrders = async (
  connection: Connection,
  viewer: CustomerViewer,
): Promise<{ status: ActiveStatus; count: number; totalPence: number }[]> => {
  const found = await connection
    .select({ status: orders.status, count: count(), totalPence: sum(orders.totalPence).mapWith(Number) })
    .from(orders)
    .where(and(customerVisibleTo(connection, viewer, orders.customerId), IS_ACTIVE))
    .groupBy(orders.status)
  return ACTIVE_STATUSES.map((status) => ({
    count: 0,
    totalPence: 0,
    ...found.find((one) => one.status === status),
    status,
  }))
}

export const findLateExports = async (
  connection: Connection,
  now: Date,
): Promise<{ count: number; oldestAt: Date | null }> => {
  const [found] = await connection
    .select({
      count: count(),
      oldestAt: sql<Date | null>`min(${WAITING_SINCE})`.mapWith(orderExports.writtenAt),
    })
    .from(orders)
    .where(and(...wantedBy({ exported: 'late', text: '', now })))
  return found ?? { count: 0, oldestAt: null }
}

export const countActiveOrders = async (connection: Connection, viewer: CustomerViewer) => {
  const where = and(customerVisibleTo(connection, viewer, orders.customerId), IS_ACTIVE)
  const orderCount = count()
  const byStatus = await sumActiveOrders(connection, viewer)
  const byCustomer = await connection
    .select({ id: customers.id, name: customers.name, count: orderCount })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(where)
    .groupBy(customers.id, customers.name)
    .orderBy(sql`lower(${customers.name})`, customers.id)
  const byDay = await connection
    .select({ day: orders.deliveryDay, count: orderCount })
    .from(orders)
    .where(where)
    .groupBy(orders.deliveryDay)
    .orderBy(asc(orders.deliveryDay))
  return { byStatus, byCustomer, byDay }
}
