import type { TSchema } from 'typebox'
import type { Assortment, PriceListDownload } from '#contract/products.ts'
import { products } from '#contract/products.ts'
import { STOCK_TOLD_UP_TO } from '#domain/product.ts'
import type { Database } from '#server/db/database.ts'
import { serialize } from '#server/routing/schema.ts'
import { type Asker, turns } from '#server/routing/user-turns.ts'
import { cursorText, readCursor, scopeOf } from './cursor.ts'
import {
  type PartRange,
  readBounds,
  readChangedPrices,
  readChanges,
  readHead,
  readPart,
  readPrices,
  type SnapshotHead,
  withSnapshot,
} from './downloads.repository.ts'
import { type PackedReply, pack, replyCache } from './packed-replies.ts'
import { partRanges } from './part-ranges.ts'
import { isAtLeastAsNew, isNewer, type Snapshot } from './snapshot.ts'

/** @throws Refusal `rate_limited` when too many wait */
export type DownloadsService = {
  /** A part of the whole list, or changes: see the contract. */
  assortment: (query: { since?: string; after?: string }, asker: Asker) => Promise<PackedReply>
  prices: (priceListId: string, since: string | undefined, asker: Asker) => Promise<PackedReply>
}

/** 1.3 MB of JSON, 150 kB compressed: half a minute on the worst connection. */
const PART_PRODUCTS = 2_000
/** Room for products added since the ranges were read; beyond it the part ends early and ranges are read again. */
const PART_PRODUCTS_MAX = 2 * PART_PRODUCTS
/** The prepared whole list is faster than more changes than this. */
const CHANGES_MAX = 4_000
const PRICE_CHANGES_MAX = 20_000

const KEPT_MS = 5 * 60_000
const KEPT_BYTES = 24_000_000
/** A morning's rush costs time, not memory. A kitchen's phones may share a sign-in. */
const MAKING = { atOnce: 2, waitingMax: 200, waitingEachMax: 30 }

const ASSORTMENT = 'assortment'

export const downloadsService = ({
  database,
  onRestored = async () => {},
  // Not the clock, which may jump.
  now = () => performance.now(),
}: {
  database: Database
  /** A device's cursor proves that the database of this epoch has gone back. */
  onRestored?: ((epoch: string) => Promise<void>) | undefined
  now?: () => number
}): DownloadsService => {
  const takeTurn = turns(MAKING)
  const kept = replyCache({ now, maxAgeMs: KEPT_MS, maxBytes: KEPT_BYTES, takeTurn })
  const ranges = partRanges({
    readBounds: () => readBounds(database, PART_PRODUCTS),
    now,
    maxAgeMs: KEPT_MS,
  })

  const wholeAssortment = async (
    head: SnapshotHead,
    asker: Asker,
    after: string,
    isNewEnough: (snapshot: Snapshot) => boolean = () => true,
  ) => {
    const scope = scopeOf(head, ASSORTMENT)
    const range = await ranges.at(scope, after)
    return await kept.get(`${scope} ${range.after} ${range.through}`, isNewEnough, asker, () =>
      makePart(database, range, ranges.forget),
    )
  }

  const readSince = async (
    since: string | undefined,
    list: string,
  ): Promise<{ head: SnapshotHead; cursor: Snapshot | undefined }> => {
    const head = await readHead(database)
    const cursor = readCursor(since, scopeOf(head, list), head)
    if (cursor !== 'restored') return { head, cursor }
    await onRestored(head.epoch)
    return { head: await readHead(database), cursor: undefined }
  }

  return {
    assortment: async ({ since, after }, asker) => {
      const { head, cursor } = await readSince(since, ASSORTMENT)
      // A part under another cursor would leave a gap: start again.
      if (cursor === undefined) return await wholeAssortment(head, asker, '')
      if (after !== undefined)
        return await wholeAssortment(head, asker, after, (part) => isAtLeastAsNew(part, cursor))
      const changes = await takeTurn(asker, () => makeChanges(database, cursor))
      // An older kept list would ask for all these changes again.
      return changes ?? (await wholeAssortment(head, asker, '', (part) => isNewer(part, cursor)))
    },

    prices: async (priceListId, since, asker) => {
      const { head, cursor } = await readSince(since, priceScope(priceListId))
      const scope = scopeOf(head, priceScope(priceListId))
      const changes =
        cursor === undefined
          ? undefined
          : await takeTurn(asker, () => makePriceChanges(database, priceListId, cursor))
      if (changes !== undefined) return changes
      const isNewEnough = (list: Snapshot): boolean => cursor === undefined || isNewer(list, cursor)
      return await kept.get(scope, isNewEnough, asker, () => makePrices(database, priceListId))
    },
  }
}

const priceScope = (priceListId: string): string => `prices ${priceListId}`

const packReply = (schema: TSchema, head: SnapshotHead, reply: Assortment | PriceListDownload) =>
  pack(head.snapshot, serialize(schema, reply))

const makePart = (database: Database, range: PartRange, tooLong: () => void): Promise<PackedReply> =>
  withSnapshot(database, async (connection, head) => {
    const rows = await readPart(connection, range, PART_PRODUCTS_MAX)
    const last = rows.length < PART_PRODUCTS_MAX ? undefined : rows.at(-1)
    if (last !== undefined) tooLong()
    return await packReply(products.assortment.reply, head, {
      cursor: cursorText(head, scopeOf(head, ASSORTMENT)),
      range: { after: range.after, through: last?.product_no ?? range.through },
      products: rows,
      removed: [],
      stock: { product_nos: [], quantities: [] },
    })
  })

/** undefined: too many to be worthwhile. */
const makeChanges = (database: Database, since: Snapshot): Promise<PackedReply | undefined> =>
  withSnapshot(database, async (connection, head) => {
    const limit = CHANGES_MAX + 1
    const { changed, removed, restocked } = await readChanges(connection, {
      since,
      xmax: head.snapshot.xmax,
      limit,
    })
    if ([changed, removed, restocked].some(({ length }) => length > CHANGES_MAX)) return undefined
    return await packReply(products.assortment.reply, head, {
      cursor: cursorText(head, scopeOf(head, ASSORTMENT)),
      range: null,
      products: changed,
      removed,
      stock: {
        product_nos: restocked.map(({ product_no }) => product_no),
        quantities: restocked.map(({ quantity }) => Math.min(Math.max(quantity, 0), STOCK_TOLD_UP_TO)),
      },
    })
  })

const makePrices = (database: Database, priceListId: string): Promise<PackedReply> =>
  withSnapshot(database, async (connection, head) => {
    const rows = await readPrices(connection, priceListId)
    return await packReply(products.prices.reply, head, priceReply({ head, priceListId, rows, whole: true }))
  })

/** undefined: too many to be worthwhile. */
const makePriceChanges = (
  database: Database,
  priceListId: string,
  since: Snapshot,
): Promise<PackedReply | undefined> =>
  withSnapshot(database, async (connection, head) => {
    const limit = PRICE_CHANGES_MAX + 1
    const rows = await readChangedPrices(connection, priceListId, { since, xmax: head.snapshot.xmax, limit })
    if (rows.length > PRICE_CHANGES_MAX) return undefined
    return await packReply(products.prices.reply, head, priceReply({ head, priceListId, rows, whole: false }))
  })

type PriceParts = {
  head: SnapshotHead
  priceListId: string
  rows: { product_no: string; pence: number | null }[]
  whole: boolean
}

const priceReply = ({ head, priceListId, rows, whole }: PriceParts): PriceListDownload => ({
  cursor: cursorText(head, scopeOf(head, priceScope(priceListId))),
  whole,
  priceListId,
  product_nos: rows.map(({ product_no }) => product_no),
  pence: rows.map(({ pence }) => pence),
})
