import type { ProductFilters } from '#contract/product-search.ts'
import type { ProductSuggestion } from '#contract/product-suggestions.ts'
import { PAGE_SIZE_DEFAULT } from '#domain/page-size.ts'
import { countFilters, filterOptionsOf } from '#search/filter-options.ts'
import { wantedFilterWords } from '#search/filters.ts'
import { type FoundSaid, findSaid } from '#search/find-said.ts'
import { windowOf } from '#search/match.ts'
import { parseSearch } from '#search/query.ts'
import type { Purchases } from '#search/sort.ts'
import { namedSuggestions, SUGGESTIONS_MAX } from '#search/suggest.ts'
import { findPricesDownload } from '#src/store/products/price-lists.ts'
import { findProducts } from '#src/store/products/pricing.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { IndexKeeper } from './index-keeper.ts'
import { createSearchInputs } from './search-inputs.ts'
import { createSearchLists } from './search-lists.ts'
import type {
  LocalFilters,
  LocalResult,
  LocalSaid,
  LocalSaidResult,
  LocalSearch,
  LocalSuggesting,
  WorkerFailureCode,
} from './search-protocol.ts'

/** Implements the specification's search and filters on this device's data. */

/** The page receives it by its code. */
export class LocalSearchFailure extends Error {
  readonly code: WorkerFailureCode

  constructor(code: WorkerFailureCode, message: string) {
    super(message)
    this.name = 'LocalSearchFailure'
    this.code = code
  }
}

const NO_PURCHASES: Purchases = new Map()

export type LocalSearchParts = {
  database: UserDatabase
  keeper: IndexKeeper
  /** Epoch ms. */
  now?: () => number
}

export const createLocalSearch = ({ database, keeper, now = Date.now }: LocalSearchParts) => {
  const prices = createPriceColumns(database)
  const inputs = createSearchInputs(database, now)
  const lists = createSearchLists({ database, purchases: inputs.purchases, now })
  return {
    /** @throws LocalSearchFailure `filter_needs_server` */
    search: async ({ body, priceListId, customerId }: LocalSearch): Promise<LocalResult> => {
      const { queryString = '', sort_by = 'relevance', page = 1, pageLength = PAGE_SIZE_DEFAULT } = body
      const [terms, bought] = await Promise.all([inputs.terms(), inputs.purchases(customerId)])
      const narrowing = await lists.narrowing(customerId, body)
      if (narrowing.unknown !== undefined) {
        throw new LocalSearchFailure(
          'filter_needs_server',
          `The filter ${narrowing.unknown} needs the server`,
        )
      }
      const isByPrice = sort_by === 'price' || sort_by === 'price_descending'
      // Before the search: what the index lacked then is not found, even if it has it by the end.
      const complete = await keeper.isComplete()
      const column = isByPrice ? await prices.of(priceListId) : undefined
      const { product_nos, ...found } = await keeper.index().find({
        query: parseSearch(queryString, terms),
        terms,
        purchases: bought?.times ?? NO_PURCHASES,
        filterWords: wantedFilterWords(body),
        only: narrowing.only,
        except: narrowing.except,
        sort: sort_by,
        priceOf: column && ((_, product_no) => column.get(product_no) ?? null),
        ...windowOf(page, pageLength),
      })
      const products = await findProducts(database, priceListId, product_nos)
      return {
        // A product removed just now is missing until the index follows.
        data: product_nos.flatMap((product_no) => products.get(product_no) ?? []),
        ...found,
        page,
        pageLength,
        complete,
      }
    },

    suggest: async ({ text, customerId }: LocalSuggesting): Promise<ProductSuggestion[]> => {
      const [terms, bought] = await Promise.all([inputs.terms(), inputs.purchases(customerId)])
      const suggestions = await keeper
        .index()
        .suggest({ text, terms, purchases: bought?.times ?? NO_PURCHASES, limit: SUGGESTIONS_MAX })
      return await namedSuggestions(suggestions, async (product_nos) => {
        const products = await database.products.bulkGet([...product_nos])
        return products.flatMap((product) => product ?? [])
      })
    },

    findSaid: async ({ lines, priceListId, customerId }: LocalSaid): Promise<LocalSaidResult> => {
      const [terms, bought] = await Promise.all([inputs.terms(), inputs.purchases(customerId)])
      const complete = await keeper.isComplete()
      const ports = {
        index: keeper.index(),
        productsOf: (product_nos: readonly string[]) => findProducts(database, priceListId, product_nos),
        terms,
        purchases: bought?.times ?? NO_PURCHASES,
      }
      const found: FoundSaid[][] = []
      // In turn, or a long message would hold up the letters that are being typed.
      for (const line of lines) found.push(await findSaid(ports, line))
      return { found, complete }
    },

    filters: async ({ body, customerId }: LocalFilters): Promise<ProductFilters> => {
      const [terms, known] = await Promise.all([inputs.terms(), lists.known(customerId)])
      const query = parseSearch(body.queryString ?? '', terms)
      const counted = await countFilters(body, async (active) => {
        const { only, except } = await lists.narrowing(customerId, active)
        return await keeper
          .index()
          .count({ query, terms, filterWords: wantedFilterWords(active), only, except, lists: known.lists })
      })
      return filterOptionsOf(counted, known, body)
    },
  }
}

/** Caches the last sorted price list until its prices change. */
const createPriceColumns = (database: UserDatabase) => {
  let known: { priceListId: string; stamp: string; pence: Map<string, number | null> } | undefined
  return {
    of: async (priceListId: string): Promise<ReadonlyMap<string, number | null>> => {
      const download = await findPricesDownload(database, priceListId)
      const stamp = `${download?.cursor} ${download?.at} ${download?.after}`
      if (known?.priceListId === priceListId && known.stamp === stamp) return known.pence
      const rows = await database.prices.where('priceListId').equals(priceListId).toArray()
      known = { priceListId, stamp, pence: new Map(rows.map(({ product_no, pence }) => [product_no, pence])) }
      return known.pence
    },
  }
}
