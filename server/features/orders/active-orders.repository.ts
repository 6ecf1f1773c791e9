import { and, asc, count, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ACTIVE_ORDER_SORTS, OrderSummary, TrackedOrder } from '#contract/orders.ts'
import type { ActiveStatus } from '#domain/order.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { payments } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'

type Executor = Database | Connection

export type ActiveOrdersFilter = {
  status?: ActiveStatus
  customerId?: string
  deliveryDay?: string
  exported?: 'yes' | 'no'
  text: string
}

export type ActiveOrdersQuery = ActiveOrdersFilter & {
  sort: (typeof ACTIVE_ORDER_SORTS)[number]
  descending: boolean
  limit: number
  offset: number
}

const SUMMARY = {
  id: orders.id,
  orderNo: orders.orderNo,
  revision: orders.revision,
  basketId: orders.basketId,
  customerId: orders.customerId,
  customerName: customers.name,
  deliveryDay: orders.deliveryDay,
  poNumber: orders.poNumber,
  status: orders.status,
  placedAt: orders.placedAt,
  cutOffAt: orders.cutOffAt,
  exportedAt: orders.exportedAt,
  lineCount: sql<number>`(SELECT count(*) FROM ${orderLines} WHERE ${orderLines.orderId} = ${orders.id})`,
  totalPence: orders.totalPence,
}

const SORTS: Record<ActiveOrdersQuery['sort'], SQL | typeof orders.orderNo> = {
  orderNo: orders.orderNo,
  customerName: sql`lower(${customers.name})`,
  deliveryDay: sql`${orders.deliveryDay}`,
  placedAt: sql`${orders.placedAt}`,
  totalPence: sql`${orders.totalPence}`,
}

/** By the index `orders_active`. */
const IS_ACTIVE = and(isNull(orders.deliveredAt), isNull(orders.cancelledAt), isNull(orders.replacedAt))

const SEARCHED = sql`unaccent(lower(concat_ws(' ', ${orders.orderNo}, ${orders.poNumber}, ${customers.name}, ${customers.id})))`

const wantedBy = (
  executor: Executor,
  viewer: CustomerViewer,
  { status, customerId, deliveryDay, exported, text }: ActiveOrdersFilter,
): SQL | undefined =>
  and(
    IS_ACTIVE,
    customerVisibleTo(executor, viewer, orders.customerId),
    status && eq(orders.status, status),
    customerId === undefined ? undefined : eq(orders.customerId, customerId),
    deliveryDay === undefined ? undefined : eq(orders.deliveryDay, deliveryDay),
    exported && (exported === 'yes' ? isNotNull(orders.exportedAt) : isNull(orders.exportedAt)),
    ...text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => sql`strpos(${SEARCHED}, unaccent(lower(${word}::text))) > 0`),
  )

/** @param connection with a snapshot, so that page and count agree */
export const searchActiveOrders = async (
  connection: Connection,
  viewer: CustomerViewer,
  { sort, descending, limit, offset, ...filter }: ActiveOrdersQuery,
): Promise<{ data: OrderSummary[]; total: number }> => {
  const where = wantedBy(connection, viewer, filter)
  const rows = await connection
    .select(SUMMARY)
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(where)
    .orderBy(descending ? desc(SORTS[sort]) : asc(SORTS[sort]), asc(orders.orderNo))
    .limit(limit)
    .offset(offset)
  const [counted] = await connection
    .select({ total: count() })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(where)
  return { data: rows.map(toSummary), total: counted?.total ?? 0 }
}

/** Page by page, each a statement of its own: a slow reader holds neither rows nor a connection. */
export async function* eachActiveOrder(
  database: Database,
  viewer: CustomerViewer,
  filter: ActiveOrdersFilter,
  rowsAtOnce = 1_000,
): AsyncGenerator<OrderSummary[]> {
  let last: { deliveryDay: string; orderNo: number } | undefined
  for (;;) {
    const rows = await database
      .select(SUMMARY)
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(
        and(
          wantedBy(database, viewer, filter),
          last &&
            or(
              gt(orders.deliveryDay, last.deliveryDay),
              and(eq(orders.deliveryDay, last.deliveryDay), gt(orders.orderNo, last.orderNo)),
            ),
        ),
      )
      .orderBy(asc(orders.deliveryDay), asc(orders.orderNo))
      .limit(rowsAtOnce)
    if (rows.length > 0) yield rows.map(toSummary)
    last = rows.at(-1)
    if (rows.length < rowsAtOnce) return
  }
}

export const countActiveOrders = async (connection: Connection, viewer: CustomerViewer) => {
  const where = wantedBy(connection, viewer, { text: '' })
  const orderCount = count()
  const byStatus = await connection
    .select({ status: orders.status, count: orderCount })
    .from(orders)
    .where(where)
    .groupBy(orders.status)
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

/** Any order, active or not. Undefined for a missing one and another user's alike. */
export const findTrackedOrder = async (
  executor: Executor,
  viewer: CustomerViewer,
  id: string,
): Promise<TrackedOrder | undefined> => {
  const [row] = await executor
    .select({
      ...SUMMARY,
      placedBy: users.username,
      instructions: orders.instructions,
      confirmedAt: orders.confirmedAt,
      pickingAt: orders.pickingAt,
      dispatchedAt: orders.dispatchedAt,
      deliveredAt: orders.deliveredAt,
      cancelledAt: orders.cancelledAt,
      replacedAt: orders.replacedAt,
      amountPence: payments.amountPence,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(users, eq(users.id, orders.placedBy))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(and(eq(orders.id, id), customerVisibleTo(executor, viewer, orders.customerId)))
  if (row === undefined) return undefined
  const lines = await executor
    .select({
      product_no: orderLines.product_no,
      name: orderLines.name,
      pack: orderLines.pack,
      quantity: orderLines.quantity,
      deliveredQuantity: orderLines.deliveredQuantity,
      unitPricePence: orderLines.unitPricePence,
      vatBasisPoints: orderLines.vatBasisPoints,
      netPence: orderLines.netPence,
      catchWeight: orderLines.catchWeight,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(asc(orderLines.position))
  const {
    amountPence,
    confirmedAt,
    pickingAt,
    dispatchedAt,
    deliveredAt,
    cancelledAt,
    replacedAt,
    ...summary
  } = row
  return {
    ...summary,
    ...toSummary(summary),
    payBy: amountPence === null ? 'account' : 'card',
    confirmedAt: textOf(confirmedAt),
    pickingAt: textOf(pickingAt),
    dispatchedAt: textOf(dispatchedAt),
    deliveredAt: textOf(deliveredAt),
    cancelledAt: textOf(cancelledAt),
    replacedAt: textOf(replacedAt),
    lines,
    totals: totalsOfNetLines(lines),
  }
}

type SummaryRow = Omit<OrderSummary, 'orderNo' | 'placedAt' | 'cutOffAt' | 'exportedAt'> & {
  orderNo: number
  placedAt: Date
  cutOffAt: Date | null
  exportedAt: Date | null
}

const toSummary = ({ orderNo, placedAt, cutOffAt, exportedAt, ...row }: SummaryRow): OrderSummary => ({
  ...row,
  orderNo: String(orderNo),
  placedAt: placedAt.toISOString(),
  cutOffAt: textOf(cutOffAt),
  exportedAt: textOf(exportedAt),
})

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null
