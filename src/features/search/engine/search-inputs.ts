import { DAY_MS } from '#domain/durations.ts'
import { purchaseCountsOf } from '#domain/purchase-history.ts'
import type { PurchaseCounts } from '#domain/usual-products.ts'
import { PURCHASES_DAYS, RECENTLY_PURCHASED_DAYS } from '#search/filters.ts'
import type { Purchases } from '#search/sort.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS, type TradeTerms } from '#search/trade-terms.ts'
import {
  findHistoryDownload,
  findTermsDownload,
  readHistory,
  readTerms,
} from '#src/store/products/search-inputs.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** Caches trade terms and purchases, and rereads them only if the stored ones changed. */
export const createSearchInputs = (database: UserDatabase, now: () => number) => {
  let terms = { cursor: undefined as string | undefined, compiled: compileTradeTerms(DEFAULT_TRADE_TERMS) }
  let bought: { customerId: string; cursor: string | undefined; purchases: LocalPurchases | undefined } = {
    customerId: '',
    cursor: undefined,
    purchases: undefined,
  }
  return {
    terms: async (): Promise<TradeTerms> => {
      const cursor = (await findTermsDownload(database))?.cursor
      if (cursor !== terms.cursor)
        terms = { cursor, compiled: compileTradeTerms((await readTerms(database)) ?? DEFAULT_TRADE_TERMS) }
      return terms.compiled
    },

    /** undefined: this device has not downloaded the purchases. */
    purchases: async (customerId: string): Promise<LocalPurchases | undefined> => {
      const cursor = (await findHistoryDownload(database, customerId))?.cursor
      if (customerId !== bought.customerId || cursor !== bought.cursor) {
        const stored = cursor === undefined ? undefined : await readHistory(database, customerId)
        bought = {
          customerId,
          cursor,
          purchases: stored && purchasesOf(purchaseCountsOf(stored, now() - PURCHASES_DAYS * DAY_MS)),
        }
      }
      return bought.purchases
    },
  }
}

type LocalPurchases = {
  times: Purchases
  bought: ReadonlySet<string>
  recent: (nowMs: number) => ReadonlySet<string>
}

const purchasesOf = ({ product_nos, times, lastPlacedMs }: PurchaseCounts): LocalPurchases => ({
  times: new Map(product_nos.map((product_no, place) => [product_no, times[place] ?? 0])),
  bought: new Set(product_nos),
  recent: (nowMs) => {
    const since = nowMs - RECENTLY_PURCHASED_DAYS * DAY_MS
    return new Set(product_nos.filter((_, place) => (lastPlacedMs[place] ?? 0) > since))
  },
})
