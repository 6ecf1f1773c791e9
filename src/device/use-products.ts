import type { Product } from '#domain/product.ts'
import { findProducts } from '#src/store/products/pricing.ts'
import { type Stored, useStored } from './use-stored.ts'

/** Those that this device knows, with the list's prices, by number. @param productNos pass the same array until it changes */
export const useProducts = (
  priceListId: string,
  productNos: readonly string[],
): Stored<ReadonlyMap<string, Product>> =>
  useStored((database) => findProducts(database, priceListId, productNos), [priceListId, productNos])
