import { useMemo, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { productsQuery } from '#src/store/products/pricing.ts'
import { type Stored, useLive } from './use-live.ts'

export type FoundProducts = {
  state: Stored<unknown>['state']
  /** Products by number that this device knows, with the list's prices; those of the previous numbers until new ones have been read. */
  products: ReadonlyMap<string, Product>
  /** false: the list's prices are unknown here, so a product without one may have one. */
  pricesHere: boolean
  /** `products` are of the current numbers. */
  isComplete: boolean
}

/** A product costs two database requests. It is read separately from the lines, so that a changed quantity costs none. */
export const useProducts = (priceListId: string, productNos: readonly string[]): FoundProducts => {
  const { state, value } = useLive(productsQuery(priceListId, productNos))
  const [last, setLast] = useState(value)
  if (value && value !== last) setLast(value)
  const { products = NONE, pricesHere = false } = value ?? last ?? {}
  const byNumber = useMemo(() => new Map(products.map((each) => [each.product_no, each])), [products])
  return { state, products: byNumber, pricesHere, isComplete: value !== undefined }
}

const NONE: readonly Product[] = []
