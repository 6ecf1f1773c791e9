import { and, count, desc, eq, gt, isNull, min, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { changes } from '#server/db/schema/changes.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orderExports } from '#server/db/schema/order-exports.ts'
import { settings } from '#server/db/schema/settings.ts'
import { tokens, users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

export type QueueState = { waiting: number; failing: number; oldestAt: Date | null; lastError: string }

export const findDatabaseFacts = async (database: Database): Promise<{ version: string; bytes: number }> => {
  const [facts] = await database
    .select({
      version: sql<string>`current_setting('server_version')`,
      bytes: sql<number>`pg_database_size(current_database())`,
    })
    .from(sql`(SELECT) AS one`)
  return facts ?? { version: '', bytes: 0 }
}

export const findMailQueue = async (executor: Database | Connection): Promise<QueueState> => {
  const isFailing = sql`(${mailQueue.givenUpAt} IS NOT NULL OR ${mailQueue.lastError} IS NOT NULL)`
  const [row] = await executor
    .select({
      waiting: sql<number>`count(*) FILTER (WHERE NOT ${isFailing})`,
      failing: sql<number>`count(*) FILTER (WHERE ${isFailing})`,
      oldestAt: min(mailQueue.writtenAt),
      lastError: sql<string>`coalesce((array_agg(${mailQueue.lastError} ORDER BY ${mailQueue.writtenAt} DESC)
        FILTER (WHERE ${mailQueue.lastError} IS NOT NULL))[1], '')`,
    })
    .from(mailQueue)
    .where(isNull(mailQueue.sentAt))
  return row ?? NOTHING_QUEUED
}

export const findExportQueue = async (database: Database): Promise<QueueState> => {
  const isFailing = sql`${orderExports.failures} > 0`
  const [row] = await database
    .select({
      waiting: sql<number>`count(*) FILTER (WHERE NOT ${isFailing})`,
      failing: sql<number>`count(*) FILTER (WHERE ${isFailing})`,
      oldestAt: min(orderExports.writtenAt),
      lastError: sql<string>`coalesce((array_agg(${orderExports.lastError} ORDER BY ${orderExports.id} DESC)
        FILTER (WHERE ${orderExports.lastError} IS NOT NULL))[1], '')`,
    })
    .from(orderExports)
    .where(isNull(orderExports.exportedAt))
  return row ?? NOTHING_QUEUED
}

const NOTHING_QUEUED: QueueState = { waiting: 0, failing: 0, oldestAt: null, lastError: '' }

/** Mail that was given up begins again, with all its attempts. */
export const retryMail = async (connection: Connection, at: Date): Promise<void> => {
  await connection
    .update(mailQueue)
    .set({ nextAttemptAt: at, givenUpAt: null, attempts: 0 })
    .where(
      and(
        isNull(mailQueue.sentAt),
        or(sql`${mailQueue.givenUpAt} IS NOT NULL`, sql`${mailQueue.lastError} IS NOT NULL`),
      ),
    )
}

export const retryExports = async (connection: Connection, at: Date): Promise<void> => {
  await connection
    .update(orderExports)
    .set({ nextAttemptAt: at })
    .where(and(isNull(orderExports.exportedAt), gt(orderExports.failures, 0)))
}

export const countSignedIn = async (database: Database, since: Date): Promise<number> => {
  const [row] = await database
    .select({ people: sql<number>`count(DISTINCT ${tokens.userId})` })
    .from(tokens)
    .where(gt(tokens.lastUsedAt, since))
  return row?.people ?? 0
}

/** By sessions, of which a device has one. PostgreSQL's clock wrote when each was used. */
export const findBuilds = async (
  database: Database,
): Promise<{ id: string; today: number; week: number; lastSeenAt: Date }[]> => {
  const week = count()
  return await database
    .select({
      id: tokens.build,
      today: sql<number>`count(*) FILTER (WHERE ${tokens.lastUsedAt} > now() - interval '1 day')`,
      week,
      lastSeenAt: sql<Date>`max(${tokens.lastUsedAt})`.mapWith(tokens.lastUsedAt),
    })
    .from(tokens)
    .where(gt(tokens.lastUsedAt, sql`now() - interval '7 days'`))
    .groupBy(tokens.build)
    .orderBy(desc(week), tokens.build)
}

/** Locks the row, so that concurrent changes happen one after the other. */
export const lockSetting = async (connection: Connection, name: string): Promise<unknown> => {
  await connection.insert(settings).values({ name, value: {} }).onConflictDoNothing()
  const [row] = await connection.select().from(settings).where(eq(settings.name, name)).for('update')
  return row?.value
}

export const writeSetting = async (connection: Connection, name: string, value: unknown): Promise<void> =>
  void (await connection.update(settings).set({ value }).where(eq(settings.name, name)))

/** The one record of this noun. */
const SERVER_ID = '00000000-0000-7000-8000-000000000001'
type Stored = Record<string, unknown>

export const noteServerChange = async (
  connection: Connection,
  change: { id: string; at: Date; userId: string; before: Stored; after: Stored },
): Promise<void> =>
  void (await connection.insert(changes).values({ ...change, noun: 'server', recordId: SERVER_ID }))

export const findServerChanges = (
  database: Database,
  limit: number,
): Promise<{ at: Date; by: string | null; before: unknown; after: unknown }[]> =>
  database
    .select({ at: changes.at, by: users.username, before: changes.before, after: changes.after })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.userId))
    .where(and(eq(changes.noun, 'server'), eq(changes.recordId, SERVER_ID)))
    .orderBy(desc(changes.sequence))
    .limit(limit)
    .execute()
