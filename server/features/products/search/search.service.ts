import type { ProductSearchBody } from '#contract/product-search.ts'
import { PAGE_SIZE_DEFAULT } from '#domain/page-size.ts'
import type { Product } from '#domain/product.ts'
import { windowOf } from '#search/match.ts'
import type { Rewording } from '#search/search.ts'
import type { TradeTerm } from '#search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import { type ListOwner, listsOf } from './lists.service.ts'
import type { SearchEngine } from './search-engine.ts'

export type SearchFor = ListOwner & { priceListId: string }

/** Has neither prices nor lists. */
export const VISITOR: SearchFor = {
  viewer: { userId: '', isStaff: false },
  customerId: '',
  priceListId: '',
  purchases: new Map(),
}

export type FoundProducts = { data: Product[]; total: number; page: number; pageLength: number } & Rewording

export type SearchService = (who: SearchFor, body: ProductSearchBody) => Promise<FoundProducts>

export type SearchParts = {
  database: Database
  engine: SearchEngine
  now: () => Date
  terms: () => Promise<readonly TradeTerm[]>
}

/** The engine finds the products; their rows, with prices and stock, are the database's. */
export const searchService = ({ database, engine, now, terms }: SearchParts): SearchService => {
  const findLists = listsOf({ database, now })
  return async ({ priceListId, ...owner }, body) => {
    const {
      queryString = '',
      page = 1,
      pageLength = PAGE_SIZE_DEFAULT,
      sort_by = 'relevance',
      ...filters
    } = body
    const isByPrice = sort_by === 'price' || sort_by === 'price_descending'
    const asked = {
      text: queryString,
      filters,
      lists: await findLists(owner, filters),
      purchases: owner.purchases,
      sort: sort_by,
      byPriceOf: isByPrice ? priceListId : undefined,
      ...windowOf(page, pageLength),
    }
    const { product_nos, ...found } = await engine.find(asked, await terms())
    return { data: await readProducts(database, product_nos, priceListId), ...found, page, pageLength }
  }
}
