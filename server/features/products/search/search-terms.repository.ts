import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { ChangedTradeTerm } from '#domain/search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { searchTerms } from '#server/db/schema/search-terms.ts'
import { inTransaction } from '#server/db/transaction.ts'

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

/** Replaces rows with the same words, however written. */
export const replaceTerm = (
  database: Database,
  spellings: readonly string[],
  { typed, means, bothWays }: WrittenTerm,
): Promise<void> =>
  inTransaction(database, async (connection) => {
    const others = spellings.filter((spelling) => spelling !== typed)
    await connection.delete(searchTerms).where(inArray(searchTerms.typed, others))
    const active = true
    await connection
      .insert(searchTerms)
      .values({ typed, means, bothWays, active })
      .onConflictDoUpdate({ target: searchTerms.typed, set: { means, bothWays, active, deleted: false } })
  })

export const deleteTerms = async (database: Database, spellings: readonly string[]): Promise<void> => {
  await database.delete(searchTerms).where(inArray(searchTerms.typed, [...spellings]))
}
