import type { ChangedTradeTerm } from '#domain/search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, statement } from '#server/db/transaction.ts'

const find = statement<ChangedTradeTerm>(
  'search_terms_find',
  `SELECT typed, means, both_ways AS "bothWays", active FROM search_terms ORDER BY typed COLLATE "C"`,
)

export const findChangedTerms = (executor: Database | Connection): Promise<ChangedTradeTerm[]> =>
  find(executor)
