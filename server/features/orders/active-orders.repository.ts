import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { ACTIVE_ORDER_SORTS, OrderSummary } from '#contract/orders.ts'
import type { ActiveStatus } from '#domain/order.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { customers } from '#server/db/schema/customers.ts'
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
  exported?: 'yes' | 'no'
  text: string
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

const wantedBy = ({
  status,
  customerId,
  deliveryDay,
  exported,
  text,
}: ActiveOrdersFilter): (SQL | undefined)[] => [
  IS_ACTIVE,
  status && eq(orders.status, status),
  customerId === undefined ? undefined : eq(orders.customerId, customerId),
  deliveryDay === undefined ? undefined : eq(orders.deliveryDay, deliveryDay),
  exported && (exported === 'yes' ? isNotNull(orders.exportedAt) : isNull(orders.exportedAt)),
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

export const countActiveOrders = async (connection: Connection, viewer: CustomerViewer) => {
  const where = and(customerVisibleTo(connection, viewer, orders.customerId), ...wantedBy({ text: '' }))
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
