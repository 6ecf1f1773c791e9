import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { ProductFacts } from '#domain/product.ts'
import type { ApiClient } from '#src/api/client.ts'
import { createIndexKeeper } from '#src/features/search/engine/index-keeper.ts'
import { createLocalSearch } from '#src/features/search/engine/local-search.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { createAssortmentSync } from '#src/sync/assortment.ts'
import type { Shop } from './server-side.ts'

/** A device that has downloaded the product list from the server, and its search, without a worker. */
export const openDevice = async ({ call, customerId, priceListId }: Shop) => {
  const database = openUserDatabase('search-quality', { indexedDB: new IDBFactory(), IDBKeyRange })
  const sync = createAssortmentSync({
    database,
    api: { call: (endpoint, input = {}) => call(endpoint, input) } as ApiClient,
    inTurn: (_, act) => act(),
    withRoom: (write) => write(),
    now: Date.now,
  })
  await sync.refresh({ customerId, priceListId })
  const keeper = createIndexKeeper(database)
  await keeper.bringUpToDate(() => {})
  const local = createLocalSearch({ database, keeper })
  return {
    products: (): Promise<ProductFacts[]> => database.products.toArray(),
    search: (queryString: string, pageLength: number) =>
      local.search({ body: { queryString, pageLength }, priceListId, customerId }),
    suggest: (text: string) => local.suggest({ text, customerId }),
  }
}
