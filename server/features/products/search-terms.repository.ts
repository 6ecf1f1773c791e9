import type { ChangedTradeTerm } from '#domain/search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, statement } from '#server/db/transaction.ts'

const find = statement<ChangedTradeTerm>(
  'search_terms_find',
  `SELECT typed, means, both_ways AS "bothWays", active FROM search_terms ORDER BY typed COLLATE "C"`,
)

export const findChangedTerms = (executor: Database | Connection): Promise<ChangedTradeTerm[]> =>
  find(executor)

/** Replaces rows with the same words, however written. */
export const replaceTerm = statement<
  Record<string, never>,
  [spellings: string[], typed: string, means: string[], bothWays: boolean]
>(
  'search_term_replace',
  `WITH gone AS (DELETE FROM search_terms WHERE typed = ANY($1::text[]) AND typed <> $2)
   INSERT INTO search_terms (typed, means, both_ways) VALUES ($2, $3::text[], $4)
   ON CONFLICT (typed) DO UPDATE SET means = excluded.means, both_ways = excluded.both_ways, active = true`,
)

export const deleteTerms = statement<Record<string, never>, [spellings: string[]]>(
  'search_term_delete',
  'DELETE FROM search_terms WHERE typed = ANY($1::text[])',
)
