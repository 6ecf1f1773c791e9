import { and, asc, eq, inArray, isNull, notExists } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { PlacedAmounts } from '#domain/as-placed.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import type { Connection } from '#server/db/transaction.ts'
import { pushAboutOrder } from '#server/features/push/push-queue.repository.ts'

export type DeliveryTimes = { pickingAt: Date | null; dispatchedAt: Date | null; deliveredAt: Date | null }

export type DeliverableLine = {
  position: number
  product_no: string
  quantity: number
  placed: PlacedAmounts | null
  shortQuantity: number | null
  deliveredQuantity: number | null
  deliveredWeightGrams: number | null
  unitPricePence: number
  netPence: number
  catchWeight: boolean
}

export type DeliverableOrder = DeliveryTimes & {
  id: string
  orderNo: number
  placedAt: Date
  confirmedAt: Date | null
  cancelledAt: Date | null
  lines: DeliverableLine[]
  isBilled: boolean
}

/** What a row of the file changes. */
export type DeliveryNews = { orderId: string; times: DeliveryTimes; lines: DeliverableLine[] }

/** The latest revision of each order, cancelled ones included. */
export const findDeliverableOrders = async (
  client: pg.PoolClient,
  orderNos: readonly number[],
): Promise<Map<number, DeliverableOrder>> => {
  const database = drizzle(client)
  const found = await database
    .select({
      id: orders.id,
      orderNo: orders.orderNo,
      placedAt: orders.placedAt,
      confirmedAt: orders.confirmedAt,
      cancelledAt: orders.cancelledAt,
      pickingAt: orders.pickingAt,
      dispatchedAt: orders.dispatchedAt,
      deliveredAt: orders.deliveredAt,
    })
    .from(orders)
    .where(and(inArray(orders.orderNo, [...orderNos]), isNull(orders.replacedAt)))
  const ids = found.map(({ id }) => id)
  const lines = await database
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  const billed = await database
    .select({ orderId: invoices.orderId })
    .from(invoices)
    .where(inArray(invoices.orderId, ids))
  const billedIds = new Set(billed.map(({ orderId }) => orderId))
  return new Map(
    found.map((order) => [
      order.orderNo,
      {
        ...order,
        isBilled: billedIds.has(order.id),
        lines: lines.filter(({ orderId }) => orderId === order.id),
      },
    ]),
  )
}

/** @returns how many orders changed; one that was cancelled or changed meanwhile does not. What was billed meanwhile stays. */
export const writeDeliveries = async (
  client: pg.PoolClient,
  news: readonly DeliveryNews[],
  now = new Date(),
): Promise<number> => {
  const database = drizzle(client)
  let changed = 0
  // In order of id, in which all lock several orders.
  for (const { orderId, times, lines } of news.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1))) {
    const { rowCount } = await database
      .update(orders)
      .set(times)
      .where(and(eq(orders.id, orderId), isNull(orders.cancelledAt), isNull(orders.replacedAt)))
    if (rowCount === 0) continue
    changed += 1
    const billedMeanwhile = database.select().from(invoices).where(eq(invoices.orderId, orderId))
    for (const { position, shortQuantity, deliveredQuantity, deliveredWeightGrams } of lines)
      await database
        .update(orderLines)
        .set({ shortQuantity, deliveredQuantity, deliveredWeightGrams })
        .where(
          and(eq(orderLines.orderId, orderId), eq(orderLines.position, position), notExists(billedMeanwhile)),
        )
    await pushAboutDelivery(database, { orderId, times, lines, now })
  }
  return changed
}

/** A file may hold the deliveries of years: only fresh news is worth a notification. */
const FRESH_MS = 12 * HOUR_MS

const isFresh = (at: Date | null, now: Date): boolean =>
  at !== null && now.getTime() - at.getTime() < FRESH_MS

const pushAboutDelivery = async (
  connection: Connection,
  { orderId, times: { dispatchedAt, deliveredAt }, lines, now }: DeliveryNews & { now: Date },
): Promise<void> => {
  await pushAboutShortage(connection, { orderId, deliveredAt, lines, now })
  if (deliveredAt === null && isFresh(dispatchedAt, now))
    await pushAboutOrder(connection, { orderId, kind: 'arriving', event: 'arriving', now })
}

type Shortage = {
  orderId: string
  deliveredAt: Date | null
  /** The lines that the file changed. */
  lines: readonly Pick<DeliverableLine, 'quantity' | 'deliveredQuantity'>[]
  now: Date
}

/** Once for each order, whether the file of deliveries or that of invoices tells it first. */
export const pushAboutShortage = async (
  connection: Connection,
  { orderId, deliveredAt, lines, now }: Shortage,
): Promise<void> => {
  const isShort = lines.some(
    ({ quantity, deliveredQuantity }) => deliveredQuantity !== null && deliveredQuantity < quantity,
  )
  if (isShort && isFresh(deliveredAt, now))
    await pushAboutOrder(connection, { orderId, kind: 'short', event: 'short', now })
}
