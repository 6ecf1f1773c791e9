import type { Product } from '#domain/product.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { findWholePrices } from './price-lists.ts'

/** One request each: a slow phone needs 20 ms to make these, and 160 for a long template's. */
const READ_AT_ONCE = 64

/**
 * Missing products were never downloaded or are no longer sold. In one transaction, which waits once while a download
 * writes, not for each part of a long list.
 */
export const findProducts = async (
  database: UserDatabase,
  priceListId: string,
  productNos: readonly string[],
): Promise<Map<string, Product>> => {
  const found = new Map<string, Product>()
  if (productNos.length === 0) return found
  return database.transaction('r?', [database.products, database.prices], async () => {
    for (let from = 0; from < productNos.length; from += READ_AT_ONCE) {
      const some = productNos.slice(from, from + READ_AT_ONCE)
      const [facts, prices] = await Promise.all([
        database.products.bulkGet(some),
        database.prices.bulkGet(some.map((product_no): [string, string] => [priceListId, product_no])),
      ])
      for (const [index, fact] of facts.entries())
        if (fact) found.set(fact.product_no, { ...fact, pricePence: prices[index]?.pence ?? null })
    }
    return found
  })
}

export type PricedProducts = {
  products: ReadonlyMap<string, Product>
  /** false: the list's prices are unknown here, so a product without one may have one. */
  pricesHere: boolean
}

export const findPricedProducts = async (
  database: UserDatabase,
  priceListId: string,
  productNos: readonly string[],
): Promise<PricedProducts> => {
  const { products, prices, downloads } = database
  return database.transaction('r?', [products, prices, downloads], async () => {
    const found = await findProducts(database, priceListId, productNos)
    const isPriced = [...found.values()].every(({ pricePence }) => pricePence !== null)
    return {
      products: found,
      pricesHere: isPriced || (await findWholePrices(database, priceListId)) !== undefined,
    }
  })
}

export const productsQuery = (priceListId: string, productNos: readonly string[]) => ({
  key: ['products', priceListId, ...productNos],
  read: async (database: UserDatabase) => {
    const { products, pricesHere } = await findPricedProducts(database, priceListId, productNos)
    return { products: [...products.values()], pricesHere }
  },
})
