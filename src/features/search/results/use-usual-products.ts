import type { Product } from '#domain/product.ts'
import { usualProducts } from '#domain/usual-products.ts'
import { type Stored, useLive } from '#src/device/use-live.ts'
import { findProducts } from '#src/store/products/pricing.ts'
import { readPurchases } from '#src/store/products/search-inputs.ts'

/** More than most customers order at once. */
const MOST = 48

/**
 * The customer's most ordered products known to this device; none before the first order.
 * @param most read again with each piece of a download that has one of them
 */
export const useUsualProducts = (
  { customerId, priceListId }: { customerId: string; priceListId: string },
  most = MOST,
): Stored<readonly Product[]> =>
  useLive({
    key: ['usual products', customerId, priceListId, most],
    read: async (database) => {
      const history = await readPurchases(database, customerId)
      if (!history) return NONE
      const product_nos = usualProducts(history, Date.now()).slice(0, most)
      const products = await findProducts(database, priceListId, product_nos)
      // Skip products no longer sold.
      return product_nos.flatMap((product_no) => products.get(product_no) ?? [])
    },
  })

const NONE: readonly Product[] = []
