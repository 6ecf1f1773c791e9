import type { Product } from '#domain/product.ts'
import type { UserDatabase } from './user-database.ts'

/**
 * Products with the prices of one list, by number, as far as this device has them. What is missing was never downloaded
 * or is no longer sold.
 */
export const findProducts = async (
  database: UserDatabase,
  priceListId: string,
  productNos: readonly string[],
): Promise<Map<string, Product>> => {
  const [facts, prices] = await Promise.all([
    database.products.bulkGet([...productNos]),
    database.prices.bulkGet(productNos.map((product_no): [string, string] => [priceListId, product_no])),
  ])
  const found = facts.flatMap((fact, index): [string, Product][] =>
    fact ? [[fact.product_no, { ...fact, pricePence: prices[index]?.pence ?? null }]] : [],
  )
  return new Map(found)
}
