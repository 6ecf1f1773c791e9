import type { QueryOf } from '#contract/endpoint.ts'
import type { products } from '#contract/products.ts'
import { countFilters, type FilterCounts } from '#domain/search/filter-options.ts'
import { wantedFilterWords } from '#domain/search/filters.ts'
import type { ResolvedQuery } from '#domain/search/match.ts'
import { parseSearch } from '#domain/search/query.ts'
import { search } from '#domain/search/search.ts'
import type { TradeTerms } from '#domain/search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { countFilterValues } from './filter-counts.repository.ts'
import { findRecentlyPurchased } from './purchases.repository.ts'
import { allOf, conditionsOf, widest, within } from './search-conditions.ts'
import { searchWordsOf } from './search-words.ts'

export type FilteredSearch = Omit<QueryOf<typeof products.filters>, 'customerId'>

export type FilterCounterParts = {
  database: Database
  now: () => Date
  terms: () => Promise<TradeTerms>
}

/** Counts each filter's results as the search finds them, corrections included. */
export const filterCounter =
  ({ database, now, terms: currentTerms }: FilterCounterParts) =>
  async (customerId: string, filtered: FilteredSearch): Promise<FilterCounts> => {
    const terms = await currentTerms()
    const recent = await findRecentlyPurchased(database, customerId, now())
    const query = parseSearch(filtered.queryString ?? '', terms)
    return await countFilters(filtered, async (active) => {
      const filters = allOf(wantedFilterWords(active))
      const count = async (condition: string | undefined) =>
        // Punctuation only.
        condition === ''
          ? { total: 0, values: [], recentlyPurchased: 0 }
          : await countFilterValues(database, {
              tsquery: condition === undefined ? filters : within(condition, filters),
              recent,
              onlyRecent: active.recently_purchased !== undefined,
            })
      const find = (resolved: ResolvedQuery) => count(widest(conditionsOf(resolved)))
      return query === undefined
        ? await count(undefined)
        : await search({ ...searchWordsOf(database), find }, query, terms)
    })
  }
