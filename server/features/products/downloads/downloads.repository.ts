import type { ProductFacts } from '#domain/product.ts'
import type { Database } from '#server/db/database.ts'
import { PRODUCT_FACTS_COLUMNS } from '#server/db/products/product-columns.ts'
import { statement } from '#server/db/statement.ts'
import { type Connection, inSnapshot } from '#server/db/transaction.ts'
import { readSnapshot, type Snapshot, xminOf } from './snapshot.ts'

/**
 * A row knows the transaction that last changed it, and a cursor the transactions its download saw: all others come
 * with the next call, however late they commit.
 *
 * These are written by hand: tens of thousands of rows a reply (budget: first download).
 */

export type SnapshotHead = {
  /** Rows at or after its `xmax` were restored from another cluster. */
  snapshot: Snapshot
  /** Identifies the last deletion of products or prices, which no change reports. */
  deletion: string
  epoch: string
  secret: string
}

/** Gives `read` a single snapshot. */
export const withSnapshot = <T>(
  database: Database,
  read: (connection: Connection, head: SnapshotHead) => Promise<T>,
): Promise<T> =>
  inSnapshot(database, async (connection) => await read(connection, await readHead(connection)))

type HeadRow = {
  snapshot: string
  deletion: string | null
  epoch: string | null
  secret: string | null
}

const head = statement<HeadRow>(
  'downloads_head',
  `SELECT pg_current_snapshot()::text AS snapshot,
     (SELECT value::text FROM settings WHERE name = 'download_floor') AS deletion,
     (SELECT value #>> '{}' FROM settings WHERE name = 'epoch') AS epoch,
     (SELECT value #>> '{}' FROM settings WHERE name = 'secret') AS secret`,
)

export const readHead = async (executor: Database | Connection): Promise<SnapshotHead> => {
  const [row] = await head(executor)
  if (row === undefined || row.epoch === null || row.secret === null) {
    throw new Error('The settings lack the epoch or the secret.')
  }
  const snapshot = readSnapshot(row.snapshot)
  if (snapshot === undefined) throw new Error(`Not a snapshot: ${row.snapshot}`)
  return {
    snapshot,
    deletion: row.deletion ?? '',
    epoch: row.epoch,
    secret: row.secret,
  }
}

const bounds = statement<{ product_no: string }, { every: number }>(
  'assortment_bounds',
  `SELECT product_no FROM (
     SELECT product_no, row_number() OVER (ORDER BY product_no COLLATE "C") AS place FROM products WHERE active
   ) numbered WHERE place % :every = 0 ORDER BY product_no COLLATE "C"`,
)

/** Every n-th product number sold. */
export const readBounds = async (database: Database, every: number): Promise<string[]> =>
  (await bounds(database, { every })).map(({ product_no }) => product_no)

const part = statement<ProductFacts, PartRange & { limit: number }>(
  'assortment_part',
  `SELECT ${PRODUCT_FACTS_COLUMNS} FROM products p LEFT JOIN stock s ON s.product_no = p.product_no
   WHERE p.active AND p.product_no COLLATE "C" > :after AND (:through::text IS NULL OR p.product_no COLLATE "C" <= :through)
   ORDER BY p.product_no COLLATE "C" LIMIT :limit`,
)

/** After `after` ('': from the first) through `through` (null: to the last). */
export type PartRange = { after: string; through: string | null }

export const readPart = (
  connection: Connection,
  { after, through }: PartRange,
  limit: number,
): Promise<ProductFacts[]> => part(connection, { after, through, limit })

export type Since = { since: Snapshot; xmax: bigint; limit: number }
export type SinceValues = {
  xmin: string
  xmax: string
  sinceXmax: string
  sinceRunning: string[]
  limit: number
}

/**
 * Changed by a transaction the cursor had not seen. The upper bound excludes restored rows; the lower one allows an
 * index.
 */
export const isNew = (table: string): string =>
  `(${table}.changed_tx >= :xmin::int8 AND ${table}.changed_tx < :xmax::int8
     AND (${table}.changed_tx >= :sinceXmax::int8 OR ${table}.changed_tx = ANY (:sinceRunning::int8[])))`
export const valuesOf = ({ since, xmax, limit }: Since): SinceValues => ({
  xmin: String(xminOf(since)),
  xmax: String(xmax),
  sinceXmax: String(since.xmax),
  sinceRunning: since.running.map(String),
  limit,
})

const changed = statement<ProductFacts, SinceValues>(
  'assortment_changed',
  `SELECT ${PRODUCT_FACTS_COLUMNS} FROM products p LEFT JOIN stock s ON s.product_no = p.product_no
   WHERE ${isNew('p')} AND p.active LIMIT :limit`,
)
const removed = statement<{ product_no: string }, SinceValues>(
  'assortment_removed',
  `SELECT p.product_no FROM products p
   WHERE ${isNew('p')} AND NOT p.active LIMIT :limit`,
)
const restocked = statement<{ product_no: string; quantity: number }, SinceValues>(
  'assortment_restocked',
  `SELECT s.product_no, s.quantity FROM stock s JOIN products p ON p.product_no = s.product_no
   WHERE ${isNew('s')} AND p.active AND NOT ${isNew('p')} LIMIT :limit`,
)

/** Changed rows, products no longer sold, and changes of stock alone; each up to `limit`. */
export const readChanges = async (connection: Connection, since: Since) => {
  const values = valuesOf(since)
  return {
    changed: await changed(connection, values),
    removed: (await removed(connection, values)).map(({ product_no }) => product_no),
    restocked: await restocked(connection, values),
  }
}

export type PriceRow = { product_no: string; pence: number | null }

const listPrices = statement<PriceRow, { priceListId: string }>(
  'prices_of_list',
  `SELECT product_no, pence FROM prices WHERE price_list_id = :priceListId AND pence IS NOT NULL ORDER BY product_no`,
)
const changedPrices = statement<PriceRow, SinceValues & { priceListId: string }>(
  'prices_changed_since',
  `SELECT product_no, pence FROM prices
   WHERE price_list_id = :priceListId AND ${isNew('prices')} ORDER BY product_no LIMIT :limit`,
)

export const readPrices = (executor: Database | Connection, priceListId: string): Promise<PriceRow[]> =>
  listPrices(executor, { priceListId })

export const readChangedPrices = (
  executor: Database | Connection,
  priceListId: string,
  since: Since,
): Promise<PriceRow[]> => changedPrices(executor, { ...valuesOf(since), priceListId })
