import { mayStillChange, type OrderStatus } from '#domain/order.ts'
import type { Connection } from '#server/db/transaction.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { lockOrder, markOrderReplaced, returnStock } from './orders.repository.ts'

/** @throws Refusal `order_closed` */
export const requireOpen = (
  { status, cutOffAt }: { status: OrderStatus; cutOffAt: Date | null },
  now: Date,
): void => {
  const order = { status, cutOffAt: cutOffAt?.toISOString() ?? null }
  if (!mayStillChange(order, now)) throw new Refusal('order_closed')
}

/**
 * Takes an order back for the one that replaces it in the same transaction, which gets its number and the next revision.
 * @param product_nos of the new order, whose stock is locked too
 * @throws Refusal `order_closed`
 */
export const takeBack = async (
  connection: Connection,
  id: string,
  { product_nos, now }: { product_nos: readonly string[]; now: Date },
): Promise<{ orderNo: number; revision: number }> => {
  const order = await lockOrder(connection, id)
  if (order === undefined) throw new Error(`There is no order ${id} to replace.`)
  requireOpen(order, now)
  await returnStock(connection, id, product_nos)
  await markOrderReplaced(connection, id, now)
  return { orderNo: order.orderNo, revision: order.revision + 1 }
}
