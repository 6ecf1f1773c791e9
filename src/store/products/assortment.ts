import type { Assortment } from '#contract/products.ts'
import type { Download, UserDatabase } from '#src/store/user-database.ts'
import { requireSame, type StoringDownload } from './download.ts'
import { noteChangedProducts } from './index-parts.ts'

/** Downloads are stored with their progress, so that they resume; one transaction also notes changes for the index. */

const ASSORTMENT = 'assortment'

const PRODUCTS_AT_ONCE = 500

/** undefined: nothing stored. With `after` it is incomplete. */
export const findAssortmentDownload = (database: UserDatabase): Promise<Download | undefined> =>
  database.downloads.get(ASSORTMENT)

/**
 * Progress moves with the last transaction: resuming inside a part would make the server build other parts.
 * @param known the download when the call was made
 * @throws DownloadOvertaken if it has changed since
 */
export const storeAssortment = async (
  database: UserDatabase,
  reply: Assortment,
  { known, now, write = (act) => act() }: StoringDownload,
): Promise<Download> => {
  const pieces = piecesOf(reply)
  const last = pieces.pop() ?? reply
  let current = known
  for (const piece of pieces) {
    const under = current
    const begun = downloadAfter(reply, { known, now, after: reply.range?.after })
    current = await write(() => storePiece(database, piece, { known: under, download: begun }))
  }
  const whole = downloadAfter(reply, { known, now, after: reply.range?.through ?? undefined })
  return write(() => storePiece(database, last, { known: current, download: whole }))
}

/** Splits a part into smaller parts. Changes stay whole, as they share a cursor. */
function piecesOf(reply: Assortment): Assortment[] {
  const { range, products } = reply
  if (range === null) return [reply]
  const pieces: Assortment[] = []
  for (let from = 0; from === 0 || from < products.length; from += PRODUCTS_AT_ONCE) {
    const some = products.slice(from, from + PRODUCTS_AT_ONCE)
    const isLast = from + PRODUCTS_AT_ONCE >= products.length
    const through = isLast ? range.through : (some.at(-1)?.product_no ?? null)
    pieces.push({
      ...reply,
      products: some,
      range: { after: pieces.at(-1)?.range?.through ?? range.after, through },
    })
  }
  return pieces
}

const storePiece = (
  database: UserDatabase,
  reply: Assortment,
  { known, download }: { known: Download | undefined; download: Download },
): Promise<Download> =>
  database.transaction('rw', [database.products, database.downloads, database.searchIndex], async () => {
    await requireSame(database, ASSORTMENT, known)
    const removed = reply.range === null ? reply.removed : await listMissing(database, reply)
    await database.products.bulkPut(reply.products)
    await database.products.bulkDelete(removed)
    await storeStock(database, reply.stock)
    await noteChangedProducts(database, [...reply.products.map(({ product_no }) => product_no), ...removed])
    await database.downloads.put(download)
    return download
  })

export const findAssortmentAge = async (database: UserDatabase): Promise<number | undefined> => {
  const download = await findAssortmentDownload(database)
  return download === undefined || download.after !== undefined ? undefined : download.at
}

/** Products on this device that the part's range lacks. Compares numbers as IndexedDB compares keys. */
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

/** A whole list keeps its first part's cursor: later parts are newer, so changes are asked from there. */
function downloadAfter(
  { cursor, range }: Assortment,
  { known, now, after }: { known: Download | undefined; now: number; after: string | undefined },
): Download {
  const isFurtherPart = range !== null && range.after !== '' && known !== undefined
  return {
    name: ASSORTMENT,
    cursor: isFurtherPart ? known.cursor : cursor,
    at: now,
    usedAt: now,
    ...(after !== undefined && { after }),
  }
}
