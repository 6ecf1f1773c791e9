import type { MadeSearch, productSearchAnalysis } from '#contract/product-search-analysis.ts'
import { sortOf } from '#contract/values.ts'
import { DAY_MS } from '#domain/durations.ts'
import { SEARCHES_KEPT_DAYS, searchedTerm } from '#domain/searches.ts'
import type { Database } from '#server/db/database.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { requirePeriod } from '#server/routing/require-period.ts'
import {
  type AnalysisQuery,
  countSearchDays,
  deleteSearchesBefore,
  findSearchedTerms,
  insertSearches,
} from './product-search-analysis.repository.ts'

export type ProductSearchAnalysisService = Answers<typeof productSearchAnalysis>

export const productSearchAnalysisService = ({
  database,
  searchList,
  now,
}: {
  database: Database
  searchList: ListSearch
  now: () => Date
}): ProductSearchAnalysisService => ({
  /** Counts what was recorded, without old ones and those for others' customers. */
  record: async ({ user, body: { searches } }) => {
    const nowMs = now().getTime()
    const byId = new Map<string, MadeSearch>()
    for (const search of searches) {
      // A fast clock would date searches in the future.
      const atMs = Math.min(Date.parse(search.at), nowMs)
      const term = searchedTerm(search.term)
      if (term === '' || nowMs - atMs > SEARCHES_KEPT_DAYS * DAY_MS) continue
      byId.set(search.id.toLowerCase(), { ...search, term, at: new Date(atMs).toISOString() })
    }
    return { recorded: byId.size === 0 ? 0 : await insertSearches(database, user, [...byId.values()]) }
  },

  /** @throws Refusal `invalid_request` for a reversed period, or one longer than searches are kept */
  analyse: async (asked) => {
    const { user, body } = asked
    const { created_start_date: from, created_end_date: to, page = 1, pageLength = 24 } = body
    requirePeriod({ from, to }, SEARCHES_KEPT_DAYS)
    const sort_by = body.sort_by ?? 'searches_descending'
    const query: AnalysisQuery = {
      from,
      to,
      text: searchedTerm(body.queryString ?? ''),
      result: body.result ?? 'any',
      ...sortOf(sort_by),
      limit: pageLength,
      offset: (page - 1) * pageLength,
    }
    return await searchList(asked, async (connection) => {
      const [{ data, total }, days] = await Promise.all([
        findSearchedTerms(connection, user, query),
        countSearchDays(connection, user, query),
      ])
      const sum = (column: 'searches' | 'noResult' | 'added'): number =>
        days.reduce((all, day) => all + day[column], 0)
      return {
        data,
        total,
        page,
        pageLength,
        totals: { searches: sum('searches'), noResult: sum('noResult'), added: sum('added') },
        days: days.map(({ added: _, ...day }) => day),
      }
    })
  },
})

export const deleteOldSearches = (connection: Connection): Promise<unknown> =>
  deleteSearchesBefore(connection, SEARCHES_KEPT_DAYS)
