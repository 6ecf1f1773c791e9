import { count, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OrderSummary } from '#contract/orders.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import type { Connection } from '#server/db/transaction.ts'

const linesWhere = (condition: SQL) =>
  sql<number>`(SELECT count(*) FROM ${orderLines} WHERE ${orderLines.orderId} = ${orders.id} AND ${condition})`

export const creditNotes = alias(invoices, 'credit_notes')

/** Counts the latest revision alone: no other is invoiced. */
const BILLED = sql<number | null>`(
  SELECT ${invoices.totalPence} - (SELECT coalesce(sum(${creditNotes.totalPence}), 0)::bigint FROM ${invoices} AS ${creditNotes} WHERE ${creditNotes.creditedInvoiceId} = ${invoices.id})
  FROM ${invoices} WHERE ${invoices.orderId} = ${orders.id} AND ${invoices.kind} = 'invoice')`

/** Before credit notes. */
export const INVOICED = sql<number | null>`(
  SELECT ${invoices.totalPence} FROM ${invoices} WHERE ${invoices.orderId} = ${orders.id} AND ${invoices.kind} = 'invoice')`

/** Columns of a summary, from orders joined with customers. */
export const SUMMARY = {
  id: orders.id,
  orderNo: orders.orderNo,
  revision: orders.revision,
  basketId: orders.basketId,
  customerId: orders.customerId,
  customerName: customers.name,
  deliveryDay: orders.deliveryDay,
  poNumber: orders.poNumber,
  method: orders.method,
  collectionSlot: orders.collectionSlot,
  status: orders.status,
  placedAt: orders.placedAt,
  channel: orders.channel,
  cutOffAt: orders.cutOffAt,
  exportedAt: orders.exportedAt,
  lineCount: linesWhere(sql`true`),
  shortCount: linesWhere(
    sql`coalesce(${orderLines.deliveredQuantity} < ${orderLines.quantity}, ${orderLines.shortQuantity} > 0, false)`,
  ),
  deliveryChargePence: orders.deliveryChargePence,
  totalPence: orders.totalPence,
  billedPence: BILLED,
}

/** What text finds an order by, in small letters without accents. */
export const ORDER_WORDS = sql`unaccent(lower(concat_ws(' ', ${orders.orderNo}, ${orders.poNumber}, ${customers.name}, ${customers.id})))`

export type SummaryRow = Omit<OrderSummary, 'orderNo' | 'placedAt' | 'cutOffAt' | 'exportedAt'> &
  Pick<OrderRow, 'orderNo' | 'placedAt' | 'cutOffAt' | 'exportedAt'>

export type OrderRow = typeof orders.$inferSelect

/** A page of orders and how many there are. @param connection with a snapshot, so that the two agree */
export const pageOfSummaries = async (
  connection: Connection,
  {
    where,
    orderBy,
    limit,
    offset,
  }: { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number },
): Promise<{ data: OrderSummary[]; total: number }> => {
  const rows = await connection
    .select(SUMMARY)
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const [counted] = await connection
    .select({ total: count() })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(where)
  return { data: rows.map(toSummary), total: counted?.total ?? 0 }
}

export const toSummary = ({ orderNo, placedAt, cutOffAt, exportedAt, ...row }: SummaryRow): OrderSummary => ({
  ...row,
  orderNo: String(orderNo),
  placedAt: placedAt.toISOString(),
  cutOffAt: textOf(cutOffAt),
  exportedAt: textOf(exportedAt),
})

export const textOf = (at: Date | null): string | null => at?.toISOString() ?? null
