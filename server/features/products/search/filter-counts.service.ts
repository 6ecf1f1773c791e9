import type { QueryOf } from '#contract/endpoint.ts'
import type { products } from '#contract/products.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { countFilters, type FilterCounts, type NamedLists } from '#search/filter-options.ts'
import { type ActiveFilters, type Narrowing, wantedFilterWords } from '#search/filters.ts'
import type { ResolvedQuery } from '#search/match.ts'
import { parseSearch } from '#search/query.ts'
import { search } from '#search/search.ts'
import type { TradeTerms } from '#search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { findShownAdverts } from '#server/features/products/adverts.repository.ts'
import { findRecentlyPurchased } from '#server/features/products/purchases.repository.ts'
import { findTemplateNames } from '#server/features/templates/templates.repository.ts'
import { type Counted, countFilterValues } from './filter-counts.repository.ts'
import { type ListOwner, listsOf } from './lists.service.ts'
import { allOf, conditionsOf, widest, within } from './search-conditions.ts'
import { searchWordsOf } from './search-words.ts'

export type FilteredSearch = Omit<QueryOf<typeof products.filters>, 'customerId'>

export type FilterCounterParts = {
  database: Database
  now: () => Date
  terms: () => Promise<TradeTerms>
}

export type CountedFilters = NamedLists & { counts: FilterCounts }

/** Counts each filter's results as the search finds them, corrections included. */
export const filterCounter = ({ database, now, terms: currentTerms }: FilterCounterParts) => {
  const findNarrowing = listsOf({ database, now })
  return async (owner: ListOwner, filtered: FilteredSearch): Promise<CountedFilters> => {
    const [terms, recent, templates, adverts] = await Promise.all([
      currentTerms(),
      findRecentlyPurchased(database, owner.customerId, now()),
      findTemplateNames(database, owner.viewer, owner.customerId),
      findShownAdverts(database, londonDayOf(now())),
    ])
    const counts = await countFound(database, {
      filtered,
      terms,
      findNarrowing: (active) => findNarrowing(owner, active),
      lists: {
        recent,
        bought: [...owner.purchases.keys()],
        favouritesOf: owner.viewer.userId,
        templateIds: templates.map(({ id }) => id),
        advertCodes: adverts.map(({ code }) => code),
      },
    })
    return { counts, templates, adverts: adverts.map(({ code, title }) => ({ id: code, name: title })) }
  }
}

/** The same for a visitor, who has no lists. */
export const publicFilterCounter = ({ database, terms: currentTerms }: Omit<FilterCounterParts, 'now'>) => {
  const lists = { recent: [], bought: [], favouritesOf: null, templateIds: [], advertCodes: [] }
  return async (filtered: FilteredSearch): Promise<FilterCounts> =>
    await countFound(database, {
      filtered,
      terms: await currentTerms(),
      findNarrowing: async () => ALL,
      lists,
    })
}

const ALL: Narrowing = { only: undefined, except: undefined }

type Counting = {
  filtered: FilteredSearch
  terms: TradeTerms
  findNarrowing: (active: ActiveFilters) => Promise<Narrowing>
  lists: Pick<Counted, 'recent' | 'bought' | 'favouritesOf' | 'templateIds' | 'advertCodes'>
}

const countFound = async (
  database: Database,
  { filtered, terms, findNarrowing, lists }: Counting,
): Promise<FilterCounts> => {
  const query = parseSearch(filtered.queryString ?? '', terms)
  return await countFilters(filtered, async (active) => {
    const { only, except } = await findNarrowing(active)
    const filters = allOf(wantedFilterWords(active))
    const count = (condition: string | undefined) =>
      countFilterValues(database, {
        tsquery: condition === undefined ? filters : within(condition, filters),
        // Punctuation only finds nothing.
        only: condition === '' ? [] : only ? [...only] : null,
        except: [...(except ?? [])],
        withGroups: filtered.department !== undefined,
        withCategories: filtered.group !== undefined,
        ...lists,
      })
    const isNarrowed = filters !== '' || only !== undefined || except !== undefined
    const find = (resolved: ResolvedQuery) => count(widest(conditionsOf(resolved)))
    return query === undefined
      ? await count(undefined)
      : await search({ ...searchWordsOf(database), isNarrowed, find }, query, terms)
  })
}
