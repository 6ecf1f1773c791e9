import { and, count, desc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { AccountType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { changeBatches, changes, recordViewers } from '#server/db/schema/changes.ts'
import { tokens, users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

export type ChangeRow = typeof changes.$inferSelect
export type BatchRow = typeof changeBatches.$inferSelect
/** A table's row as PostgreSQL writes it in JSON, by its columns. */
export type StoredRow = Record<string, unknown>

/** Every record has these columns, and the triggers write them. */
export const BOOKKEEPING = ['version', 'updated_at']

export const searchChanges = async (
  database: Database,
  {
    noun,
    within,
    recordId,
    text,
    limit,
    offset,
  }: {
    noun: string
    /** Which of them the caller may see; all by default. */
    within?: SQL | undefined
    recordId: string | undefined
    text: string
    limit: number
    offset: number
  },
): Promise<{ data: { change: ChangeRow; by: string | null; batch: BatchRow | null }[]; total: number }> => {
  const all = sql`unaccent(lower(concat_ws(' ', ${users.username}, ${changes.before}::text, ${changes.after}::text)))`
  const where = and(
    eq(changes.noun, noun),
    within,
    recordId === undefined ? undefined : eq(changes.recordId, recordId),
    ...holdsEachWord(all, text),
  )
  const [data, counted] = await Promise.all([
    database
      .select({ change: changes, by: users.username, batch: changeBatches })
      .from(changes)
      .leftJoin(users, eq(users.id, changes.userId))
      .leftJoin(changeBatches, eq(changeBatches.id, changes.batchId))
      .where(where)
      .orderBy(desc(changes.sequence))
      .limit(limit)
      .offset(offset),
    database
      .select({ total: count() })
      .from(changes)
      .leftJoin(users, eq(users.id, changes.userId))
      .where(where),
  ])
  const hidden = await findBatchesBeyond(
    database,
    data.flatMap(({ batch }) => batch?.id ?? []),
    within,
  )
  return {
    data: data.map((row) => (row.batch !== null && hidden.has(row.batch.id) ? { ...row, batch: null } : row)),
    total: counted[0]?.total ?? 0,
  }
}

/** Batches that also changed records of others: their names and sizes are not for a caller who sees a part. */
const findBatchesBeyond = async (
  database: Database,
  ids: readonly string[],
  within: SQL | undefined,
): Promise<Set<string | null>> => {
  if (within === undefined || ids.length === 0) return new Set()
  const rows = await database
    .selectDistinct({ id: changes.batchId })
    .from(changes)
    .where(and(inArray(changes.batchId, [...ids]), not(within)))
  return new Set(rows.map(({ id }) => id))
}

export const isThere = async (
  database: Database,
  table: PgTable,
  { id, within }: { id: string; within: SQL | undefined },
): Promise<boolean> => {
  const [row] = await database
    .select({ one: sql`1` })
    .from(table)
    .where(and(sql`id = ${id}`, within))
  return row !== undefined
}

export const findChange = async (
  connection: Connection,
  { id, noun }: { id: string; noun: string },
): Promise<ChangeRow | undefined> =>
  (
    await connection
      .select()
      .from(changes)
      .where(and(eq(changes.id, id), eq(changes.noun, noun)))
  )[0]

export const findChangesOfBatch = (connection: Connection, batchId: string): Promise<ChangeRow[]> =>
  connection.select().from(changes).where(eq(changes.batchId, batchId)).orderBy(changes.sequence)

export const lockBatch = async (
  connection: Connection,
  { id, noun }: { id: string; noun: string },
): Promise<BatchRow | undefined> =>
  (
    await connection
      .select()
      .from(changeBatches)
      .where(and(eq(changeBatches.id, id), eq(changeBatches.noun, noun)))
      .for('update')
  )[0]

export const insertBatch = async (connection: Connection, row: BatchRow): Promise<void> => {
  await connection.insert(changeBatches).values(row)
}

export const setUndone = async (connection: Connection, id: string, undoneBy: string): Promise<void> => {
  await connection.update(changeBatches).set({ undoneBy }).where(eq(changeBatches.id, id))
}

const named = (table: PgTable): SQL => sql`${table}`
const columnsOf = (table: PgTable): string[] => getTableConfig(table).columns.map(({ name }) => name)
const list = (names: readonly string[], of?: string): SQL =>
  sql.join(
    names.map((name) =>
      of === undefined ? sql.identifier(name) : sql`${sql.identifier(of)}.${sql.identifier(name)}`,
    ),
    sql`, `,
  )

/** The rows as they are, locked; one that was removed is missing. */
export const lockStored = async (
  connection: Connection,
  table: PgTable,
  ids: readonly string[],
): Promise<Map<string, StoredRow>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await connection.execute<{ id: string; stored: StoredRow }>(
    sql`SELECT t.id, to_jsonb(t) AS stored FROM ${named(table)} t WHERE t.id = ANY(${sql.param([...ids])}::uuid[])
        ORDER BY t.id FOR UPDATE`,
  )
  return new Map(rows.map(({ id, stored }) => [id, stored]))
}

/** Gives columns of a row the values that it had in `stored`. */
export const setStored = async (
  connection: Connection,
  table: PgTable,
  { id, stored, columns }: { id: string; stored: StoredRow; columns: readonly string[] },
): Promise<void> => {
  const own = columnsOf(table).filter((name) => columns.includes(name))
  if (own.length === 0) return
  await connection.execute(
    sql`UPDATE ${named(table)} t SET (${list(own)}) = (
          SELECT ${list(own, 'f')} FROM jsonb_populate_record(NULL::${named(table)}, ${JSON.stringify(stored)}::jsonb) f
        ) WHERE t.id = ${id}`,
  )
}

/** The rows of a batch as they were before it, to the version. */
export const restoreExactly = async (
  connection: Connection,
  table: PgTable,
  batchId: string,
): Promise<void> => {
  const all = columnsOf(table)
  await connection.$client.query("SELECT set_config('trolly.exact', 'on', true)")
  await connection.execute(
    sql`DELETE FROM ${named(table)} t USING changes c
        WHERE c.batch_id = ${batchId} AND c.before IS NULL AND c.record_id = t.id`,
  )
  // A column that the table got since keeps what it has.
  await connection.execute(
    sql`UPDATE ${named(table)} t SET (${list(all)}) = (
          SELECT ${list(all, 'f')} FROM jsonb_populate_record(t, c.before) f
        ) FROM changes c
        WHERE c.batch_id = ${batchId} AND c.before IS NOT NULL AND c.after IS NOT NULL AND c.record_id = t.id`,
  )
  await connection.execute(
    sql`INSERT INTO ${named(table)} SELECT f.* FROM changes c, jsonb_populate_record(NULL::${named(table)}, c.before) f
        WHERE c.batch_id = ${batchId} AND c.after IS NULL`,
  )
}

/** A device says every twenty seconds that it still has the record open. */
const SEEN_WITHIN = sql`interval '50 seconds'`

/** @returns who else has it open, the first first */
export const noteViewer = async (
  database: Database,
  { recordId, tokenId, leaves }: { recordId: string; tokenId: string; leaves: boolean },
): Promise<{ name: string; accountType: AccountType; since: Date }[]> => {
  const own = and(eq(recordViewers.recordId, recordId), eq(recordViewers.tokenId, tokenId))
  if (leaves) await database.delete(recordViewers).where(own)
  else
    await database
      .insert(recordViewers)
      .values({ recordId, tokenId, since: sql`now()`, seenAt: sql`now()` })
      .onConflictDoUpdate({
        target: [recordViewers.recordId, recordViewers.tokenId],
        set: { seenAt: sql`now()` },
      })
  await database.delete(recordViewers).where(sql`${recordViewers.seenAt} < now() - interval '1 hour'`)
  return await database
    .select({
      name: users.username,
      accountType: users.accountType,
      since: sql<Date>`min(${recordViewers.since})`.mapWith(recordViewers.since),
    })
    .from(recordViewers)
    .innerJoin(tokens, eq(tokens.id, recordViewers.tokenId))
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        eq(recordViewers.recordId, recordId),
        sql`${recordViewers.seenAt} > now() - ${SEEN_WITHIN}`,
        sql`${tokens.userId} <> (SELECT user_id FROM tokens WHERE id = ${tokenId})`,
      ),
    )
    .groupBy(users.id)
    .orderBy(sql`min(${recordViewers.since})`)
}

export const updateRecords = async (
  connection: Connection,
  table: PgTable & { id: never },
  ids: readonly string[],
  fields: Record<string, unknown>,
): Promise<void> => {
  await connection
    .update(table)
    .set(fields as never)
    .where(inArray(table.id, [...ids] as never))
}
