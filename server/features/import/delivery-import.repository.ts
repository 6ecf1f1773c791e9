import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
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

/** What a row of the file changes. `found`: what it was worked out from. */
export type DeliveryNews = { found: DeliverableOrder; times: DeliveryTimes; lines: DeliverableLine[] }

/** The order changed after it was read, so what was worked out from it must not be written. */
export class OrderHasMoved extends Error {
  constructor(orderNo: number) {
    super(`Order ${orderNo} has changed while this file was imported. Import the row again.`)
    this.name = 'OrderHasMoved'
  }
}

/** In order of id, in which all lock several orders. */
export const lockOrders = async (connection: Connection, ids: readonly string[]): Promise<void> => {
  await connection
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id))
    .for('update')
}

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

/**
 * @returns how many orders changed; one that was cancelled or replaced meanwhile does not
 * @throws OrderHasMoved of an order that was picked, billed or delivered meanwhile, as its lines would be overwritten
 */
export const writeDeliveries = async (
  client: pg.PoolClient,
  news: readonly DeliveryNews[],
  now = new Date(),
): Promise<number> => {
  const database = drizzle(client)
  await lockOrders(
    database,
    news.map(({ found }) => found.id),
  )
  const current = await findDeliverableOrders(
    client,
    news.map(({ found }) => found.orderNo),
  )
  let changed = 0
  for (const { found, times, lines } of news) {
    const { id: orderId, orderNo } = found
    const order = current.get(orderNo)
    if (order?.id !== orderId || order.cancelledAt !== null) continue
    if (!isDeepStrictEqual(order, found)) throw new OrderHasMoved(orderNo)
    await database.update(orders).set(times).where(eq(orders.id, orderId))
    changed += 1
    for (const { position, shortQuantity, deliveredQuantity, deliveredWeightGrams } of lines)
      await database
        .update(orderLines)
        .set({ shortQuantity, deliveredQuantity, deliveredWeightGrams })
        .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
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
  {
    orderId,
    times: { dispatchedAt, deliveredAt },
    lines,
    now,
  }: Omit<DeliveryNews, 'found'> & { orderId: string; now: Date },
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

/** Once for each order, whether picking, the file of deliveries or that of invoices tells it first. */
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
