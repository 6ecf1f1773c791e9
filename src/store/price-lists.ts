import { Dexie } from 'dexie'
import type { PriceListDownload } from '#contract/products.ts'
import { requireSame, type StoringDownload } from './download.ts'
import type { Download, StoredPrice, UserDatabase } from './user-database.ts'

/**
 * The price lists that this device keeps. A whole list is written a thousand prices at a time, in the order of their
 * product numbers, each time together with how far it has come (`after`): a list with an `after` is a part of one. What it
 * lacks is then not known, which differs from a product without a price.
 */

const PRICES = 'prices:'
const nameOf = (priceListId: string): string => `${PRICES}${priceListId}`

/** Written in one transaction: a twentieth of a second of a phone's storage, and nobody waits longer for their turn. */
const PRICES_AT_ONCE = 1000

/** The price lists kept besides the chosen customer's. */
const LISTS_KEPT_BESIDES = 2

/** How far the list has come; undefined: nothing of it is here. With `after` only a part is. */
export const findPricesDownload = (
  database: UserDatabase,
  priceListId: string,
): Promise<Download | undefined> => database.downloads.get(nameOf(priceListId))

/** The same of a list that is here as a whole; undefined: a price that is missing may yet come. */
export const findWholePrices = async (
  database: UserDatabase,
  priceListId: string,
): Promise<Download | undefined> => {
  const download = await findPricesDownload(database, priceListId)
  return download?.after === undefined ? download : undefined
}

/**
 * Stores a reply to the prices call, a transaction for every thousand prices, and drops the lists that have not been used
 * for longest. A whole list goes on after what is here already of one that was cut off; the cursor stays that one's, so that
 * what changed in between is asked for. Changes move the cursor with their last transaction: until then they are
 * asked for again.
 *
 * @param known the download as it was when the call was made
 * @param write runs each transaction
 * @returns how far it has come now
 * @throws DownloadOvertaken where it has changed meanwhile
 */
export const storePrices = async (
  database: UserDatabase,
  reply: PriceListDownload,
  { known, now, write = (act) => act() }: StoringDownload,
): Promise<Download> => {
  const { priceListId, whole, cursor } = reply
  const name = nameOf(priceListId)
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
  await database.downloads.update(nameOf(priceListId), { usedAt: now })
}

/** Prices beyond `after` ('': from the first) up to and including `through` (undefined: to the last). */
type Piece = { rows: StoredPrice[]; after: string; through: string | undefined }

/** At least one, of a list without prices too. */
function piecesOf({ priceListId, product_nos, pence, whole }: PriceListDownload, cutOffAt = ''): Piece[] {
  const rows = product_nos
    .map((product_no, place): StoredPrice => ({ priceListId, product_no, pence: pence[place] ?? null }))
    .filter(({ product_no }) => !whole || product_no > cutOffAt)
    // As IndexedDB orders its keys, which no database's collation does.
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

/** What this device has in a piece's range and the piece has not is no longer priced. */
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
