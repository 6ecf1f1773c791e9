import type { Order } from '#contract/trollies.ts'
import { useStored } from '#src/device/use-stored.ts'

/** By product number, from this device: an order's lines have no brands. */
export const useBrands = (lines: Order['lines']): ReadonlyMap<string, string> => {
  const numbers = lines.map(({ product_no }) => product_no)
  const { value } = useStored(
    async (database) => {
      const products = await database.products.bulkGet(numbers)
      return new Map(products.flatMap((product) => (product ? [[product.product_no, product.brand]] : [])))
    },
    [numbers.join()],
  )
  return value ?? NONE
}

const NONE: ReadonlyMap<string, string> = new Map()
