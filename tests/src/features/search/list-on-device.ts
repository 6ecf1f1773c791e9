import type { Product } from '#domain/product.ts'
import { storeAssortment } from '#src/store/products/assortment.ts'
import { storePrices } from '#src/store/products/price-lists.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

const NO_STOCK = { product_nos: [], quantities: [] }

/** As a download leaves it. `through`: only a part of the list is there, up to this code. */
export const putList = async (
  database: UserDatabase,
  products: readonly Product[],
  { priceListId = 'PUBS', at = Date.now(), through = null as string | null } = {},
): Promise<void> => {
  await storePrices(
    database,
    {
      cursor: 'prices',
      whole: true,
      priceListId,
      product_nos: products.map(({ product_no }) => product_no),
      pence: products.map(({ pricePence }) => pricePence),
    },
    { known: undefined, now: at },
  )
  const facts = products.map(({ pricePence: _, ...product }) => product)
  await storeAssortment(
    database,
    { cursor: 'list', range: { after: '', through }, products: facts, removed: [], stock: NO_STOCK },
    { known: undefined, now: at },
  )
}
