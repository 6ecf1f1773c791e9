import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { TrackedOrder } from '#contract/orders.ts'
import { billedLineOf } from '#domain/paperwork/bill.ts'
import type { StorageType } from '#domain/product.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { creditNoteLines, invoices } from '#server/db/schema/paperwork.ts'
import { payments } from '#server/db/schema/payments.ts'
import { products } from '#server/db/schema/products.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import { chargedTotals } from '#server/features/checkout/charged-totals.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'
import {
  creditNotes,
  INVOICED,
  type OrderRow,
  SUMMARY,
  type SummaryRow,
  textOf,
  toSummary,
} from './order-summaries.ts'

/** Columns of an order, from orders joined with customers, and with users and payments where there are any. */
const TRACKED = {
  ...SUMMARY,
  placedBy: users.username,
  instructions: orders.instructions,
  deliveryAddressId: orders.deliveryAddressId,
  collectionSiteId: orders.collectionSiteId,
  address: orders.address,
  deliveryVatBasisPoints: orders.deliveryVatBasisPoints,
  freeDeliveryFromPence: orders.freeDeliveryFromPence,
  confirmedAt: orders.confirmedAt,
  pickingAt: orders.pickingAt,
  dispatchedAt: orders.dispatchedAt,
  deliveredAt: orders.deliveredAt,
  cancelledAt: orders.cancelledAt,
  replacedAt: orders.replacedAt,
  amountPence: payments.amountPence,
  invoicedPence: INVOICED,
}

/** In any status, the last placed first. Missing ones and another user's are left out alike. */
export const readTrackedOrders = async (
  executor: Database | Connection,
  viewer: CustomerViewer,
  ids: readonly string[],
): Promise<TrackedOrder[]> => {
  const rows = await executor
    .select(TRACKED)
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(users, eq(users.id, orders.placedBy))
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(and(inArray(orders.id, [...ids]), customerVisibleTo(executor, viewer, orders.customerId)))
    .orderBy(desc(orders.placedAt), desc(orders.orderNo))
  const lines = await readLines(
    executor,
    rows.map(({ id }) => id),
  )
  const billed = rows.filter(({ billedPence }) => billedPence !== null).map(({ id }) => id)
  const credited = await readCredited(executor, billed)
  return rows.map((row) => trackedOf(row, billedLines(row, lines.get(row.id) ?? [], credited.get(row.id))))
}

type Line = TrackedOrder['lines'][number] & { position: number }

/** Without VAT, by the position of the order's line. */
type Credited = ReadonlyMap<number, number>

/** An invoice bills all of its order: a line comes to what was billed of it, less what was credited. */
const billedLines = (
  { billedPence }: { billedPence?: number | null },
  lines: readonly Line[],
  credited: Credited = new Map(),
): TrackedOrder['lines'] =>
  lines.map((line) => ({
    ...line,
    billedPence:
      typeof billedPence === 'number'
        ? billedLineOf(line).netPence - (credited.get(line.position) ?? 0)
        : null,
  }))

const readCredited = async (
  executor: Database | Connection,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Credited>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await executor
    .select({
      orderId: invoices.orderId,
      position: creditNoteLines.position,
      netPence: sql<number>`sum(${creditNoteLines.netPence})::bigint`,
    })
    .from(invoices)
    .innerJoin(creditNotes, eq(creditNotes.creditedInvoiceId, invoices.id))
    .innerJoin(creditNoteLines, eq(creditNoteLines.invoiceId, creditNotes.id))
    .where(and(inArray(invoices.orderId, [...orderIds]), eq(invoices.kind, 'invoice')))
    .groupBy(invoices.orderId, creditNoteLines.position)
  const found = new Map(orderIds.map((id) => [id, new Map<number, number>()]))
  for (const { orderId, position, netPence } of rows) found.get(orderId)?.set(position, netPence)
  return found
}

const readLines = async (
  executor: Database | Connection,
  ids: string[],
): Promise<ReadonlyMap<string, Line[]>> => {
  const found = new Map<string, Line[]>(ids.map((id) => [id, []]))
  const rows = await executor
    .select({
      orderId: orderLines.orderId,
      position: orderLines.position,
      product_no: orderLines.product_no,
      name: orderLines.name,
      pack: orderLines.pack,
      quantity: orderLines.quantity,
      storageType: sql<StorageType>`coalesce(${products.storageType}, 'ambient')`,
      shortQuantity: orderLines.shortQuantity,
      placed: orderLines.placed,
      standsFor: orderLines.standsFor,
      deliveredQuantity: orderLines.deliveredQuantity,
      unitPricePence: orderLines.unitPricePence,
      vatBasisPoints: orderLines.vatBasisPoints,
      netPence: orderLines.netPence,
      discounts: orderLines.discounts,
      catchWeight: orderLines.catchWeight,
      deliveredWeightGrams: orderLines.deliveredWeightGrams,
      note: orderLines.note,
      substitution: orderLines.substitution,
    })
    .from(orderLines)
    .leftJoin(products, eq(products.product_no, orderLines.product_no))
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  for (const { orderId, ...line } of rows) found.get(orderId)?.push(line)
  return found
}

/** Undefined for a missing one and another user's alike. */
export const findTrackedOrder = async (
  executor: Database | Connection,
  viewer: CustomerViewer,
  id: string,
): Promise<TrackedOrder | undefined> => (await readTrackedOrders(executor, viewer, [id]))[0]

type Joined = 'placedBy' | 'amountPence' | 'invoicedPence'
type TrackedRow = SummaryRow &
  Pick<OrderRow, Exclude<keyof typeof TRACKED, keyof SummaryRow | Joined>> & {
    placedBy: string | null
    amountPence: number | null
    invoicedPence: number | null
  }

const trackedOf = (row: TrackedRow, lines: TrackedOrder['lines']): TrackedOrder => {
  const {
    address,
    deliveryVatBasisPoints,
    freeDeliveryFromPence,
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
    ...(address && { address }),
    payBy: amountPence === null ? 'account' : 'card',
    confirmedAt: textOf(confirmedAt),
    pickingAt: textOf(pickingAt),
    dispatchedAt: textOf(dispatchedAt),
    deliveredAt: textOf(deliveredAt),
    cancelledAt: textOf(cancelledAt),
    replacedAt: textOf(replacedAt),
    lines,
    totals: chargedTotals(totalsOfNetLines(lines), row),
  }
}
