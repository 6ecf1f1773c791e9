import { DAY_MS } from '#domain/durations.ts'
import type { Product } from '#domain/product.ts'
import { purchaseCountsOf } from '#domain/purchase-history.ts'
import { usualProducts } from '#domain/usual-products.ts'
import { PURCHASES_DAYS } from '#search/filters.ts'
import { type Stored, useLive } from '#src/device/use-live.ts'
import { findProducts } from '#src/store/products/pricing.ts'
import { readHistory } from '#src/store/products/search-inputs.ts'

/** More than most customers order at once. */
const MOST = 48

/** The customer's most ordered products known to this device; none before the first order. */
export const useUsualProducts = ({
  customerId,
  priceListId,
}: {
  customerId: string
  priceListId: string
}): Stored<readonly Product[]> =>
  useLive({
    key: ['usual products', customerId, priceListId],
    read: async (database) => {
      const history = await readHistory(database, customerId)
      if (!history) return NONE
      const nowMs = Date.now()
      const counts = purchaseCountsOf(history, nowMs - PURCHASES_DAYS * DAY_MS)
      const product_nos = usualProducts(counts, nowMs).slice(0, MOST)
      const products = await findProducts(database, priceListId, product_nos)
      // Skip products no longer sold.
      return product_nos.flatMap((product_no) => products.get(product_no) ?? [])
    },
  })

const NONE: readonly Product[] = []
