import { type Static, Type } from 'typebox'
import { ALLERGENS, SALES_UNITS, STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'
import { endpoint, Strict } from './endpoint.ts'
import { FilterFlag, FilterOptions, Rewording, SearchedFacts } from './product-search.ts'
import { PictureVersion } from './products.ts'
import { listOf, naming, nullable, oneOf, Paging, ProductNo } from './values.ts'

/** What everybody may know of a product: no price, no stock, and nothing that belongs to an account. */
const CatalogueProductFields = {
  product_no: ProductNo,
  name: Type.String(),
  brand: Type.String(),
  pack: Type.String(),
  unit: oneOf(SALES_UNITS),
  department: Type.String(),
  group: Type.String(),
  category: Type.String(),
  storageType: oneOf(STORAGE_TYPES),
  suitableFor: Type.Array(oneOf(SUITABILITIES)),
  catchWeight: Type.Boolean(),
  minimumAge: nullable(Type.Integer({ minimum: 1, maximum: 99 })),
  isNew: Type.Boolean(),
  picture: PictureVersion,
}

export const CatalogueProduct = Strict(CatalogueProductFields)
export type CatalogueProduct = Static<typeof CatalogueProduct>

export const CatalogueDetail = Strict({
  ...CatalogueProductFields,
  otherUnitProductNo: nullable(ProductNo),
  gtins: Type.Array(Type.String()),
  contains: nullable(Type.Array(oneOf(ALLERGENS))),
  mayContain: nullable(Type.Array(oneOf(ALLERGENS))),
  description: Type.String(),
  ingredients: Type.String(),
  origin: Type.String(),
})
export type CatalogueDetail = Static<typeof CatalogueDetail>

const { queryString, department, group, category, storage_type, suitable_for } = SearchedFacts

export const CatalogueSearchBody = Strict({
  queryString,
  department,
  group,
  category,
  storage_type,
  suitable_for,
  new: SearchedFacts.new,
  ...Paging,
})
export type CatalogueSearchBody = Static<typeof CatalogueSearchBody>

export const CatalogueReply = Strict({
  ...listOf(CatalogueProduct).properties,
  ...Rewording,
  filters: Strict({
    department: FilterOptions,
    /** Those of the department, or none without one. */
    group: FilterOptions,
    /** Those of the group, or none without one. */
    category: FilterOptions,
    storage_type: FilterOptions,
    suitable_for: FilterOptions,
    new: FilterFlag,
  }),
})
export type CatalogueReply = Static<typeof CatalogueReply>

export const catalogue = {
  search: endpoint('POST', 'product/catalogue/new/search/', {
    body: CatalogueSearchBody,
    reply: CatalogueReply,
    access: 'anyone',
    summary: 'Search the public catalogue, which has no prices and no stock, with counts for each filter.',
  }),
  get: endpoint('GET', 'product/catalogue/new/product/{productNo}', {
    params: Strict({ productNo: naming(ProductNo, 'product_not_found') }),
    reply: CatalogueDetail,
    access: 'anyone',
    summary: 'A product of the public catalogue: ingredients, allergens, origin and pack.',
  }),
}
