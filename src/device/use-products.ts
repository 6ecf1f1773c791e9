import type { Product } from '#domain/product.ts'
import { FAILED } from '#src/store/or-failed.ts'
import { watchProducts } from '#src/store/products/watch-products.ts'
import { type Stored, useWatched } from './use-stored.ts'

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
  const found = useWatched<{ list: string; products: ReadonlyMap<string, Product> }>(
    (database, tell) =>
      watchProducts({ database, priceListId, productNos: list === '' ? [] : list.split('\n') }, (read) =>
        tell(
          read === FAILED
            ? { state: 'failed' }
            : { state: 'ready', value: { list, products: read.products } },
        ),
      ),
    [priceListId, list],
  )
  return {
    state: found.state,
    products: found.value?.products ?? NONE,
    isComplete: found.value?.list === list,
  }
}

const NONE: ReadonlyMap<string, Product> = new Map()
