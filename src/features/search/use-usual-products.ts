import type { Product } from '#domain/product.ts'
import { usualProducts } from '#domain/usual-products.ts'
import { type Stored, useStored } from '#src/device/use-stored.ts'
import { findProducts } from '#src/store/pricing.ts'
import { readPurchases } from '#src/store/search-inputs.ts'

/** More than most customers order at once. */
const MOST = 48

/** The products that a customer orders most, as far as this device knows; none before its first order. */
export const useUsualProducts = ({
  customerId,
  priceListId,
}: {
  customerId: string
  priceListId: string
}): Stored<readonly Product[]> =>
  useStored(
    async (database) => {
      const history = await readPurchases(database, customerId)
      if (!history) return NONE
      const product_nos = usualProducts(history, Date.now())
      const products = await findProducts(database, priceListId, product_nos.slice(0, MOST))
      // One that is no longer sold is left out.
      return product_nos.flatMap((product_no) => products.get(product_no) ?? [])
    },
    [customerId, priceListId],
  )

const NONE: readonly Product[] = []
