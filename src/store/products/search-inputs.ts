import type { Adverts, SearchTerms } from '#contract/product-search.ts'
import type { PurchaseHistoryDownload } from '#contract/purchase-history.ts'
import { compareCodes } from '#domain/plain-text.ts'
import type { HistoryMonth, PurchaseHistory } from '#domain/purchase-history.ts'
import type { Download, UserDatabase } from '#src/store/user-database.ts'

/** Trade terms and adverts, each stored whole with its cursor, and customers' purchase histories by month. */

export type StoredTerms = NonNullable<SearchTerms['terms']>
export type StoredAdverts = NonNullable<Adverts['adverts']>

const TERMS = 'trade-terms'
const ADVERTS = 'adverts'
const HISTORY = 'purchase-history:'
const historyName = (customerId: string): string => `${HISTORY}${customerId}`
/** Equals the number of price lists kept. */
const CUSTOMERS_KEPT = 3

/** The cursor shows whether the terms changed, without reading them. */
export const findTermsDownload = (database: UserDatabase): Promise<Download | undefined> =>
  database.downloads.get(TERMS)

export const findAdvertsDownload = (database: UserDatabase): Promise<Download | undefined> =>
  database.downloads.get(ADVERTS)

export const findHistoryDownload = (
  database: UserDatabase,
  customerId: string,
): Promise<Download | undefined> => database.downloads.get(historyName(customerId))

export const readTerms = async (database: UserDatabase): Promise<StoredTerms | undefined> =>
  (await database.searchInputs.get(TERMS))?.value as StoredTerms | undefined

export const readAdverts = async (database: UserDatabase): Promise<StoredAdverts | undefined> =>
  (await database.searchInputs.get(ADVERTS))?.value as StoredAdverts | undefined

/** undefined: this device has not downloaded it. */
export const readHistory = async (
  database: UserDatabase,
  customerId: string,
): Promise<PurchaseHistory | undefined> =>
  (await database.searchInputs.get(historyName(customerId)))?.value as PurchaseHistory | undefined

/** State at the call: anything changed since, such as by a clearing, is left alone. */
export type Asked = { known: Download | undefined; now: number }

export const storeTerms = (database: UserDatabase, reply: SearchTerms, asked: Asked): Promise<void> =>
  store(database, { name: TERMS, cursor: reply.cursor, value: reply.terms }, asked)

export const storeAdverts = (database: UserDatabase, reply: Adverts, asked: Asked): Promise<void> =>
  store(database, { name: ADVERTS, cursor: reply.cursor, value: reply.adverts }, asked)

/** Keeps the months that have not changed, and drops the least recently used customers. */
export const storeHistory = (
  database: UserDatabase,
  customerId: string,
  { cursor, unchanged, months }: PurchaseHistoryDownload,
  asked: Asked,
): Promise<void> =>
  database.transaction('rw', [database.downloads, database.searchInputs], async () => {
    const name = historyName(customerId)
    const before = (await readHistory(database, customerId)) ?? []
    const same = before.filter(({ month }) => unchanged.includes(month))
    const value = cursor === asked.known?.cursor ? null : [...same, ...months].sort(byMonth)
    await store(database, { name, cursor, value }, asked)
    const kept = await database.downloads.where('name').startsWith(HISTORY).toArray()
    const old = kept.sort((a, b) => b.usedAt - a.usedAt).slice(CUSTOMERS_KEPT)
    const names = old.flatMap((download) => (download.name === name ? [] : [download.name]))
    await database.downloads.bulkDelete(names)
    await database.searchInputs.bulkDelete(names)
  })

const byMonth = (one: HistoryMonth, other: HistoryMonth): number => compareCodes(one.month, other.month)

/** @param part a null value: unchanged since the cursor sent */
const store = (
  database: UserDatabase,
  { name, cursor, value }: { name: string; cursor: string; value: unknown },
  { known, now }: Asked,
): Promise<void> =>
  database.transaction('rw', [database.downloads, database.searchInputs], async () => {
    if ((await database.downloads.get(name))?.cursor !== known?.cursor) return
    if (value === null) {
      await database.downloads.update(name, { at: now, usedAt: now })
      return
    }
    await database.searchInputs.put({ name, value })
    await database.downloads.put({ name, cursor, at: now, usedAt: now })
  })
