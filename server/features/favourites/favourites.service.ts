import type { Favourite, FavouriteChanged, FavouriteSearchBody, favourites } from '#contract/favourites.ts'
import { findCustomer } from '#server/db/customers.ts'
import type { Database } from '#server/db/database.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import type { Caller } from '#server/routing/caller.ts'
import type { MutationCall } from '#server/routing/mutation.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { deleteFavourite, insertFavourite, searchFavourites } from './favourites.repository.ts'

/** A set of product numbers for each user: the last state wins, and nothing has a version. */
export type FavouritesService = {
  /** @throws Refusal `product_not_found` */
  add: (call: MutationCall<typeof favourites.add>) => Promise<FavouriteChanged>
  remove: (call: MutationCall<typeof favourites.remove>) => Promise<FavouriteChanged>
  /** @throws Refusal `customer_not_found`, also for another user's */
  search: (
    caller: Caller,
    body: FavouriteSearchBody,
  ) => Promise<{ data: Favourite[]; total: number; page: number; pageLength: number }>
}

export const favouritesService = ({ database }: { database: Database }): FavouritesService => ({
  add: async ({ connection, user: { userId }, params: { productNo: product_no }, now }) => {
    const addedAt = await insertFavourite(connection, { userId, product_no }, now)
    if (addedAt === undefined) throw new Refusal('product_not_found')
    return { product_no, addedAt: addedAt.toISOString() }
  },

  remove: async ({ connection, user: { userId }, params: { productNo: product_no } }) => {
    await deleteFavourite(connection, { userId, product_no })
    return { product_no, addedAt: null }
  },

  search: async (caller, { page = 1, pageLength = 24, customerId }) => {
    const priceListId = customerId === undefined ? '' : await requirePriceList(database, caller, customerId)
    const { data, total } = await searchFavourites(database, caller.userId, {
      limit: pageLength,
      offset: (page - 1) * pageLength,
    })
    const product_nos = data.map(({ product_no }) => product_no)
    const products = new Map(
      (await readProducts(database, product_nos, priceListId)).map((product) => [
        product.product_no,
        product,
      ]),
    )
    return {
      data: data.map(({ product_no, addedAt }) => ({
        product_no,
        addedAt: addedAt.toISOString(),
        product: products.get(product_no) ?? null,
      })),
      total,
      page,
      pageLength,
    }
  },
})

const requirePriceList = async (database: Database, caller: Caller, customerId: string): Promise<string> => {
  const found = await findCustomer(database, caller, customerId)
  if (found === undefined) throw new Refusal('customer_not_found')
  return found.customer.priceListId
}
