import { Dexie } from 'dexie'
import type { PriceListDownload } from '#contract/products.ts'
import type { Download, StoredPrice, UserDatabase } from '#src/store/user-database.ts'
import { requireSame, type StoringDownload } from './download.ts'

/**
 * Stored a thousand at a time by product number, with the progress (`after`). A missing price is unknown in an
 * incomplete list, and "not priced" in a whole one.
 */

const PRICES = 'prices:'
export const pricesDownloadName = (priceListId: string): string => `${PRICES}${priceListId}`

/** Takes a phone 50 ms, so that nobody waits longer for their turn. */
const PRICES_AT_ONCE = 1000

/** Besides the chosen customer's. */
const LISTS_KEPT_BESIDES = 2

/** undefined: nothing stored. With `after` it is incomplete. */
export const findPricesDownload = (
  database: UserDatabase,
  priceListId: string,
): Promise<Download | undefined> => database.downloads.get(pricesDownloadName(priceListId))

/** undefined: incomplete, so a missing price may yet arrive. */
export const findWholePrices = async (
  database: UserDatabase,
  priceListId: string,
): Promise<Download | undefined> => {
  const download = await findPricesDownload(database, priceListId)
  return download?.after === undefined ? download : undefined
}

/**
 * Drops the least recently used lists. A resumed list keeps its first cursor, and changes move it last, so that none is
 * missed.
 * @param known the download when the call was made
 * @throws DownloadOvertaken if it has changed since
 */
export const storePrices = async (
  database: UserDatabase,
  reply: PriceListDownload,
  { known, now, write = (act) => act() }: StoringDownload,
): Promise<Download> => {
  const { priceListId, whole, cursor } = reply
  const name = pricesDownloadName(priceListId)
  const finished: Download = { name, cursor, at: now, usedAt: now }
  let before = known
  for (const { rows, after, through } of piecesOf(reply, known?.after)) {
    const current = before
    const isFurtherPiece = whole && current?.after !== undefined
    const next: Download = {
      ...(whole || through === undefined ? finished : (current ?? finished)),
      ...(isFurtherPiece && { cursor: current.cursor }),
      ...(whole && through !== undefined && { after: through }),
    }
    before = await write(() =>
      database.transaction('rw', [database.prices, database.downloads], async () => {
        await requireSame(database, name, current)
        if (whole) await deleteMissing(database, priceListId, { rows, after, through })
        await database.prices.bulkPut(rows)
        await database.downloads.put(next)
        if (through === undefined) await dropOldLists(database, name)
        return next
      }),
    )
  }
  return before ?? finished
}

export const notePricesUsed = async (
  database: UserDatabase,
  priceListId: string,
  now: number,
): Promise<void> => {
  await database.downloads.update(pricesDownloadName(priceListId), { usedAt: now })
}

/** Prices beyond `after` ('': from the first) through `through` (undefined: to the last). */
type Piece = { rows: StoredPrice[]; after: string; through: string | undefined }

/** At least one piece, even without prices. */
function piecesOf({ priceListId, product_nos, pence, whole }: PriceListDownload, cutOffAt = ''): Piece[] {
  const rows = product_nos
    .map((product_no, place): StoredPrice => ({ priceListId, product_no, pence: pence[place] ?? null }))
    .filter(({ product_no }) => !whole || product_no > cutOffAt)
    // In IndexedDB's key order, which no database collation has.
    .sort((one, other) => (one.product_no < other.product_no ? -1 : 1))
  const pieces: Piece[] = []
  for (let from = 0; from === 0 || from < rows.length; from += PRICES_AT_ONCE) {
    const some = rows.slice(from, from + PRICES_AT_ONCE)
    const isLast = from + PRICES_AT_ONCE >= rows.length
    pieces.push({
      rows: some,
      after: pieces.at(-1)?.through ?? cutOffAt,
      through: isLast ? undefined : some.at(-1)?.product_no,
    })
  }
  return pieces
}

async function deleteMissing(
  { prices }: UserDatabase,
  priceListId: string,
  { rows, after, through }: Piece,
): Promise<void> {
  const known = await prices
    .where('[priceListId+product_no]')
    .between([priceListId, after], [priceListId, through ?? Dexie.maxKey], false, true)
    .primaryKeys()
  const told = new Set(rows.map(({ product_no }) => product_no))
  await prices.bulkDelete(known.filter(([, product_no]) => !told.has(product_no)))
}

async function dropOldLists({ prices, downloads }: UserDatabase, current: string): Promise<void> {
  const lists = await downloads.where('name').startsWith(PRICES).toArray()
  const others = lists.filter(({ name }) => name !== current).sort((a, b) => b.usedAt - a.usedAt)
  for (const { name } of others.slice(LISTS_KEPT_BESIDES)) {
    const priceListId = name.slice(PRICES.length)
    await prices
      .where('[priceListId+product_no]')
      .between([priceListId, Dexie.minKey], [priceListId, Dexie.maxKey])
      .delete()
    await downloads.delete(name)
  }
}
