import type { Purchases, SearchTerms } from '#contract/products.ts'
import type { Download, UserDatabase } from './user-database.ts'

/**
 * What searches on this device go by besides the products: the trade terms, and what customers have ordered. Each is
 * stored as a whole, together with the cursor that it came with.
 */

export type StoredTerms = NonNullable<SearchTerms['terms']>
export type StoredPurchases = NonNullable<Purchases['purchases']>

const TERMS = 'trade-terms'
const PURCHASES = 'purchases:'
const purchasesName = (customerId: string): string => `${PURCHASES}${customerId}`
/** As many as there are price lists kept. */
const CUSTOMERS_KEPT = 3

/** undefined: never downloaded. The cursor tells whether it is another by now, without reading it. */
export const findTermsDownload = (database: UserDatabase): Promise<Download | undefined> =>
  database.downloads.get(TERMS)

export const findPurchasesDownload = (
  database: UserDatabase,
  customerId: string,
): Promise<Download | undefined> => database.downloads.get(purchasesName(customerId))

export const readTerms = async (database: UserDatabase): Promise<StoredTerms | undefined> =>
  (await database.searchInputs.get(TERMS))?.value as StoredTerms | undefined

export const readPurchases = async (
  database: UserDatabase,
  customerId: string,
): Promise<StoredPurchases | undefined> =>
  (await database.searchInputs.get(purchasesName(customerId)))?.value as StoredPurchases | undefined

/** How things stood when the call was made: whatever came meanwhile, such as a clearing, is left as it is. */
type Asked = { known: Download | undefined; now: number }

export const storeTerms = (database: UserDatabase, reply: SearchTerms, asked: Asked): Promise<void> =>
  store(database, { name: TERMS, cursor: reply.cursor, value: reply.terms }, asked)

/** Drops those of the customers that were not used for longest. */
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

/** @param part its value is null where it is as it was at the cursor that was sent */
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
