import type { Purchases as PurchasesDownload } from '#contract/product-search.ts'
import type { Purchases } from '#search/sort.ts'
import type { Database } from '#server/db/database.ts'
import { contentCursor } from './content-cursor.ts'
import { findPurchases } from './purchases.repository.ts'

/** Searches on server and devices rank by these. */
export type PurchasesService = {
  /** Up to a minute old. */
  of: (customerId: string) => Promise<Purchases>
  download: (customerId: string, since: string | undefined) => Promise<PurchasesDownload>
}

/** The letters of one word need not each read a year of orders. */
const KEPT_MS = 60_000
const CUSTOMERS_KEPT = 200

export const purchasesService = ({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): PurchasesService => {
  const kept = new Map<string, { at: number; purchases: Promise<Purchases> }>()

  const read = async (customerId: string): Promise<Purchases> => {
    const rows = await findPurchases(database, customerId, now())
    return new Map(rows.map(({ product_no, times }) => [product_no, times]))
  }

  return {
    of: (customerId) => {
      const known = kept.get(customerId)
      const current =
        known !== undefined && performance.now() - known.at < KEPT_MS
          ? known
          : { at: performance.now(), purchases: read(customerId) }
      kept.delete(customerId)
      kept.set(customerId, current)
      const [oldest] = kept.keys()
      if (kept.size > CUSTOMERS_KEPT && oldest !== undefined) kept.delete(oldest)
      // Failures are not kept.
      current.purchases.catch(() => kept.delete(customerId))
      return current.purchases
    },

    download: async (customerId, since) => {
      const rows = await findPurchases(database, customerId, now())
      const cursor = contentCursor(rows)
      if (since === cursor) return { cursor, purchases: null }
      return {
        cursor,
        purchases: {
          product_nos: rows.map(({ product_no }) => product_no),
          times: rows.map(({ times }) => times),
          lastPlacedMs: rows.map(({ lastPlacedMs }) => lastPlacedMs),
        },
      }
    },
  }
}
