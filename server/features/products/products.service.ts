import type { Static } from 'typebox'
import type {
  Adverts,
  ProductDetail,
  ProductFilters,
  ProductSearchBody,
  Purchases,
  SearchTerm,
  SearchTerms,
} from '#contract/product-search.ts'
import type { ProductSuggestion } from '#contract/product-suggestions.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { filterOptionsOf } from '#search/filter-options.ts'
import { namedSuggestions, SUGGESTIONS_MAX } from '#search/suggest.ts'
import type { Database } from '#server/db/database.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import { findCustomer } from '#server/features/customers/visible-customers.repository.ts'
import { findTrolly } from '#server/features/trollies/trolly-rows.repository.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { turns } from '#server/routing/user-turns.ts'
import { findAdverts } from './adverts.repository.ts'
import { contentCursor } from './content-cursor.ts'
import { type DownloadsService, downloadsService } from './downloads/downloads.service.ts'
import type { PackedReply } from './downloads/packed-replies.ts'
import { findProductDetail, readProducts } from './products.repository.ts'
import { findBought } from './purchases.repository.ts'
import { purchasesService } from './purchases.service.ts'
import { type FilteredSearch, filterCounter } from './search/filter-counts.service.ts'
import { type FoundProducts, type SearchFor, searchService } from './search/search.service.ts'
import type { SearchEngine } from './search/search-engine.ts'
import type { SearchTermsService } from './search/search-terms.service.ts'

/** `customerId`: for a trolly that has not reached the server. */
export type ForTrolly = { id: string; customerId?: string }

export type SearchAsker = { caller: Caller; signal: AbortSignal }

/** Searches may take half a second: running more for one user would only delay everyone else's. */
const SEARCHING = { atOnce: 32, eachAtOnce: 4, waitingMax: 400, waitingEachMax: 100 }

/**
 * Products as a trolly's customer sees them. An unknown trolly is `trolly_not_found`, unless the device names one of
 * the caller's customers.
 */
export type ProductsService = {
  /** @throws Refusal `trolly_not_found`, also for another user's; those of the lists; `rate_limited` when too many wait */
  search: (asker: SearchAsker, trolly: ForTrolly, body: ProductSearchBody) => Promise<FoundProducts>
  /** @throws Refusal `trolly_not_found` */
  filters: (asker: SearchAsker, trolly: ForTrolly, search: FilteredSearch) => Promise<ProductFilters>
  /** @throws Refusal `trolly_not_found`; `rate_limited` when too many wait */
  suggestions: (asker: SearchAsker, trolly: ForTrolly, text: string) => Promise<ProductSuggestion[]>
  /** @throws Refusal `trolly_not_found`, `product_not_found` */
  get: (caller: Caller, trolly: ForTrolly, product_no: string) => Promise<Static<typeof ProductDetail>>
  assortment: DownloadsService['assortment']
  /** @throws Refusal `customer_not_found`, also for another user's */
  prices: (
    caller: Caller,
    customerId: string,
    since: string | undefined,
    signal: AbortSignal,
  ) => Promise<PackedReply>
  searchTerms: (since: string | undefined) => Promise<SearchTerms>
  saveSearchTerm: (term: SearchTerm, userId: string) => Promise<SearchTerm>
  adverts: (since: string | undefined) => Promise<Adverts>
  /** @throws Refusal `customer_not_found`, also for another user's */
  purchases: (caller: Caller, customerId: string, since: string | undefined) => Promise<Purchases>
}

export const productsService = ({
  database,
  engine,
  terms,
  onRestored,
  now,
}: {
  database: Database
  engine: SearchEngine
  terms: SearchTermsService
  onRestored?: ((epoch: string) => Promise<void>) | undefined
  now: () => Date
}): ProductsService => {
  const purchases = purchasesService({ database, now })
  const parts = { database, engine, now, terms: terms.current }
  const search = searchService(parts)
  const countFilters = filterCounter(parts)
  const downloads = downloadsService({ database, onRestored })
  const takeTurn = turns(SEARCHING)

  const requireTrolly = async (
    viewer: Caller,
    { id, customerId }: ForTrolly,
  ): Promise<Omit<SearchFor, 'purchases'>> => {
    const trolly = await findTrolly(database, viewer, id)
    if (trolly !== undefined) return { ...trolly, viewer }
    const found = customerId === undefined ? undefined : await findCustomer(database, viewer, customerId)
    if (found === undefined) throw new Refusal('trolly_not_found')
    return { viewer, customerId: found.customer.id, priceListId: found.customer.priceListId }
  }

  return {
    search: async ({ caller, signal }, trolly, body) => {
      const who = await requireTrolly(caller, trolly)
      return await takeTurn({ userId: caller.userId, signal }, async () =>
        search({ ...who, purchases: await purchases.of(who.customerId) }, body),
      )
    },

    filters: async ({ caller, signal }, trolly, filtered) => {
      const owner = await requireTrolly(caller, trolly)
      return await takeTurn({ userId: caller.userId, signal }, async () => {
        const { counts, ...lists } = await countFilters(
          { ...owner, purchases: await purchases.of(owner.customerId) },
          filtered,
        )
        return filterOptionsOf(counts, lists, filtered)
      })
    },

    suggestions: async ({ caller, signal }, trolly, text) => {
      const { customerId, priceListId } = await requireTrolly(caller, trolly)
      return await takeTurn({ userId: caller.userId, signal }, async () =>
        namedSuggestions(
          await engine.suggest(
            { text, purchases: await purchases.of(customerId), limit: SUGGESTIONS_MAX },
            await terms.current(),
          ),
          (product_nos) => readProducts(database, product_nos, priceListId),
        ),
      )
    },

    get: async (caller, trolly, product_no) => {
      const { customerId, priceListId } = await requireTrolly(caller, trolly)
      const [product, bought] = await Promise.all([
        findProductDetail(database, product_no, priceListId),
        findBought(database, { customerId, product_no, now: now() }),
      ])
      if (product === undefined) throw new Refusal('product_not_found')
      return { ...product, bought }
    },

    assortment: downloads.assortment,

    prices: async (caller, customerId, since, signal) => {
      const { customer } = await requireCustomer(database, caller, customerId)
      return await downloads.prices(customer.priceListId, since, { userId: caller.userId, signal })
    },

    searchTerms: terms.download,
    saveSearchTerm: terms.save,

    adverts: async (since) => {
      const adverts = await findAdverts(database, londonDayOf(now()))
      const cursor = contentCursor(adverts)
      return { cursor, adverts: since === cursor ? null : adverts }
    },

    purchases: async (caller, customerId, since) => {
      await requireCustomer(database, caller, customerId)
      return await purchases.download(customerId, since)
    },
  }
}
