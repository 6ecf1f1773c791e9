import type { Assortment, PriceListDownload } from '#contract/products.ts'
import { noteChangedProducts } from './index-parts.ts'
import type { Download, UserDatabase } from './user-database.ts'

/**
 * The product list and the price lists that this device keeps. What a download brings is written together with how far
 * it has come, so that one that is cut off goes on where it was; products that change are noted for the search index in
 * the same transaction.
 */

const ASSORTMENT = 'assortment'
const PRICES = 'prices:'
const priceDownload = (priceListId: string): string => `${PRICES}${priceListId}`

/** The price lists kept besides the chosen customer's. */
const LISTS_KEPT_BESIDES = 2

/** undefined: nothing of it is there. With `after` only a part is. */
export const findAssortmentDownload = (database: UserDatabase): Promise<Download | undefined> =>
  database.downloads.get(ASSORTMENT)

export const findPricesDownload = (
  database: UserDatabase,
  priceListId: string,
): Promise<Download | undefined> => database.downloads.get(priceDownload(priceListId))

/** Another tab, or a clearing, came between the asking and the reply: what was asked for no longer fits. */
export class DownloadOvertaken extends Error {
  constructor() {
    super('Another download came first')
    this.name = 'DownloadOvertaken'
  }
}

/**
 * Stores a reply to the assortment call.
 * @param known the download as it stood when the call was made
 * @returns how it stands now
 * @throws DownloadOvertaken where it stands otherwise by now
 */
export const storeAssortment = (
  database: UserDatabase,
  reply: Assortment,
  { known, now }: { known: Download | undefined; now: number },
): Promise<Download> =>
  database.transaction('rw', [database.products, database.downloads, database.searchIndex], async () => {
    await requireSame(database, ASSORTMENT, known)
    const removed = reply.range === null ? reply.removed : await listMissing(database, reply)
    await database.products.bulkPut(reply.products)
    await database.products.bulkDelete(removed)
    await storeStock(database, reply.stock)
    await noteChangedProducts(database, [...reply.products.map(({ product_no }) => product_no), ...removed])
    const download = downloadAfter(reply, known, now)
    await database.downloads.put(download)
    return download
  })

/**
 * Stores a reply to the prices call, and drops the lists that have not been used for longest.
 * @throws DownloadOvertaken where the download stands otherwise by now
 */
export const storePrices = (
  database: UserDatabase,
  reply: PriceListDownload,
  { known, now }: { known: Download | undefined; now: number },
): Promise<Download> =>
  database.transaction('rw', [database.prices, database.downloads], async () => {
    const { priceListId, product_nos, pence, cursor } = reply
    const name = priceDownload(priceListId)
    await requireSame(database, name, known)
    if (reply.whole) await database.prices.where('priceListId').equals(priceListId).delete()
    await database.prices.bulkPut(
      product_nos.map((product_no, place) => ({ priceListId, product_no, pence: pence[place] ?? null })),
    )
    const download = { name, cursor, at: now, usedAt: now }
    await database.downloads.put(download)
    await dropOldLists(database, name)
    return download
  })

/** A customer of this list was chosen: it is among the last ones that are dropped. */
export const notePricesUsed = async (
  database: UserDatabase,
  priceListId: string,
  now: number,
): Promise<void> => {
  await database.downloads.update(priceDownload(priceListId), { usedAt: now })
}

/** When the list was last brought up to date, epoch milliseconds; undefined where it is not there as a whole. */
export const findAssortmentAge = async (database: UserDatabase): Promise<number | undefined> => {
  const download = await findAssortmentDownload(database)
  return download === undefined || download.after !== undefined ? undefined : download.at
}

async function requireSame(database: UserDatabase, name: string, known: Download | undefined): Promise<void> {
  const stands = await database.downloads.get(name)
  if (stands?.cursor !== known?.cursor || stands?.after !== known?.after) throw new DownloadOvertaken()
}

/** What this device has in the part's range and the part has not. Numbers are compared as IndexedDB compares keys. */
async function listMissing(database: UserDatabase, { range, products }: Assortment): Promise<string[]> {
  if (range === null) return []
  const { after, through } = range
  const here = await (after === '' && through === null
    ? database.products.toCollection()
    : through === null
      ? database.products.where('product_no').above(after)
      : database.products.where('product_no').between(after, through, false, true)
  ).primaryKeys()
  const told = new Set(products.map(({ product_no }) => product_no))
  return here.filter((product_no) => !told.has(product_no))
}

async function storeStock(
  database: UserDatabase,
  { product_nos, quantities }: Assortment['stock'],
): Promise<void> {
  const products = await database.products.bulkGet(product_nos)
  await database.products.bulkPut(
    products.flatMap((product, place) =>
      product ? [{ ...product, stockQuantity: quantities[place] ?? product.stockQuantity }] : [],
    ),
  )
}

/** The cursor of a whole list is its first part's: later parts are newer, and its changes are asked for from there. */
function downloadAfter({ cursor, range }: Assortment, known: Download | undefined, now: number): Download {
  const isFurtherPart = range !== null && range.after !== '' && known !== undefined
  return {
    name: ASSORTMENT,
    cursor: isFurtherPart ? known.cursor : cursor,
    at: now,
    usedAt: now,
    ...(range?.through != null && { after: range.through }),
  }
}

async function dropOldLists(database: UserDatabase, current: string): Promise<void> {
  const lists = await database.downloads.where('name').startsWith(PRICES).toArray()
  const others = lists.filter(({ name }) => name !== current).sort((a, b) => b.usedAt - a.usedAt)
  for (const { name } of others.slice(LISTS_KEPT_BESIDES)) {
    await database.prices.where('priceListId').equals(name.slice(PRICES.length)).delete()
    await database.downloads.delete(name)
  }
}
