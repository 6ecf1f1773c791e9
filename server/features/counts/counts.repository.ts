import { and, count as countRows, desc, eq, exists, inArray, lt, or, type SQL } from 'drizzle-orm'
import { COUNT_KEPT_DAYS, type CountEntry } from '#domain/counts/count.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Database } from '#server/db/database.ts'
import { countEntries, counts } from '#server/db/schema/counts.ts'
import { templates } from '#server/db/schema/templates.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

/** With the name of the person who began it. */
export type CountRow = typeof counts.$inferSelect & { startedByName: string }

const rowsOf = (executor: Database | Connection) =>
  executor
    .select({ count: counts, startedByName: users.username })
    .from(counts)
    .innerJoin(users, eq(users.id, counts.startedBy))

/** A count is seen by whoever sees its template and by the person who began it. The account is the caller's to check. */
const visibleTo = (executor: Database | Connection, userId: string): SQL | undefined =>
  or(
    eq(counts.startedBy, userId),
    exists(
      executor
        .select({ id: templates.id })
        .from(templates)
        .where(
          and(
            eq(templates.id, counts.templateId),
            eq(templates.customerId, counts.customerId),
            or(eq(templates.ownerId, userId), eq(templates.visibility, 'shared')),
          ),
        ),
    ),
  )

/** Does nothing if the id is taken. */
export const insertCount = async (connection: Connection, row: typeof counts.$inferInsert): Promise<void> => {
  await connection.insert(counts).values(row).onConflictDoNothing()
}

/** All changes of a count queue at its row. */
export const lockCount = async (
  connection: Connection,
  { userId, customerId, id }: { userId: string; customerId: string; id: string },
): Promise<CountRow | undefined> => {
  const [found] = await rowsOf(connection)
    .where(and(eq(counts.id, id), eq(counts.customerId, customerId), visibleTo(connection, userId)))
    .for('update', { of: counts })
  return found && { ...found.count, startedByName: found.startedByName }
}

/** Requires the row's lock. */
export const writeCount = async (
  connection: Connection,
  { id, state, trollyId, changedAt }: CountRow,
): Promise<void> => {
  await connection.update(counts).set({ state, trollyId, changedAt }).where(eq(counts.id, id))
}

/** Requires the row's lock. */
export const writeEntry = async (
  connection: Connection,
  countId: string,
  { product_no, halves, countedAt }: CountEntry,
): Promise<void> => {
  const entry = { halves, countedAt: new Date(countedAt) }
  await connection
    .insert(countEntries)
    .values({ countId, product_no, ...entry })
    .onConflictDoUpdate({ target: [countEntries.countId, countEntries.product_no], set: entry })
}

export const countEntriesOf = async (connection: Connection, countId: string): Promise<number> => {
  const [row] = await connection
    .select({ total: countRows() })
    .from(countEntries)
    .where(eq(countEntries.countId, countId))
  return row?.total ?? 0
}

/** Latest first. */
export const findOpenCounts = async (
  database: Database,
  { userId, customerId }: { userId: string; customerId: string },
): Promise<(CountRow & { entries: CountEntry[] })[]> => {
  const open = await rowsOf(database)
    .where(and(eq(counts.customerId, customerId), eq(counts.state, 'open'), visibleTo(database, userId)))
    .orderBy(desc(counts.startedAt), counts.id)
  const ids = open.map(({ count: { id } }) => id)
  const entries = await database.select().from(countEntries).where(inArray(countEntries.countId, ids))
  return open.map(({ count, startedByName }) => ({
    ...count,
    startedByName,
    entries: entries.flatMap(({ countId, countedAt, ...entry }) =>
      countId === count.id ? [{ ...entry, countedAt: countedAt.toISOString() }] : [],
    ),
  }))
}

export const deleteOldCounts = async (connection: Connection): Promise<void> => {
  await connection.delete(counts).where(lt(counts.changedAt, new Date(Date.now() - COUNT_KEPT_DAYS * DAY_MS)))
}
