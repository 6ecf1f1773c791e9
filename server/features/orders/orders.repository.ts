import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { SubstitutionChoice } from '#domain/line-terms.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { payments } from '#server/db/schema/payments.ts'
import { stock } from '#server/db/schema/products.ts'
import type { Connection } from '#server/db/transaction.ts'
import { lockStock } from '#server/features/checkout/stock.repository.ts'

export type OrderRow = typeof orders.$inferSelect

/** Until the transaction ends, nobody else cancels, changes or pays for the order. Lock it before stock. */
export const lockOrder = async (connection: Connection, id: string): Promise<OrderRow | undefined> =>
  (await connection.select().from(orders).where(eq(orders.id, id)).for('update'))[0]

/** The same with all revisions of its number. Several orders are locked in order of id, or transactions deadlock. */
export const lockRevisions = async (connection: Connection, id: string): Promise<OrderRow | undefined> => {
  const orderNo = connection.select({ orderNo: orders.orderNo }).from(orders).where(eq(orders.id, id))
  const revisions = await connection
    .select()
    .from(orders)
    .where(eq(orders.orderNo, orderNo))
    .orderBy(asc(orders.id))
    .for('update')
  return revisions.find((order) => order.id === id.toLowerCase())
}

export const cancelOrder = async (connection: Connection, id: string, at: Date): Promise<void> => {
  await connection.update(orders).set({ cancelledAt: at }).where(eq(orders.id, id))
}

export const markOrderReplaced = async (connection: Connection, id: string, at: Date): Promise<void> => {
  await connection.update(orders).set({ replacedAt: at }).where(eq(orders.id, id))
}

export const isByCard = async (connection: Connection, id: string): Promise<boolean> =>
  (await connection.$count(payments, eq(payments.orderId, id))) > 0

export type OrderedQuantity = {
  product_no: string
  quantity: number
  unitPricePence: number
  position: number
  note: string
  substitution: SubstitutionChoice | null
}

/** What was ordered of a line, whatever a substitute replaces. Leave out substitutes, which were not ordered. */
export const PLACED_QUANTITY = sql<number>`coalesce((${orderLines.placed} ->> 'quantity')::int, ${orderLines.quantity})`

/** Product by product, as placed, in the order in which stock is locked. */
export const orderedQuantities = (connection: Connection, orderId: string): Promise<OrderedQuantity[]> =>
  connection
    .select({
      product_no: orderLines.product_no,
      quantity: sql<number>`sum(${PLACED_QUANTITY})::int`,
      unitPricePence: sql<number>`max(${orderLines.unitPricePence})::int8`,
      position: sql<number>`min(${orderLines.position})`,
      // Other systems' orders may have a product twice, but no terms.
      note: sql<string>`max(${orderLines.note})`,
      substitution: sql<SubstitutionChoice | null>`(array_agg(${orderLines.substitution}))[1]`,
    })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), isNull(orderLines.standsFor)))
    .groupBy(orderLines.product_no)
    .orderBy(asc(orderLines.product_no))

/** The share of the missing goods that a substitute replaces has already been taken off the line. */
const FOUND_QUANTITY = sql`${orderLines.quantity} - greatest(0, coalesce(${orderLines.shortQuantity}, 0) - (${PLACED_QUANTITY} - ${orderLines.quantity}))`

/** Product by product, with substitutes: what the order holds now. */
const heldQuantities = (connection: Connection, orderId: string) =>
  connection
    .select({ product_no: orderLines.product_no, quantity: sql<number>`sum(${FOUND_QUANTITY})::int` })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .groupBy(orderLines.product_no)
    .orderBy(asc(orderLines.product_no))

/**
 * What the order holds, of products that are still sold. Goods that were missing at picking do not return, replaced or not.
 * @param alsoLocked products whose stock the transaction needs afterwards, locked with the others, as locks in two goes
 * would deadlock
 */
export const returnStock = async (
  connection: Connection,
  orderId: string,
  alsoLocked: readonly string[] = [],
): Promise<void> => {
  const lines = await heldQuantities(connection, orderId)
  await lockStock(connection, [...alsoLocked, ...lines.map(({ product_no }) => product_no)])
  for (const { product_no, quantity } of lines)
    await connection
      .update(stock)
      .set({ quantity: sql`${stock.quantity} + ${quantity}` })
      .where(eq(stock.product_no, product_no))
}
