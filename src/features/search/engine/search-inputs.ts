import { DAY_MS } from '#domain/durations.ts'
import { RECENTLY_PURCHASED_DAYS } from '#search/filters.ts'
import type { Purchases } from '#search/sort.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS, type TradeTerms } from '#search/trade-terms.ts'
import {
  findPurchasesDownload,
  findTermsDownload,
  readPurchases,
  readTerms,
  type StoredPurchases,
} from '#src/store/products/search-inputs.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** Caches trade terms and purchases, and rereads them only if the stored ones changed. */
export const createSearchInputs = (database: UserDatabase) => {
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
      const cursor = (await findPurchasesDownload(database, customerId))?.cursor
      if (customerId !== bought.customerId || cursor !== bought.cursor) {
        const stored = cursor === undefined ? undefined : await readPurchases(database, customerId)
        bought = { customerId, cursor, purchases: stored && purchasesOf(stored) }
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

const purchasesOf = ({ product_nos, times, lastPlacedMs }: StoredPurchases): LocalPurchases => ({
  times: new Map(product_nos.map((product_no, place) => [product_no, times[place] ?? 0])),
  bought: new Set(product_nos),
  recent: (nowMs) => {
    const since = nowMs - RECENTLY_PURCHASED_DAYS * DAY_MS
    return new Set(product_nos.filter((_, place) => (lastPlacedMs[place] ?? 0) > since))
  },
})
