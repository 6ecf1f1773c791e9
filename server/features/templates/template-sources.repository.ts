import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { creditNoteLines, invoices } from '#server/db/schema/paperwork.ts'
import { products } from '#server/db/schema/products.ts'
import type { Connection } from '#server/db/transaction.ts'
import { customerVisibleTo } from '#server/features/customers/visible-customers.repository.ts'
import { PLACED_QUANTITY } from '#server/features/orders/orders.repository.ts'
import type { Viewer } from './templates.repository.ts'

export type SourceLine = { product_no: string; quantity: number }
export type Source = { customerId: string; lines: SourceLine[] }

/** Undefined for a missing order and another customer's alike. */
export const findOrderLines = async (
  connection: Connection,
  viewer: Viewer,
  id: string,
): Promise<Source | undefined> => {
  const [order] = await connection
    .select({ customerId: orders.customerId })
    .from(orders)
    .where(and(eq(orders.id, id), customerVisibleTo(connection, viewer, orders.customerId)))
  if (order === undefined) return undefined
  const lines = await connection
    .select({ product_no: orderLines.product_no, quantity: PLACED_QUANTITY })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, id), isNull(orderLines.standsFor)))
    .orderBy(asc(orderLines.position))
  return { ...order, lines }
}

/**
 * An invoice gives all lines of its order, a credit note the credited ones. A delivery note has its order's id and
 * gives the delivered quantities. Undefined if the document is missing, of another order or of another customer.
 */
export const findDocumentLines = async (
  connection: Connection,
  viewer: Viewer,
  { orderId, documentId }: { orderId: string; documentId: string },
): Promise<Source | undefined> => {
  const order = await findOrderLines(connection, viewer, orderId)
  if (order === undefined) return undefined
  if (documentId.toLowerCase() === orderId.toLowerCase())
    return { ...order, lines: await readDelivered(connection, orderId) }
  const [document] = await connection
    .select({ kind: invoices.kind })
    .from(invoices)
    .where(and(eq(invoices.id, documentId), eq(invoices.orderId, orderId)))
  if (document === undefined) return undefined
  return document.kind === 'invoice'
    ? order
    : { ...order, lines: await readCredited(connection, orderId, documentId) }
}

const readDelivered = async (connection: Connection, orderId: string): Promise<SourceLine[]> => {
  const lines = await connection
    .select({
      product_no: orderLines.product_no,
      quantity: orderLines.quantity,
      delivered: orderLines.deliveredQuantity,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  // Nothing is noted before the delivery, or of another system's order.
  return lines
    .map(({ product_no, quantity, delivered }) => ({ product_no, quantity: delivered ?? quantity }))
    .filter(({ quantity }) => quantity > 0)
}

const readCredited = (connection: Connection, orderId: string, documentId: string): Promise<SourceLine[]> =>
  connection
    .select({ product_no: orderLines.product_no, quantity: creditNoteLines.quantity })
    .from(creditNoteLines)
    .innerJoin(
      orderLines,
      and(eq(orderLines.orderId, orderId), eq(orderLines.position, creditNoteLines.position)),
    )
    .where(and(eq(creditNoteLines.invoiceId, documentId), gt(creditNoteLines.quantity, 0)))
    .orderBy(asc(creditNoteLines.position))

/** Whether each is still sold; those that never existed are missing. */
export const findSold = async (
  connection: Connection,
  product_nos: string[],
): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await connection
    .select({ product_no: products.product_no, active: products.active })
    .from(products)
    .where(inArray(products.product_no, product_nos))
  return new Map(rows.map(({ product_no, active }) => [product_no, active]))
}
