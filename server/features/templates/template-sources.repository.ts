import { and, asc, eq, inArray } from 'drizzle-orm'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { products } from '#server/db/schema/products.ts'
import type { Connection } from '#server/db/transaction.ts'
import { customerVisibleTo } from '#server/features/customers/visible-customers.repository.ts'
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
    .select({ product_no: orderLines.product_no, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, id))
    .orderBy(asc(orderLines.position))
  return { ...order, lines }
}

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
