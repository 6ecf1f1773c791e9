import type { TSchema } from 'typebox'
import type { Assortment, PriceListDownload } from '#contract/products.ts'
import { products } from '#contract/products.ts'
import { STOCK_TOLD_UP_TO } from '#domain/product.ts'
import type { Database } from '#server/db/database.ts'
import { serialize } from '#server/routing/schema.ts'
import { cursorText, readCursor, scopeOf } from './cursor.ts'
import {
  readChangedPrices,
  readChanges,
  readHead,
  readPart,
  readPrices,
  type SnapshotHead,
  withSnapshot,
} from './downloads.repository.ts'
import { type PackedReply, pack, replyCache } from './packed-replies.ts'

export type DownloadsService = {
  /** A part of the list as a whole, or its changes: see the contract. */
  assortment: (query: { since?: string; after?: string }) => Promise<PackedReply>
  prices: (priceListId: string, since: string | undefined) => Promise<PackedReply>
}

/** 1.3 MB of JSON, 150 kB compressed: half a minute of the worst signal, and never begun again once it is there. */
const PART_PRODUCTS = 2_000
/** More changes than this are slower to take in than the whole, which is kept ready. */
const CHANGES_MAX = 4_000
const PRICE_CHANGES_MAX = 20_000

const KEPT_MS = 5 * 60_000
const KEPT_BYTES = 24_000_000
const MADE_AT_ONCE = 2

const ASSORTMENT = 'assortment'

export const downloadsService = ({
  database,
  now = Date.now,
}: {
  database: Database
  now?: () => number
}): DownloadsService => {
  const kept = replyCache({ now, maxAgeMs: KEPT_MS, maxBytes: KEPT_BYTES, madeAtOnce: MADE_AT_ONCE })

  const wholeAssortment = (head: SnapshotHead, from: bigint, after: string): Promise<PackedReply> =>
    kept.get(`${scopeOf(head, ASSORTMENT)} ${after}`, from, () => makePart(database, after))

  return {
    assortment: async ({ since, after }) => {
      const head = await readHead(database)
      const cursor = readCursor(since, scopeOf(head, ASSORTMENT), head)
      // A part of a list that began with another cursor would leave a gap: it begins anew.
      if (cursor === undefined) return await wholeAssortment(head, 0n, '')
      if (after !== undefined) return await wholeAssortment(head, cursor, after)
      // One that was kept since before so many changes would only ask for them again.
      return (await makeChanges(database, cursor)) ?? (await wholeAssortment(head, cursor + 1n, ''))
    },

    prices: async (priceListId, since) => {
      const head = await readHead(database)
      const scope = scopeOf(head, priceScope(priceListId))
      const cursor = readCursor(since, scope, head)
      const changes = cursor === undefined ? undefined : await makePriceChanges(database, priceListId, cursor)
      return changes ?? (await kept.get(scope, (cursor ?? -1n) + 1n, () => makePrices(database, priceListId)))
    },
  }
}

const priceScope = (priceListId: string): string => `prices ${priceListId}`

const packReply = (schema: TSchema, head: SnapshotHead, reply: Assortment | PriceListDownload) =>
  pack(head.xmin, serialize(schema, reply))

const makePart = (database: Database, after: string): Promise<PackedReply> =>
  withSnapshot(database, async (connection, head) => {
    const rows = await readPart(connection, { after, limit: PART_PRODUCTS })
    const last = rows.length < PART_PRODUCTS ? null : (rows.at(-1)?.product_no ?? null)
    return await packReply(products.assortment.reply, head, {
      cursor: cursorText(scopeOf(head, ASSORTMENT), head.xmin),
      range: { after, through: last },
      products: rows,
      removed: [],
      stock: { product_nos: [], quantities: [] },
    })
  })

/** undefined: too many to be worth it. */
const makeChanges = (database: Database, since: bigint): Promise<PackedReply | undefined> =>
  withSnapshot(database, async (connection, head) => {
    const limit = CHANGES_MAX + 1
    const { changed, removed, restocked } = await readChanges(connection, { since, xmax: head.xmax, limit })
    if ([changed, removed, restocked].some(({ length }) => length > CHANGES_MAX)) return undefined
    return await packReply(products.assortment.reply, head, {
      cursor: cursorText(scopeOf(head, ASSORTMENT), head.xmin),
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

/** undefined: too many to be worth it. */
const makePriceChanges = (
  database: Database,
  priceListId: string,
  since: bigint,
): Promise<PackedReply | undefined> =>
  withSnapshot(database, async (connection, head) => {
    const limit = PRICE_CHANGES_MAX + 1
    const rows = await readChangedPrices(connection, priceListId, { since, xmax: head.xmax, limit })
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
  cursor: cursorText(scopeOf(head, priceScope(priceListId)), head.xmin),
  whole,
  priceListId,
  product_nos: rows.map(({ product_no }) => product_no),
  pence: rows.map(({ pence }) => pence),
})
