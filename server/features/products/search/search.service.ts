import type { ProductSearchBody } from '#contract/products.ts'
import { PAGE_SIZE_DEFAULT } from '#domain/page-size.ts'
import type { Product } from '#domain/product.ts'
import { wantedFilterWords } from '#search/filters.ts'
import { LEVELS_PER_CLASS, MATCH, SEARCH_TOTAL_MAX, windowOf } from '#search/match.ts'
import { parseSearch, type SearchQuery } from '#search/query.ts'
import { type Rewording, search } from '#search/search.ts'
import { compareProducts } from '#search/sort.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS, type TradeTerms } from '#search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import { type ListOwner, listsOf } from './lists.service.ts'
import type { Candidate } from './search.repository.ts'
import { browsingSort, findCandidates, type Wanted } from './search-candidates.ts'
import { allOf, conditionsOf } from './search-conditions.ts'
import { searchWordsOf } from './search-words.ts'

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

const DEFAULT_TERMS = compileTradeTerms(DEFAULT_TRADE_TERMS)

/** search/ decides matches and order; this fetches them from PostgreSQL without reading everything. */
export const searchService = ({
  database,
  now,
  terms: currentTerms = async () => DEFAULT_TERMS,
}: {
  database: Database
  now: () => Date
  terms?: () => Promise<TradeTerms>
}): SearchService => {
  const findNarrowing = listsOf({ database, now })
  return async ({ priceListId, ...owner }, body) => {
    const { queryString = '', page = 1, pageLength = PAGE_SIZE_DEFAULT, sort_by = 'relevance' } = body
    const { offset, limit } = windowOf(page, pageLength)
    const wanted: Omit<Wanted, 'conditions'> = {
      filters: allOf(wantedFilterWords(body)),
      ...(await findNarrowing(owner, body)),
      purchases: owner.purchases,
      sort: sort_by,
      priceListId,
      offset,
      end: offset + limit,
    }
    const isNarrowed = wanted.filters !== '' || wanted.only !== undefined || wanted.except !== undefined
    let beginsWithCode = false
    const find = async (
      conditions: Wanted['conditions'],
    ): Promise<{ onPage: Candidate[]; total: number }> => {
      const { total, candidates } = await findCandidates(database, { ...wanted, conditions })
      const isTyped = conditions !== undefined
      // Other orders ignore levels.
      if (isTyped && sort_by === 'relevance')
        beginsWithCode ||= candidates.some(({ level }) => level < LEVELS_PER_CLASS * MATCH.nameWords)
      const byNumber = new Map(candidates.map((one) => [one.product_no, one]))
      const ranked = [...byNumber.values()].sort(compareProducts(isTyped ? sort_by : browsingSort(sort_by)))
      return { onPage: ranked.slice(offset, offset + limit), total: Math.min(total, SEARCH_TOTAL_MAX) }
    }
    const terms = await currentTerms()
    const query = parseSearch(queryString, terms)
    const words = searchWordsOf(database)
    const index = {
      ...words,
      isNarrowed,
      // Codes rank first, so a search for all products by relevance has found them.
      isCode: async (asked: SearchQuery) =>
        beginsWithCode || ((isNarrowed || sort_by !== 'relevance') && (await words.isCode(asked))),
      find: (resolved: Parameters<typeof conditionsOf>[0]) => find(conditionsOf(resolved)),
    }
    const { onPage, ...found } =
      query === undefined ? await find(undefined) : await search(index, query, terms)
    return { data: await productsOf(database, onPage, priceListId), ...found, page, pageLength }
  }
}

/** Most pages' products came with their candidates. */
const productsOf = async (
  database: Database,
  candidates: readonly Candidate[],
  priceListId: string,
): Promise<Product[]> => {
  const products = candidates.flatMap(({ product }) => product ?? [])
  if (products.length === candidates.length) return products
  const product_nos = candidates.map(({ product_no }) => product_no)
  return await readProducts(database, product_nos, priceListId)
}
