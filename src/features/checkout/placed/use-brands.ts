import type { Order } from '#contract/trollies.ts'
import { useLive } from '#src/device/use-live.ts'

/** Brands by product number, from this device: an order's lines have none. */
export const useBrands = (lines: Order['lines']): ReadonlyMap<string, string> => {
  const numbers = lines.map(({ product_no }) => product_no)
  const { value } = useLive({
    key: ['brands', ...numbers],
    read: async (database) => {
      const products = await database.products.bulkGet(numbers)
      return new Map(products.flatMap((product) => (product ? [[product.product_no, product.brand]] : [])))
    },
  })
  return value ?? NONE
}

const NONE: ReadonlyMap<string, string> = new Map()
