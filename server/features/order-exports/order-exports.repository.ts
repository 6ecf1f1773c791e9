import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  max,
  min,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { ExportChannel, ExportEvent } from '#domain/order-export.ts'
import type { Database } from '#server/db/database.ts'
import { orderExports } from '#server/db/schema/order-exports.ts'
import { orders } from '#server/db/schema/orders.ts'
import { settings } from '#server/db/schema/settings.ts'
import { prepared } from '#server/db/statement.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'

type Executor = Database | Connection
export type ExportRow = typeof orderExports.$inferSelect
export type NumberedRow = ExportRow & { sequence: number }

const insert = prepared('order_export_insert', (executor) =>
  executor.insert(orderExports).values({
    orderId: sql.placeholder('orderId'),
    event: sql.placeholder('event'),
    writtenAt: sql.placeholder('now'),
  }),
)

/** In the transaction that changes the order, whose row is locked: an order's ids follow its events. */
export const insertOrderExport = async (
  connection: Connection,
  exported: { orderId: string; event: ExportEvent; now: Date },
): Promise<void> => {
  await insert(connection, exported)
}

const IS_WAITING = isNull(orderExports.exportedAt)

/** Those with a number have been tried before and come first; PostgreSQL sorts null last. */
export const findFirstWaiting = async (executor: Executor): Promise<ExportRow | undefined> =>
  (
    await executor
      .select()
      .from(orderExports)
      .where(IS_WAITING)
      .orderBy(asc(orderExports.sequence), asc(orderExports.id))
      .limit(1)
  )[0]

/** Gives the next numbers, without gaps. Only one caller at a time: under the lock of exports-lock.ts. */
export const numberWaiting = async (
  executor: Executor,
  { channel, most }: { channel: ExportChannel; most: number },
): Promise<void> => {
  // Locked first, so that none that staff just marked by hand takes a number.
  const locked = executor
    .select({ id: orderExports.id })
    .from(orderExports)
    .where(and(IS_WAITING, isNull(orderExports.sequence)))
    .orderBy(asc(orderExports.id))
    .limit(most)
    .for('update')
    .as('locked')
  const placed = executor
    .select({ id: locked.id, place: sql<number>`row_number() OVER (ORDER BY ${locked.id})`.as('place') })
    .from(locked)
    .as('placed')
  await executor
    .update(orderExports)
    .set({ sequence: sql`(${lastNumber(executor)}) + ${placed.place}`, channel })
    .from(placed)
    .where(eq(orderExports.id, placed.id))
}

const FLOOR = 'order_export_floor'

/** The highest number ever given: after a restore or an undone mark, the receiver knows numbers that the table has lost. */
const lastNumber = (executor: Executor) => {
  const floor = sql`(SELECT (${settings.value})::bigint FROM ${settings} WHERE ${settings.name} = ${FLOOR})`
  return executor
    .select({ last: sql`greatest(${max(orderExports.sequence)}, ${floor}, 0)` })
    .from(orderExports)
}

/** Those that have numbers and wait, in order; `again`: those as well that were taken before, but not what staff entered. */
export const findNumbered = async (
  executor: Executor,
  { after, again, most }: { after: number; again: boolean; most: number },
): Promise<NumberedRow[]> => {
  const rows = await executor
    .select()
    .from(orderExports)
    .where(
      and(
        gt(orderExports.sequence, after),
        or(IS_WAITING, again ? ne(orderExports.channel, 'hand') : undefined),
      ),
    )
    .orderBy(asc(orderExports.sequence))
    .limit(most)
  return rows.filter(isNumbered)
}

export const isNumbered = (row: ExportRow): row is NumberedRow => row.sequence !== null

/** The other system has taken them. The first time stays, of an event as of an order. */
export const setExported = (
  database: Database,
  { which, channel, now }: { which: ExportsTaken; channel: ExportChannel; now: Date },
): Promise<void> =>
  inTransaction(database, (connection) => settle(connection, { where: whereOf(which), channel, now }))

/** One, or all from one number to another. */
type ExportsTaken = { id: number } | { from: number; to: number }

const whereOf = (which: ExportsTaken): SQL =>
  'id' in which
    ? eq(orderExports.id, which.id)
    : sql`${orderExports.sequence} BETWEEN ${which.from} AND ${which.to}`

/** Staff entered the order as it is now, so no event of any of its revisions is sent any more. Requires the order's lock. */
export const setExportedByHand = async (
  connection: Connection,
  orderId: string,
  now: Date,
): Promise<void> => {
  const revisions = revisionsOf(connection, orderId)
  await markOrders(connection, inArray(orders.id, revisions), now)
  await settle(connection, { where: inArray(orderExports.orderId, revisions), channel: 'hand', now })
}

/**
 * The events of all revisions wait again. Those that had a number get a new one, after all others: the receiver may have
 * passed it. Requires the lock on the revisions. @returns false, having changed nothing, if the webhook or a file was given one of them
 */
export const undoExportedByHand = async (connection: Connection, orderId: string): Promise<boolean> => {
  const revisions = revisionsOf(connection, orderId)
  const events = await connection
    .select()
    .from(orderExports)
    .where(inArray(orderExports.orderId, revisions))
    .orderBy(asc(orderExports.id))
    .for('update')
  if (events.some(({ channel }) => channel !== null && channel !== 'hand')) return false
  if (events.some(isNumbered))
    await connection
      .insert(settings)
      .values({ name: FLOOR, value: sql`to_jsonb((${lastNumber(connection)}))` })
      .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.value` } })
  await connection
    .update(orderExports)
    .set({ exportedAt: null, channel: null, sequence: null })
    .where(inArray(orderExports.orderId, revisions))
  await connection.update(orders).set({ exportedAt: null }).where(inArray(orders.id, revisions))
  return true
}

const revisionsOf = (connection: Connection, orderId: string) => {
  const orderNo = connection.select({ orderNo: orders.orderNo }).from(orders).where(eq(orders.id, orderId))
  return connection.select({ id: orders.id }).from(orders).where(eq(orders.orderNo, orderNo))
}

/** Orders first, as those who change an order lock it before its exports. */
const settle = async (
  connection: Connection,
  { where, channel, now }: { where: SQL; channel: ExportChannel; now: Date },
): Promise<void> => {
  const orderIds = connection.select({ id: orderExports.orderId }).from(orderExports).where(where)
  await markOrders(connection, inArray(orders.id, orderIds), now)
  const waiting = and(where, IS_WAITING)
  // In order of id, as those who number them: an update alone would take any order.
  await connection
    .select({ id: orderExports.id })
    .from(orderExports)
    .where(waiting)
    .orderBy(asc(orderExports.id))
    .for('update')
  await connection
    .update(orderExports)
    .set({ exportedAt: now, channel, nextAttemptAt: null, lastError: null })
    .where(waiting)
}

const markOrders = async (connection: Connection, where: SQL, now: Date): Promise<void> => {
  const unmarked = and(where, isNull(orders.exportedAt))
  // In order of id, as others lock several of them (orders.repository.ts); an update alone would take any order.
  await connection
    .select({ id: orders.id })
    .from(orders)
    .where(unmarked)
    .orderBy(asc(orders.id))
    .for('update')
  await connection.update(orders).set({ exportedAt: now }).where(unmarked)
}

export const setFailed = async (
  executor: Executor,
  id: number,
  { lastError, nextAttemptAt }: { lastError: string; nextAttemptAt: Date },
): Promise<void> => {
  await executor
    .update(orderExports)
    .set({ failures: sql`${orderExports.failures} + 1`, lastError, nextAttemptAt })
    .where(eq(orderExports.id, id))
}

/** The last that the webhook was tried with or a file held. */
export const findLastNumbered = async (
  executor: Executor,
): Promise<{ sequence: number; channel: ExportChannel | null; exportedAt: Date | null } | undefined> => {
  const [last] = await executor
    .select()
    .from(orderExports)
    .where(and(isNotNull(orderExports.sequence), ne(orderExports.channel, 'hand')))
    .orderBy(desc(orderExports.sequence))
    .limit(1)
  return last && isNumbered(last) ? last : undefined
}

export const countWaiting = async (
  executor: Executor,
): Promise<{ waiting: number; waitingSince: Date | null }> => {
  const [found] = await executor
    .select({ waiting: count(), waitingSince: min(orderExports.writtenAt) })
    .from(orderExports)
    .where(IS_WAITING)
  return found ?? { waiting: 0, waitingSince: null }
}

export const findOrderNo = async (executor: Executor, orderId: string): Promise<string> => {
  const [found] = await executor
    .select({ orderNo: orders.orderNo })
    .from(orders)
    .where(eq(orders.id, orderId))
  return String(found?.orderNo ?? '')
}
