import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { BasketParams, ForCustomer } from './product-search.ts'
import { oneOf, ProductNo } from './values.ts'

/** What may be meant by a text that is being typed (search/suggest.ts). */
export const ProductSuggestion = Strict({
  kind: oneOf(['term', 'category', 'product']),
  /** The term, the category's name or the product's. */
  text: Type.String(),
  /** A category's filter, whose value is `text`. */
  filter: Type.Optional(oneOf(['department', 'group', 'category'])),
  product_no: Type.Optional(ProductNo),
  /** A product's brand, pack and number. */
  detail: Type.Optional(Type.String()),
})
export type ProductSuggestion = Static<typeof ProductSuggestion>

/** The likeliest first. */
const ProductSuggestions = Strict({ data: Type.Array(ProductSuggestion) })

export const productSuggestions = {
  find: endpoint('GET', 'basket/new/{id}/product-search/suggestions', {
    params: BasketParams,
    query: Strict({ ...ForCustomer, queryString: Type.String({ maxLength: 200 }) }),
    reply: ProductSuggestions,
    access: 'user',
    summary: 'Search terms, categories and products for a text while it is typed.',
  }),
}
