import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { Product } from './products.ts'
import { CustomerId, Instant, listOf, naming, nullable, Paging, ProductNo, Uuid } from './values.ts'

/** `id` is the current trolly. It need not exist: a favourite belongs to its user. */
const Params = Strict({
  id: naming(Uuid, 'trolly_not_found'),
  productNo: naming(ProductNo, 'product_not_found'),
})

/** The favourite after the change; `addedAt` is null if the product is no favourite. */
export const FavouriteChanged = Strict({ product_no: ProductNo, addedAt: nullable(Instant) })
export type FavouriteChanged = Static<typeof FavouriteChanged>

/** `product` is null if it is no longer sold. */
export const Favourite = Strict({ product_no: ProductNo, addedAt: Instant, product: nullable(Product) })
export type Favourite = Static<typeof Favourite>

/** `customerId`: whose prices. Missing: the current account's; products come unpriced where there is none. */
export const FavouriteSearchBody = Strict({ ...Paging, customerId: Type.Optional(CustomerId) })
export type FavouriteSearchBody = Static<typeof FavouriteSearchBody>

export const favourites = {
  add: endpoint('POST', 'order/trolly/{id}/favourite/{productNo}', {
    params: Params,
    reply: FavouriteChanged,
    access: 'user',
    repeat: 'keyed',
    batch: 'member',
    summary: 'Add a product to the user’s favourites.',
  }),
  remove: endpoint('DELETE', 'order/trolly/{id}/favourite/{productNo}', {
    params: Params,
    reply: FavouriteChanged,
    access: 'user',
    repeat: 'keyed',
    batch: 'member',
    summary: 'Remove a product from the user’s favourites.',
  }),
  search: endpoint('POST', 'favourite/search/', {
    body: FavouriteSearchBody,
    reply: listOf(Favourite),
    access: 'user',
    repeat: 'plain',
    summary: 'The user’s favourites, latest first, including withdrawn products.',
  }),
}
