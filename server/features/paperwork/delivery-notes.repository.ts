import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { EstimatedLine } from '#domain/catch-weight.ts'
import type { Database } from '#server/db/database.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { HandedOver } from './pdf/words.ts'

export type DeliveredOrder = HandedOver & {
  orderNo: number
  poNumber: string
  day: string
  instructions: string
  lines: (EstimatedLine & {
    product_no: string
    name: string
    pack: string
    deliveredQuantity: number
    deliveredWeightGrams: number | null
  })[]
}

/** Only delivered orders have one. */
export const readDeliveryNotes = async (
  executor: Database | Connection,
  customerId: string,
  orderNos: readonly number[],
): Promise<DeliveredOrder[]> => {
  const found = await executor
    .select({
      id: orders.id,
      orderNo: orders.orderNo,
      poNumber: orders.poNumber,
      day: orders.deliveryDay,
      instructions: orders.instructions,
      method: orders.method,
      collectionSlot: orders.collectionSlot,
      address: orders.address,
    })
    .from(orders)
    .where(
      and(
        eq(orders.customerId, customerId),
        inArray(orders.orderNo, [...orderNos]),
        isNotNull(orders.deliveredAt),
        isNull(orders.cancelledAt),
        isNull(orders.replacedAt),
      ),
    )
    .orderBy(asc(orders.deliveryDay), asc(orders.orderNo))
  const lines = await executor
    .select({
      orderId: orderLines.orderId,
      product_no: orderLines.product_no,
      name: orderLines.name,
      pack: orderLines.pack,
      quantity: orderLines.quantity,
      deliveredQuantity: orderLines.deliveredQuantity,
      deliveredWeightGrams: orderLines.deliveredWeightGrams,
      unitPricePence: orderLines.unitPricePence,
      netPence: orderLines.netPence,
      discounts: orderLines.discounts,
    })
    .from(orderLines)
    .where(
      and(
        inArray(
          orderLines.orderId,
          found.map(({ id }) => id),
        ),
        // Substitutes may replace all of a line.
        gt(orderLines.quantity, 0),
      ),
    )
    .orderBy(asc(orderLines.position))
  return found.map(({ id, ...order }) => ({
    ...order,
    lines: lines
      .filter(({ orderId }) => orderId === id)
      .map(({ orderId: _, deliveredQuantity, ...line }) => ({
        ...line,
        // Another system's order may come without.
        deliveredQuantity: deliveredQuantity ?? line.quantity,
      })),
  }))
}
