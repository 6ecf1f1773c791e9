import type { Product } from '#domain/product.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { findWholePrices } from './price-lists.ts'

/** Missing products were never downloaded or are no longer sold. */
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
  const products = await findProducts(database, priceListId, productNos)
  const isPriced = [...products.values()].every(({ pricePence }) => pricePence !== null)
  return { products, pricesHere: isPriced || (await findWholePrices(database, priceListId)) !== undefined }
}

/** Finds a number or barcode, ignoring case. */
export const findByCode = async (
  database: UserDatabase,
  priceListId: string,
  code: string,
): Promise<Product | undefined> => {
  const facts =
    (await database.products.get(code)) ??
    (await database.products.get(code.toUpperCase())) ??
    (BARCODE.test(code)
      ? await database.products.filter(({ gtins }) => gtins.includes(code)).first()
      : undefined)
  if (!facts) return undefined
  const price = await database.prices.get([priceListId, facts.product_no])
  return { ...facts, pricePence: price?.pence ?? null }
}

const BARCODE = /^\d{8,14}$/
