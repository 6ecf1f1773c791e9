import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { ChangedTradeTerm } from '#search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { searchTerms } from '#server/db/schema/search-terms.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import { type Writer, writeAs } from '#server/features/maintained/writer.ts'

export const findChangedTerms = (database: Database): Promise<ChangedTradeTerm[]> =>
  database
    .select({
      typed: searchTerms.typed,
      means: searchTerms.means,
      bothWays: searchTerms.bothWays,
      active: searchTerms.active,
    })
    .from(searchTerms)
    .where(eq(searchTerms.deleted, false))
    .orderBy(asc(sql`${searchTerms.typed} COLLATE "C"`))

export type WrittenTerm = { typed: string; means: string[]; bothWays: boolean }

/** Replaces rows with the same words, however written. They can be restored. */
export const replaceTerm = (
  database: Database,
  spellings: readonly string[],
  { writer, ...term }: WrittenTerm & { writer: Writer },
): Promise<void> =>
  inTransaction(database, async (connection) => {
    await writeAs(connection, writer)
    await setDeleted(
      connection,
      spellings.filter((spelling) => spelling !== term.typed),
    )
    const set = { means: term.means, bothWays: term.bothWays, active: true, deleted: false }
    await connection
      .insert(searchTerms)
      .values({ typed: term.typed, ...set })
      .onConflictDoUpdate({ target: searchTerms.typed, set })
  })

export const deleteTerms = (
  database: Database,
  spellings: readonly string[],
  writer: Writer,
): Promise<void> =>
  inTransaction(database, async (connection) => {
    await writeAs(connection, writer)
    await setDeleted(connection, spellings)
  })

const setDeleted = async (connection: Connection, spellings: readonly string[]): Promise<void> => {
  if (spellings.length === 0) return
  await connection
    .update(searchTerms)
    .set({ deleted: true })
    .where(inArray(searchTerms.typed, [...spellings]))
}
