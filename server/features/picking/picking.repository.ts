import { and, asc, eq, sql } from 'drizzle-orm'
import { totalsOfNetLines } from '#domain/totals.ts'
import { checkIns } from '#server/db/schema/check-ins.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { stock } from '#server/db/schema/products.ts'
import type { Connection } from '#server/db/transaction.ts'
import { chargedTotals } from '#server/features/checkout/charged-totals.ts'
import type { OrderRow } from '#server/features/orders/orders.repository.ts'

export type PickedLine = typeof orderLines.$inferSelect

/** The caller has locked the order. */
export const readPickedLines = (connection: Connection, orderId: string): Promise<PickedLine[]> =>
  connection
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))

export const isCheckedIn = async (connection: Connection, orderId: string): Promise<boolean> =>
  (await connection.$count(checkIns, eq(checkIns.orderId, orderId))) > 0

const at = ({ orderId, position }: Pick<PickedLine, 'orderId' | 'position'>) =>
  and(eq(orderLines.orderId, orderId), eq(orderLines.position, position))

export const writeShort = async (connection: Connection, line: PickedLine): Promise<void> => {
  const { quantity, netPence, discounts, placed, shortQuantity } = line
  await connection
    .update(orderLines)
    .set({ quantity, netPence, discounts, placed, shortQuantity })
    .where(at(line))
}

export const deleteSubstitute = async (connection: Connection, line: PickedLine): Promise<void> => {
  await connection.delete(orderLines).where(at(line))
}

export const insertSubstitute = async (
  connection: Connection,
  line: typeof orderLines.$inferInsert,
): Promise<void> => {
  await connection.insert(orderLines).values(line)
}

/** Requires the lock on the product's stock. @param quantity below 0: what returns */
export const takeStock = async (
  connection: Connection,
  product_no: string,
  quantity: number,
): Promise<void> => {
  await connection
    .update(stock)
    .set({ quantity: sql`${stock.quantity} - ${quantity}` })
    .where(eq(stock.product_no, product_no))
}

/** Of the lines as they are now. It writes the order even if no sum changes, so that devices hear of its lines. */
export const writeTotals = async (connection: Connection, order: OrderRow): Promise<void> => {
  const lines = await readPickedLines(connection, order.id)
  const { netPence, vatPence, totalPence } = chargedTotals(totalsOfNetLines(lines), order)
  await connection.update(orders).set({ netPence, vatPence, totalPence }).where(eq(orders.id, order.id))
}
