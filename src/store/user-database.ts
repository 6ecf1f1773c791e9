import { Dexie, type DexieOptions, type Table, type Transaction } from 'dexie'
import type { Order } from '#contract/trollies.ts'
import { FAVOURITES_LANE, type Favourite } from '#domain/favourites.ts'
import { type Lane, laneOf, OUTBOX_FORMAT, type OutboxRecord } from '#domain/outbox/record.ts'
import type { ProductFacts } from '#domain/product.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'
import type { LoggedEvent, NewEvent } from './search-log.ts'
import type { StoredTemplate, StoredTemplateItem } from './templates.ts'

/** One user's trollies, outbox and product list; a database per user keeps work apart. Versions only ever add. */
export type UserDatabase = Dexie & {
  trollies: Table<StoredTrolly, string>
  lines: Table<StoredLine, [string, string]>
  outbox: Table<OutboxRecord, number, Omit<OutboxRecord, 'seq'> & { seq?: number }>
  placedOrders: Table<Order, string>
  rows: Table<StoredRow, [Lane, string]>
  templates: Table<StoredTemplate, string>
  templateItems: Table<StoredTemplateItem, [string, string]>
  products: Table<ProductFacts, string>
  prices: Table<StoredPrice, [string, string]>
  downloads: Table<Download, string>
  searchIndex: Table<IndexPart, string>
  searchInputs: Table<{ name: string; value: unknown }, string>
  searchLog: Table<LoggedEvent, number, NewEvent>
  settings: Table<{ name: string; value: unknown }, string>
  sync: Table<{ name: string; value: unknown }, string>
}

/**
 * `linesVersion`: the version whose lines are all here. It follows a reply only if nobody else changed the trolly in between; missing
 * until they have been read once.
 */
export type StoredTrolly = TrollyHead & { linesVersion?: number }

export type StoredLine = TrollyLine & { trollyId: string }

/** A row of a noun without tables of its own (lane-rows.ts): a new noun needs no new schema. */
export type StoredRow = { lane: Lane; id: string; value: unknown }

/** Pence each, or per kilogram for catch weight; null: not priced. */
export type StoredPrice = { priceListId: string; product_no: string; pence: number | null }

/**
 * 'assortment', 'prices:<price list id>', a name of search-inputs.ts or a lane (lane-rows.ts). Instants are epoch milliseconds; `after` is the
 * last product number of an incomplete download.
 */
export type Download = { name: string; cursor: string; at: number; usedAt: number; after?: string }

export type IndexPart = { name: string; value: unknown }

const TABLES = {
  trollies: 'id, customerId',
  lines: '[trollyId+product_no], trollyId',
  outbox: '++seq, &opId, lane',
  placedOrders: 'basketId',
  rows: '[lane+id], lane',
  // Until schema 6.
  favourites: 'product_no',
  templates: 'id, customerId',
  templateItems: '[templateId+product_no]',
  products: 'product_no',
  prices: '[priceListId+product_no], priceListId',
  downloads: 'name',
  searchIndex: 'name',
  searchInputs: 'name',
  settings: 'name',
  sync: 'name',
}

export const userDatabaseName = (userId: string): string => `trolly-user-${userId}`

/** @param options another IndexedDB for tests: several devices in one process */
export const openUserDatabase = (userId: string, options: DexieOptions = {}): UserDatabase => {
  const database = new Dexie(userDatabaseName(userId), { chromeTransactionDurability: 'strict', ...options })
  database
    .version(6)
    .stores(TABLES)
    .upgrade(async (transaction) => {
      await transaction.table<OutboxRecord>('outbox').toCollection().modify(nameLane)
      await moveFavourites(transaction)
    })
  database.version(7).stores({ searchLog: '++seq' })
  // Earlier builds stored items without their shelf and weekday pars: they are read again.
  database
    .version(8)
    .stores({})
    .upgrade((transaction) =>
      transaction.table<StoredTemplate>('templates').toCollection().modify({ itemsVersion: null }),
    )
  return database as UserDatabase
}

/** Until format 2, lanes were ids of trollies. A still newer build's records keep what they have. */
const nameLane = (record: OutboxRecord): void => {
  if (record.v >= OUTBOX_FORMAT) return
  record.lane = laneOf(TROLLY, record.lane)
  record.v = OUTBOX_FORMAT
}

/** Until schema 6, favourites had a table of their own. */
const moveFavourites = async (transaction: Transaction): Promise<void> => {
  const favourites = transaction.table<Favourite, string>('favourites')
  const downloads = transaction.table<Download, string>('downloads')
  const [stored, read] = [await favourites.toArray(), await downloads.get('favourites')]
  const rows = stored.map((value): StoredRow => ({ lane: FAVOURITES_LANE, id: value.product_no, value }))
  await transaction.table<StoredRow>('rows').bulkPut(rows)
  if (read) await downloads.put({ ...read, name: FAVOURITES_LANE })
  await favourites.clear()
}
