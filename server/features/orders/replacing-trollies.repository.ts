import { and, eq } from 'drizzle-orm'
import { deliveryChoiceOf } from '#domain/trolly.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import type { Connection } from '#server/db/transaction.ts'
import { type OrderRow, orderedQuantities } from './orders.repository.ts'

/** The open trolly whose checkout replaces the order. */
export const findReplacingTrolly = async (
  connection: Connection,
  orderId: string,
): Promise<string | undefined> =>
  (
    await connection
      .select({ id: baskets.id })
      .from(baskets)
      .where(and(eq(baskets.replacesOrderId, orderId), eq(baskets.state, 'open')))
  )[0]?.id

export const hasTrolly = async (connection: Connection, id: string): Promise<boolean> =>
  (await connection.$count(baskets, eq(baskets.id, id))) > 0

type ReplacingTrolly = { basketId: string; order: OrderRow; createdBy: string; now: Date }

/** Requires the order's lock. */
export const insertReplacingTrolly = async (
  connection: Connection,
  { basketId, order, createdBy, now }: ReplacingTrolly,
): Promise<void> => {
  const { customerId, deliveryDay, poNumber, instructions } = order
  const ordered = (await orderedQuantities(connection, order.id)).toSorted(
    (one, other) => one.position - other.position,
  )
  await connection.insert(baskets).values({
    id: basketId,
    customerId,
    createdBy,
    deliveryDay,
    poNumber,
    instructions,
    ...deliveryChoiceOf(order),
    replacesOrderId: order.id,
    replacesOrderNo: String(order.orderNo),
    version: 1 + ordered.length,
    createdAt: now,
    updatedAt: now,
  })
  if (ordered.length > 0)
    await connection.insert(basketLines).values(
      ordered.map(({ product_no, quantity, unitPricePence, note, substitution }, place) => ({
        basketId,
        product_no,
        quantity,
        orderedQuantity: quantity,
        seenPricePence: unitPricePence,
        note,
        substitution,
        // Lines are listed by time: as they were ordered.
        addedAt: new Date(now.getTime() + place),
      })),
    )
}
