import type { QueryOf } from '#contract/endpoint.ts'
import type { productSearch } from '#contract/product-search.ts'
import { londonDayOf } from '#domain/london-time.ts'
import type { FilterCounts, NamedLists } from '#search/filter-options.ts'
import { FLAG_SET } from '#search/filters.ts'
import { findFavouriteNumbers } from '#server/features/favourites/favourites.repository.ts'
import { findShownAdverts } from '#server/features/products/adverts.repository.ts'
import { findRecentlyPurchased } from '#server/features/products/purchases.repository.ts'
import { findTemplateLists } from '#server/features/templates/templates.repository.ts'
import { type ListOwner, listsOf } from './lists.service.ts'
import type { SearchParts } from './search.service.ts'

export type FilteredSearch = Omit<QueryOf<typeof productSearch.filters>, 'customerId'>

export type CountedFilters = NamedLists & { counts: FilterCounts }

/** Counts each filter's results as the search finds them, corrections included. */
export const filterCounter = ({ database, engine, now, terms }: SearchParts) => {
  const findLists = listsOf({ database, now })
  return async (owner: ListOwner, { queryString, ...filters }: FilteredSearch): Promise<CountedFilters> => {
    const { viewer, customerId, purchases } = owner
    const [lists, recent, favourites, templates, adverts] = await Promise.all([
      findLists(owner, filters),
      findRecentlyPurchased(database, customerId, now()),
      findFavouriteNumbers(database, viewer.userId),
      findTemplateLists(database, viewer, customerId),
      findShownAdverts(database, londonDayOf(now())),
    ])
    const counted = [
      { filter: 'recently_purchased' as const, value: FLAG_SET, product_nos: new Set(recent) },
      { filter: 'new_to_customer' as const, value: FLAG_SET, product_nos: new Set(purchases.keys()) },
      { filter: 'favourite' as const, value: FLAG_SET, product_nos: new Set(favourites) },
      ...templates.map(({ id, product_nos }) => ({
        filter: 'template' as const,
        value: id,
        product_nos: new Set(product_nos),
      })),
      ...adverts.map(({ code, product_nos }) => ({
        filter: 'advert' as const,
        value: code,
        product_nos: new Set(product_nos),
      })),
    ]
    const counts = await engine.count({ text: queryString ?? '', filters, lists, counted }, await terms())
    return { counts, templates, adverts: adverts.map(({ code, title }) => ({ id: code, name: title })) }
  }
}

/** The same for a visitor, who has no lists. */
export const publicFilterCounter =
  ({ engine, terms }: Pick<SearchParts, 'engine' | 'terms'>) =>
  async ({ queryString, ...filters }: FilteredSearch): Promise<FilterCounts> =>
    await engine.count({ text: queryString ?? '', filters, lists: [], counted: [] }, await terms())
