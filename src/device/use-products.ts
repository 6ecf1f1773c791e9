import type { Product } from '#domain/product.ts'
import { findProducts } from '#src/store/products/pricing.ts'
import { type Stored, useStored } from './use-stored.ts'

export type FoundProducts = {
  state: Stored<unknown>['state']
  /** By number: those that this device knows, with the list's prices. Of the previous numbers until new ones have been read. */
  products: ReadonlyMap<string, Product>
  /** `products` are of the current numbers. */
  isComplete: boolean
}

/** Reads an equal list of numbers only once: each product is two requests to the database. */
export const useProducts = (priceListId: string, productNos: readonly string[]): FoundProducts => {
  const list = productNos.join('\n')
  const found = useStored(
    async (database) => ({
      list,
      products: await findProducts(database, priceListId, list === '' ? [] : list.split('\n')),
    }),
    [priceListId, list],
  )
  return {
    state: found.state,
    products: found.value?.products ?? NONE,
    isComplete: found.value?.list === list,
  }
}

const NONE: ReadonlyMap<string, Product> = new Map()
