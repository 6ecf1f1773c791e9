import { type Static, Type } from 'typebox'
import { ALLERGENS, SALES_UNITS, STOCK_TOLD_UP_TO, STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, naming, nullable, oneOf, Pence, ProductNo } from './values.ts'

// What a trolly needs of products. Finding them is apart (product-search.ts), so that it is not part of what opens one.

/** Part of its pictures’ addresses (domain/pictures.ts), and as short as can be: 12,000 of them are in a first download. */
export const PictureVersion = Type.Optional(Type.String())

const ProductFactsFields = {
  product_no: ProductNo,
  name: Type.String(),
  brand: Type.String(),
  pack: Type.String(),
  unit: oneOf(SALES_UNITS),
  otherUnitProductNo: nullable(ProductNo),
  unitCount: Type.Integer({ minimum: 1 }),
  contentAmount: nullable(Type.Integer({ minimum: 1 })),
  contentMeasure: nullable(oneOf(['g', 'ml'])),
  gtins: Type.Array(Type.String()),
  department: Type.String(),
  group: Type.String(),
  category: Type.String(),
  storageType: oneOf(STORAGE_TYPES),
  vatBasisPoints: Type.Integer({ minimum: 0, maximum: 10_000 }),
  contains: nullable(Type.Array(oneOf(ALLERGENS))),
  mayContain: nullable(Type.Array(oneOf(ALLERGENS))),
  suitableFor: Type.Array(oneOf(SUITABILITIES)),
  catchWeight: Type.Boolean(),
  estimatedWeightGrams: nullable(Type.Integer({ minimum: 1 })),
  minimumAge: nullable(Type.Integer({ minimum: 1, maximum: 99 })),
  isSpotPriced: Type.Boolean(),
  promotion: Type.Boolean(),
  reducedToClear: Type.Boolean(),
  isNew: Type.Boolean(),
  stockQuantity: Type.Integer({ minimum: 0, maximum: STOCK_TOLD_UP_TO }),
  salesRank: Type.Integer({ minimum: 0 }),
  picture: PictureVersion,
}

export const ProductFacts = Strict(ProductFactsFields)
export const Product = Strict({ ...ProductFactsFields, pricePence: nullable(Pence) })

/** Opaque position for the next call's `since`, signed, for one list and one database. Invalid text counts as none. */
export const Cursor = Type.String({ maxLength: 400 })
export const Since = { v: Type.Optional(Type.Literal('1')), since: Type.Optional(Cursor) }

/**
 * First the whole list in parts by product number, then changes. Without a valid `since` the reply is the first part;
 * `after` asks for the part that begins there or a little earlier and ends beyond it. Keep the first part's cursor and
 * ask for changes once all parts have arrived, as parts may be minutes old. Rows may repeat; none is missed.
 */
export const Assortment = Strict({
  cursor: Cursor,
  /**
   * These are all products after `after` ('': from the first) through `through` (null: to the last); others on the
   * device in this range are no longer sold. null: changes.
   */
  range: nullable(Strict({ after: Type.String(), through: nullable(ProductNo) })),
  products: Type.Array(ProductFacts),
  removed: Type.Array(ProductNo),
  /** Products whose stock alone changed, as columns; [] with a range. */
  stock: Strict({
    product_nos: Type.Array(ProductNo),
    quantities: Type.Array(Type.Integer({ minimum: 0, maximum: STOCK_TOLD_UP_TO })),
  }),
})
export type Assortment = Static<typeof Assortment>

/** Columns take half the bytes of a list of pairs. null: no longer priced. */
export const PriceListDownload = Strict({
  cursor: Cursor,
  /** True replaces everything stored; false is changes since the cursor. */
  whole: Type.Boolean(),
  priceListId: Type.String(),
  product_nos: Type.Array(ProductNo),
  pence: Type.Array(nullable(Pence)),
})
export type PriceListDownload = Static<typeof PriceListDownload>

export const products = {
  assortment: endpoint('GET', 'product/assortment', {
    query: Strict({ ...Since, after: Type.Optional(Type.String({ maxLength: 40 })) }),
    reply: Assortment,
    access: 'user',
    summary: 'All products in parts, or the changes since a cursor, for searching and ordering offline.',
  }),
  prices: endpoint('GET', 'customer/{id}/prices', {
    params: Strict({ id: naming(CustomerId, 'customer_not_found') }),
    query: Strict(Since),
    reply: PriceListDownload,
    access: 'user',
    summary: 'A customer’s price list, or its changes since a cursor.',
  }),
}
