import { type Static, Type } from 'typebox'
import { STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'
import { ONE_LINE } from '#domain/typed-text.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Cursor, Product, Since } from './products.ts'
import { Code, CustomerId, Day, listOf, naming, nullable, oneOf, Pence, ProductNo, Uuid } from './values.ts'

export const ProductDetail = Strict({
  ...Product.properties,
  description: Type.String(),
  ingredients: Type.String(),
  origin: Type.String(),
  /** When more of it is expected, and how many; null or missing: not known. */
  expectedOn: Type.Optional(nullable(Day)),
  expectedQuantity: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
  /** The customer's own lines of it in two years, the latest first. Missing from older servers. */
  bought: Type.Optional(
    Type.Array(Strict({ day: Day, quantity: Type.Integer({ minimum: 1 }), unitPricePence: Pence })),
  ),
})

/** Filters over what everybody may know of a product. */
export const SearchedFacts = {
  queryString: Type.Optional(Type.String({ maxLength: 200 })),
  department: Type.Optional(Type.String({ maxLength: 100 })),
  group: Type.Optional(Type.String({ maxLength: 100 })),
  category: Type.Optional(Type.String({ maxLength: 100 })),
  storage_type: Type.Optional(oneOf(STORAGE_TYPES)),
  suitable_for: Type.Optional(oneOf(SUITABILITIES)),
  new: Type.Optional(Type.Literal('1')),
}

const SearchedFields = {
  ...SearchedFacts,
  promotion: Type.Optional(Type.Literal('1')),
  reduced_to_clear: Type.Optional(Type.Literal('1')),
  recently_purchased: Type.Optional(Type.Literal('1')),
  new_to_customer: Type.Optional(Type.Literal('1')),
  is_spot_priced: Type.Optional(Type.Literal('1')),
  favourite: Type.Optional(Type.Literal('1')),
  template: Type.Optional(Uuid),
  advert: Type.Optional(Code),
}
export const ProductSearchBody = Strict({
  ...SearchedFields,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  pageLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 96 })),
  sort_by: Type.Optional(oneOf(['relevance', 'name', 'price', 'price_descending', 'sales'])),
})
export type ProductSearchBody = Static<typeof ProductSearchBody>

/** Products found if this option were chosen, with all other filters unchanged. */
const Count = Type.Optional(Type.Integer({ minimum: 0 }))
const Option = Strict({
  name: Type.String(),
  parameter_name: Type.String(),
  parameter_value: Type.String(),
  count: Count,
})
export const FilterFlag = Strict({
  enabled: Type.Boolean(),
  parameter_name: Type.String(),
  parameter_value: Type.String(),
  count: Count,
})
export const FilterOptions = Strict({ options: Type.Array(Option) })

/** Disabled and empty options are hidden. */
export const ProductFilters = Strict({
  total: Count,
  sort_by: Strict({ sort_by: FilterOptions }),
  lists: Strict({ template: FilterOptions, favourite: FilterFlag, advert: Type.Optional(FilterOptions) }),
  product_attributes: Strict({
    new: FilterFlag,
    new_to_customer: Type.Optional(FilterFlag),
    storage_type: FilterOptions,
  }),
  product_pricing: Strict({
    promotion: FilterFlag,
    reduced_to_clear: FilterFlag,
    recently_purchased: FilterFlag,
    is_spot_priced: FilterFlag,
  }),
  suitable_for: FilterOptions,
  department: FilterOptions,
  /** Those of the chosen department. */
  group: Type.Optional(FilterOptions),
  /** Those of the chosen group. */
  category: Type.Optional(FilterOptions),
})
export type ProductFilters = Static<typeof ProductFilters>

export const Rewording = {
  corrections: Type.Optional(Type.Array(Strict({ typed: Type.String(), meant: Type.String() }))),
  /** True: products with the words as typed come first, then those of the corrected words. */
  also: Type.Optional(Type.Boolean()),
  dropped: Type.Optional(Type.Array(Type.String())),
  /** The place, from 0 among all results, of the first that is only similar. Absent if all match as typed, or none does. */
  similarFrom: Type.Optional(Type.Integer({ minimum: 1 })),
}

const ProductSearchReply = Strict({ ...listOf(Product).properties, ...Rewording })

/** search/trade-terms.ts. null: unchanged since the cursor. */
export const SearchTerms = Strict({
  cursor: Cursor,
  terms: nullable(
    Type.Array(Strict({ typed: Type.String(), means: Type.Array(Type.String()), bothWays: Type.Boolean() })),
  ),
})
export type SearchTerms = Static<typeof SearchTerms>

const Phrase = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: `^(?=.*[\\p{L}\\p{N}])${ONE_LINE.slice(1)}`,
})

export const SearchTerm = Strict({
  typed: Phrase,
  means: Type.Array(Phrase, { maxItems: 12 }),
  bothWays: Type.Boolean(),
})
export type SearchTerm = Static<typeof SearchTerm>

/** Purchases within PURCHASES_DAYS, as columns. null: unchanged since the cursor. */
export const Purchases = Strict({
  cursor: Cursor,
  purchases: nullable(
    Strict({
      product_nos: Type.Array(ProductNo),
      times: Type.Array(Type.Integer({ minimum: 1 })),
      lastPlacedMs: Type.Array(Type.Integer()),
    }),
  ),
})
export type Purchases = Static<typeof Purchases>

/** In display order. Those still to come are included, for a device that is offline by then. null: unchanged since the cursor. */
export const Adverts = Strict({
  cursor: Cursor,
  adverts: nullable(
    Type.Array(
      Strict({
        code: Code,
        title: Type.String(),
        text: Type.String(),
        firstDay: nullable(Day),
        lastDay: nullable(Day),
        product_nos: Type.Array(ProductNo),
      }),
    ),
  ),
})
export type Adverts = Static<typeof Adverts>

export const BasketParams = Strict({ id: naming(Uuid, 'trolly_not_found') })
/** Prices and purchases for a trolly that the server does not know yet. */
export const ForCustomer = { v: Type.Optional(Type.Literal('1')), customerId: Type.Optional(CustomerId) }

export const productSearch = {
  filters: endpoint('GET', 'basket/new/{id}/product-search/filters', {
    params: BasketParams,
    query: Strict({ ...ForCustomer, ...SearchedFields }),
    reply: ProductFilters,
    access: 'user',
    summary: 'The filters and sort orders of a product search for this trolly, with counts.',
  }),
  search: endpoint('POST', 'basket/new/{id}/product-search', {
    params: BasketParams,
    query: Strict(ForCustomer),
    body: ProductSearchBody,
    reply: ProductSearchReply,
    access: 'user',
    summary: 'Search products for this trolly, at its customer\u2019s prices.',
  }),
  get: endpoint('GET', 'basket/new/{id}/product-search/{productNo}', {
    params: Strict({ ...BasketParams.properties, productNo: naming(ProductNo, 'product_not_found') }),
    query: Strict(ForCustomer),
    reply: ProductDetail,
    access: 'user',
    summary: 'Everything about a product, at the price of this trolly\u2019s customer.',
  }),
  getForTrolly: endpoint('GET', 'order/trolly/{id}/product-search/{productNo}', {
    params: Strict({ ...BasketParams.properties, productNo: naming(ProductNo, 'product_not_found') }),
    query: Strict(ForCustomer),
    reply: ProductDetail,
    access: 'user',
    summary: 'The same product, at the address of the order’s trolly.',
  }),
  searchTerms: endpoint('GET', 'product/search-terms', {
    query: Strict(Since),
    reply: SearchTerms,
    access: 'user',
    summary: 'Trade terms for offline searches; null if unchanged.',
  }),
  saveSearchTerm: endpoint('PUT', 'product/search-terms', {
    body: SearchTerm,
    reply: SearchTerm,
    access: 'staff',
    summary: 'Set the meaning of a trade term, for the server and for devices.',
  }),
  adverts: endpoint('GET', 'product/adverts', {
    query: Strict(Since),
    reply: Adverts,
    access: 'user',
    summary: 'Adverts with their products, current and to come; null if unchanged.',
  }),
  purchases: endpoint('GET', 'customer/{id}/purchases', {
    params: Strict({ id: naming(CustomerId, 'customer_not_found') }),
    query: Strict(Since),
    reply: Purchases,
    access: 'user',
    summary: 'A customer’s purchases and how often each was ordered; null if unchanged.',
  }),
}
