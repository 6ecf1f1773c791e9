import type { Adverts, Purchases, SearchTerms } from '#contract/products.ts'
import type { Download, UserDatabase } from '#src/store/user-database.ts'

/** Trade terms, adverts and customers' purchases, each stored whole with its cursor. */

export type StoredTerms = NonNullable<SearchTerms['terms']>
export type StoredAdverts = NonNullable<Adverts['adverts']>
export type StoredPurchases = NonNullable<Purchases['purchases']>

const TERMS = 'trade-terms'
const ADVERTS = 'adverts'
const PURCHASES = 'purchases:'
const purchasesName = (customerId: string): string => `${PURCHASES}${customerId}`
/** Equals the number of price lists kept. */
const CUSTOMERS_KEPT = 3

/** The cursor shows whether the terms changed, without reading them. */
export const findTermsDownload = (database: UserDatabase): Promise<Download | undefined> =>
  database.downloads.get(TERMS)

export const findAdvertsDownload = (database: UserDatabase): Promise<Download | undefined> =>
  database.downloads.get(ADVERTS)

export const findPurchasesDownload = (
  database: UserDatabase,
  customerId: string,
): Promise<Download | undefined> => database.downloads.get(purchasesName(customerId))

export const readTerms = async (database: UserDatabase): Promise<StoredTerms | undefined> =>
  (await database.searchInputs.get(TERMS))?.value as StoredTerms | undefined

export const readAdverts = async (database: UserDatabase): Promise<StoredAdverts | undefined> =>
  (await database.searchInputs.get(ADVERTS))?.value as StoredAdverts | undefined

export const readPurchases = async (
  database: UserDatabase,
  customerId: string,
): Promise<StoredPurchases | undefined> =>
  (await database.searchInputs.get(purchasesName(customerId)))?.value as StoredPurchases | undefined

/** State at the call: anything changed since, such as by a clearing, is left alone. */
export type Asked = { known: Download | undefined; now: number }

export const storeTerms = (database: UserDatabase, reply: SearchTerms, asked: Asked): Promise<void> =>
  store(database, { name: TERMS, cursor: reply.cursor, value: reply.terms }, asked)

export const storeAdverts = (database: UserDatabase, reply: Adverts, asked: Asked): Promise<void> =>
  store(database, { name: ADVERTS, cursor: reply.cursor, value: reply.adverts }, asked)

/** Drops the least recently used customers. */
export const storePurchases = (
  database: UserDatabase,
  customerId: string,
  reply: Purchases,
  asked: Asked,
): Promise<void> =>
  database.transaction('rw', [database.downloads, database.searchInputs], async () => {
    const name = purchasesName(customerId)
    await store(database, { name, cursor: reply.cursor, value: reply.purchases }, asked)
    const kept = await database.downloads.where('name').startsWith(PURCHASES).toArray()
    const old = kept.sort((a, b) => b.usedAt - a.usedAt).slice(CUSTOMERS_KEPT)
    const names = old.flatMap((download) => (download.name === name ? [] : [download.name]))
    await database.downloads.bulkDelete(names)
    await database.searchInputs.bulkDelete(names)
  })

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
