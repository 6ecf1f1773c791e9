import type { favourites } from '#contract/favourites.ts'
import type { Database } from '#server/db/database.ts'
import { findCurrentCustomerId, requireCustomer } from '#server/features/customers/require-customer.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { deleteFavourite, insertFavourite, searchFavourites } from './favourites.repository.ts'

/** A set of product numbers for each user: the last state wins, and nothing has a version. */
export type FavouritesService = Answers<typeof favourites>

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

  search: async ({ user, body: { page = 1, pageLength = 24, customerId } }) => {
    const priceListId = await priceListFor(database, user, customerId)
    const { data, total } = await searchFavourites(database, user.userId, {
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

const priceListFor = async (
  database: Database,
  caller: Caller,
  named: string | undefined,
): Promise<string> => {
  const id = named ?? (await findCurrentCustomerId(database, caller))
  return id === undefined ? '' : (await requireCustomer(database, caller, id)).customer.priceListId
}
