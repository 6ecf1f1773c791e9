import type {
  CatalogueDetail,
  CatalogueProduct,
  CatalogueReply,
  CatalogueSearchBody,
} from '#contract/catalogue.ts'
import { PAGE_SIZE_DEFAULT } from '#domain/page-size.ts'
import type { Product } from '#domain/product.ts'
import { filterOptionsOf } from '#search/filter-options.ts'
import type { Database } from '#server/db/database.ts'
import { findProductDetail } from '#server/features/products/products.repository.ts'
import { publicFilterCounter } from '#server/features/products/search/filter-counts.service.ts'
import { searchService, VISITOR } from '#server/features/products/search/search.service.ts'
import type { SearchEngine } from '#server/features/products/search/search-engine.ts'
import type { SearchTermsService } from '#server/features/products/search/search-terms.service.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { type Asker, turns } from '#server/routing/user-turns.ts'
import {
  type CataloguePlaces,
  countProducts,
  findPlaces,
  findProductNumbers,
} from './catalogue.repository.ts'

/**
 * The products as anybody may see them. Replies name their fields one by one, so that a product's price, its stock and how it sells
 * stay inside, whatever a product gets later.
 */
export type CatalogueService = {
  /** Up to a minute old. @throws Refusal `rate_limited` when too many wait */
  search: (asker: Asker, body: CatalogueSearchBody) => Promise<CatalogueReply>
  /** @throws Refusal `product_not_found` */
  get: (product_no: string) => Promise<CatalogueDetail>
  /** Of all products that are sold, in a fixed order. */
  productNumbers: (part: { offset: number; limit: number }) => Promise<string[]>
  countProducts: () => Promise<number>
  places: () => Promise<CataloguePlaces>
}

/** `userId` of an asker is a network. Visitors leave most of the server to customers. */
const SEARCHING = { atOnce: 2, eachAtOnce: 1, waitingMax: 200, waitingEachMax: 50 }

/** Search engines walk all pages, and everybody opens the first ones. */
const KEPT_MS = 60_000
const REPLIES_KEPT = 300

export const catalogueService = ({
  database,
  engine,
  terms,
  now,
}: {
  database: Database
  engine: SearchEngine
  terms: SearchTermsService['current']
  now: () => Date
}): CatalogueService => {
  const search = searchService({ database, engine, now, terms })
  const countFilters = publicFilterCounter({ engine, terms })
  const takeTurn = turns(SEARCHING)
  const kept = new Map<string, { at: number; reply: CatalogueReply }>()

  const find = async (body: CatalogueSearchBody): Promise<CatalogueReply> => {
    const { page: _, pageLength: __, ...filtered } = body
    const [{ data, ...found }, counts] = await Promise.all([search(VISITOR, body), countFilters(filtered)])
    const options = filterOptionsOf(counts, { templates: [], adverts: undefined }, filtered)
    const { department, group = NONE, category = NONE, suitable_for } = options
    const { storage_type, new: isNew } = options.product_attributes
    return {
      data: data.map(publicProduct),
      ...found,
      filters: { department, group, category, storage_type, suitable_for, new: isNew },
    }
  }

  return {
    search: async (asker, asked) => {
      const body = { page: 1, pageLength: PAGE_SIZE_DEFAULT, ...asked }
      const key = JSON.stringify(Object.entries(body).toSorted())
      const known = kept.get(key)
      if (known !== undefined && performance.now() - known.at < KEPT_MS) return known.reply
      const reply = await takeTurn(asker, () => find(body))
      kept.delete(key)
      kept.set(key, { at: performance.now(), reply })
      const [oldest] = kept.keys()
      if (kept.size > REPLIES_KEPT && oldest !== undefined) kept.delete(oldest)
      return reply
    },

    get: async (product_no) => {
      const product = await findProductDetail(database, product_no, VISITOR.priceListId)
      if (product === undefined) throw new Refusal('product_not_found')
      const { otherUnitProductNo, gtins, contains, mayContain, description, ingredients, origin } = product
      const more = { otherUnitProductNo, gtins, contains, mayContain, description, ingredients, origin }
      return { ...publicProduct(product), ...more }
    },

    productNumbers: (part) => findProductNumbers(database, part),
    countProducts: () => countProducts(database),
    places: () => findPlaces(database),
  }
}

const NONE = { options: [] }

const publicProduct = (product: Product): CatalogueProduct => ({
  product_no: product.product_no,
  name: product.name,
  brand: product.brand,
  pack: product.pack,
  unit: product.unit,
  department: product.department,
  group: product.group,
  category: product.category,
  storageType: product.storageType,
  suitableFor: product.suitableFor,
  catchWeight: product.catchWeight,
  minimumAge: product.minimumAge,
  isNew: product.isNew,
  picture: product.picture ?? '',
})
