import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Claim } from '#contract/claims.ts'
import { type ClaimState, PHOTOS_KEPT_DAYS, type PhotoType, type SaidKind } from '#domain/claims.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { StorageType } from '#domain/product.ts'
import type { Database } from '#server/db/database.ts'
import { checkInLines, checkInPhotos, checkIns, claimEvents } from '#server/db/schema/check-ins.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import { products } from '#server/db/schema/products.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'
import { estimateCredits } from './claim-credits.repository.ts'

type Executor = Database | Connection

export type ReceivedLine = {
  position: number
  name: string
  delivered: number
  claimed: number
  storageType: StorageType
}

/** The order's lines with what is claimed of each. A claim that was refused counts: it cannot be made again. */
export const readReceivedLines = async (
  connection: Connection,
  orderId: string,
): Promise<Map<number, ReceivedLine>> => {
  const rows = await connection
    .select({
      position: orderLines.position,
      name: orderLines.name,
      delivered: sql<number>`coalesce(${orderLines.deliveredQuantity}, ${orderLines.quantity})`,
      claimed: sql<number>`coalesce((SELECT sum(${checkInLines.quantity})::int FROM ${checkInLines} JOIN ${checkIns} ON ${checkIns.id} = ${checkInLines.checkInId} WHERE ${checkIns.orderId} = ${orderLines.orderId} AND ${checkInLines.position} = ${orderLines.position}), 0)`,
      storageType: sql<StorageType>`coalesce(${products.storageType}, 'ambient')`,
    })
    .from(orderLines)
    .leftJoin(products, eq(products.product_no, orderLines.product_no))
    .where(eq(orderLines.orderId, orderId))
  return new Map(rows.map((row) => [row.position, row]))
}

/** Until the transaction ends, nobody else decides or answers it. Lock its order first. */
export const lockCheckIn = async (connection: Connection, id: string) =>
  (await connection.select().from(checkIns).where(eq(checkIns.id, id)).for('update'))[0]

export const findOrderOfCheckIn = async (connection: Connection, id: string): Promise<string | undefined> =>
  (await connection.select({ orderId: checkIns.orderId }).from(checkIns).where(eq(checkIns.id, id)))[0]
    ?.orderId

/** With lines it is a claim, and gets the next number. */
export const insertCheckIn = async (
  connection: Connection,
  row: Omit<typeof checkIns.$inferInsert, 'claimNo' | 'state'>,
  lines: readonly Omit<typeof checkInLines.$inferInsert, 'checkInId'>[],
): Promise<void> => {
  const claim = lines.length > 0 && { claimNo: sql`nextval('claim_numbers')`, state: 'open' as const }
  await connection.insert(checkIns).values({ ...row, ...claim })
  if (lines.length > 0)
    await connection.insert(checkInLines).values(lines.map((line) => ({ ...line, checkInId: row.id })))
}

export const setClaimState = async (
  connection: Connection,
  id: string,
  state: ClaimState,
  decidedAt: Date | null,
): Promise<void> => {
  await connection.update(checkIns).set({ state, decidedAt }).where(eq(checkIns.id, id))
}

/** @returns false where an event of this id is there already */
export const insertClaimEvent = async (
  connection: Connection,
  event: { id?: string; checkInId: string; at: Date; userId: string; kind: SaidKind; words: string },
): Promise<boolean> => {
  const { rowCount } = await connection.insert(claimEvents).values(event).onConflictDoNothing()
  return rowCount === 1
}

/** The words of what the office asked last. */
export const findLastQuestion = async (
  connection: Connection,
  checkInId: string,
): Promise<string | undefined> =>
  (
    await connection
      .select({ words: claimEvents.words })
      .from(claimEvents)
      .where(and(eq(claimEvents.checkInId, checkInId), eq(claimEvents.kind, 'asked')))
      .orderBy(desc(claimEvents.place))
      .limit(1)
  )[0]?.words

export type Photo = { id: string; checkInId: string; position: number; type: PhotoType; content: Buffer }

export const findPhotos = (connection: Connection, checkInId: string) =>
  connection
    .select({ id: checkInPhotos.id, position: checkInPhotos.position })
    .from(checkInPhotos)
    .where(eq(checkInPhotos.checkInId, checkInId))

export const insertPhoto = async (connection: Connection, photo: Photo, addedAt: Date): Promise<void> => {
  await connection
    .insert(checkInPhotos)
    .values({ ...photo, addedAt })
    .onConflictDoNothing()
}

/** Undefined for a missing one and another user's alike. */
export const findPhoto = async (
  database: Database,
  viewer: CustomerViewer,
  id: string,
): Promise<Pick<Photo, 'type' | 'content'> | undefined> =>
  (
    await database
      .select({ type: checkInPhotos.type, content: checkInPhotos.content })
      .from(checkInPhotos)
      .innerJoin(checkIns, eq(checkIns.id, checkInPhotos.checkInId))
      .innerJoin(orders, eq(orders.id, checkIns.orderId))
      .where(and(eq(checkInPhotos.id, id), customerVisibleTo(database, viewer, orders.customerId)))
  )[0]

/** A claim is decided long before, and its credit note stays. */
export const deleteOldPhotos = (connection: Connection): Promise<unknown> =>
  connection
    .delete(checkInPhotos)
    .where(lt(checkInPhotos.addedAt, new Date(Date.now() - PHOTOS_KEPT_DAYS * DAY_MS)))

/** More than an account's deliveries of 90 days. */
const OWN_MOST = 500

export const readCheckInsOf = (database: Connection, customerId: string, since: Date): Promise<Claim[]> =>
  readClaims(database, {
    where: and(eq(orders.customerId, customerId), gte(checkIns.receivedAt, since)),
    orderBy: [desc(checkIns.receivedAt), desc(checkIns.id)],
    limit: OWN_MOST,
    offset: 0,
  })

type Page = { where: SQL | undefined; orderBy: SQL[]; limit: number; offset: number }

/** Check-ins with all that belongs to them. */
export const readClaims = async (
  executor: Executor,
  { where, orderBy, limit, offset }: Page,
): Promise<Claim[]> => {
  const heads = await executor
    .select({
      id: checkIns.id,
      orderId: checkIns.orderId,
      orderNo: orders.orderNo,
      customerId: orders.customerId,
      customerName: customers.name,
      at: checkIns.at,
      receivedAt: checkIns.receivedAt,
      sentLate: checkIns.sentLate,
      by: users.username,
      checked: checkIns.checked,
      signedBy: checkIns.signedBy,
      signature: checkIns.signature,
      driverPin: checkIns.driverPin,
      empties: checkIns.empties,
      claimNo: checkIns.claimNo,
      state: checkIns.state,
      creditedPence: checkIns.creditedPence,
      creditNoteNo: invoices.invoiceNo,
    })
    .from(checkIns)
    .innerJoin(orders, eq(orders.id, checkIns.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(users, eq(users.id, checkIns.userId))
    .leftJoin(invoices, eq(invoices.id, checkIns.creditNoteId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)
  const ids = heads.map(({ id }) => id)
  const lines = await readLines(executor, ids)
  const photos = await executor
    .select({ id: checkInPhotos.id, checkInId: checkInPhotos.checkInId, position: checkInPhotos.position })
    .from(checkInPhotos)
    .where(inArray(checkInPhotos.checkInId, ids))
    .orderBy(asc(checkInPhotos.addedAt), asc(checkInPhotos.id))
  const said = await readSaid(executor, ids)
  const estimates = await readEstimates(executor, heads)
  return heads.map(({ orderNo, at, receivedAt, claimNo, creditedPence, ...head }) => {
    const isOf = <Row extends { checkInId: string }>({ checkInId }: Row) => checkInId === head.id
    const without = <Row extends { checkInId: string }>({ checkInId: _, ...row }: Row) => row
    return {
      ...head,
      orderNo: String(orderNo),
      at: at.toISOString(),
      receivedAt: receivedAt.toISOString(),
      claimNo: claimNo === null ? null : String(claimNo),
      creditPence: creditedPence ?? estimates.get(head.id) ?? null,
      lines: lines.filter(isOf).map(without),
      photos: photos.filter(isOf).map(without),
      said: said.filter(isOf).map(without),
    }
  })
}

const readEstimates = async (
  executor: Executor,
  heads: readonly { orderId: string; state: ClaimState | null; creditedPence: number | null }[],
): Promise<Map<string, number>> => {
  const waiting = heads.filter(
    ({ state, creditedPence }) => state !== null && state !== 'refused' && creditedPence === null,
  )
  const found = new Map<string, number>()
  for (const orderId of new Set(waiting.map((head) => head.orderId)))
    for (const [id, pence] of await estimateCredits(executor, orderId)) found.set(id, pence)
  return found
}

const readLines = (executor: Executor, ids: string[]) =>
  executor
    .select({
      checkInId: checkInLines.checkInId,
      position: checkInLines.position,
      product_no: orderLines.product_no,
      name: orderLines.name,
      problem: checkInLines.problem,
      quantity: checkInLines.quantity,
      reason: checkInLines.reason,
    })
    .from(checkInLines)
    .innerJoin(checkIns, eq(checkIns.id, checkInLines.checkInId))
    .innerJoin(
      orderLines,
      and(eq(orderLines.orderId, checkIns.orderId), eq(orderLines.position, checkInLines.position)),
    )
    .where(inArray(checkInLines.checkInId, ids))
    .orderBy(asc(checkInLines.position))

const readSaid = async (executor: Executor, ids: string[]) => {
  const rows = await executor
    .select({
      checkInId: claimEvents.checkInId,
      at: claimEvents.at,
      kind: claimEvents.kind,
      by: users.username,
      words: claimEvents.words,
    })
    .from(claimEvents)
    .leftJoin(users, eq(users.id, claimEvents.userId))
    .where(inArray(claimEvents.checkInId, ids))
    .orderBy(asc(claimEvents.place))
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
