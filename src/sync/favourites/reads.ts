import { favourites } from '#contract/favourites.ts'
import { isUnanswered } from '#domain/outbox/operation.ts'
import type { ApiClient, StartedBy } from '#src/api/client.ts'
import { readFavouritesQueue, replaceFavourites } from '#src/store/favourites.ts'
import { putProducts } from '#src/store/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { PricedCustomer } from '#src/sync/assortment.ts'

const PAGE = 96

/**
 * Replaces the stored favourites and adds their products. Skipped while a change is unanswered, which the reply may
 * already include.
 * @throws ApiError; then nothing has changed
 */
export const refreshFavourites = async (
  { database, api, startedBy = 'app' }: { database: UserDatabase; api: ApiClient; startedBy?: StartedBy },
  { customerId, priceListId }: PricedCustomer,
): Promise<void> => {
  const found = await readAll(api, customerId, startedBy)
  const rows = found.map(({ product_no, addedAt }) => ({ product_no, addedAt }))
  const products = found.flatMap(({ product }) => product ?? [])
  const tables = ['outbox', 'favourites', 'downloads', 'products', 'prices', 'searchIndex']
  await database.transaction('rw', tables, async () => {
    if ((await readFavouritesQueue(database)).some(isUnanswered)) return
    await replaceFavourites(database, rows, Date.now())
    await putProducts(database, priceListId, products)
  })
}

const readAll = async (api: ApiClient, customerId: string, startedBy: StartedBy) => {
  const found = []
  for (let page = 1; ; page += 1) {
    const reply = await api.call(favourites.search, {
      body: { customerId, page, pageLength: PAGE },
      startedBy,
    })
    found.push(...reply.data)
    if (reply.data.length === 0 || found.length >= reply.total) return found
  }
}
