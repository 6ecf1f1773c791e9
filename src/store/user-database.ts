import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { Order } from '#contract/baskets.ts'
import type { Favourite } from '#domain/favourites.ts'
import { TROLLY } from '#domain/operations/operation.ts'
import { laneOf, OUTBOX_FORMAT, type OutboxRecord } from '#domain/outbox/record.ts'
import type { ProductFacts } from '#domain/product.ts'
import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'
import type { StoredTemplate, StoredTemplateItem } from './templates.ts'

/** One user's trollies, outbox and product list; a database per user keeps work apart. Versions only ever add. */
export type UserDatabase = Dexie & {
  trollies: Table<TrollyHead, string>
  lines: Table<StoredLine, [string, string]>
  outbox: Table<OutboxRecord, number, Omit<OutboxRecord, 'seq'> & { seq?: number }>
  placedOrders: Table<PlacedOrder, string>
  favourites: Table<Favourite, string>
  templates: Table<StoredTemplate, string>
  templateItems: Table<StoredTemplateItem, [string, string]>
  products: Table<ProductFacts, string>
  prices: Table<StoredPrice, [string, string]>
  downloads: Table<Download, string>
  searchIndex: Table<IndexPart, string>
  searchInputs: Table<{ name: string; value: unknown }, string>
  settings: Table<{ name: string; value: unknown }, string>
  sync: Table<{ name: string; value: unknown }, string>
}

/** `elsewhere`: placed on another device. */
export type PlacedOrder = Order & { elsewhere?: true }

export type StoredLine = TrollyLine & { trollyId: string }

/** Pence each, or per kilogram for catch weight; null: not priced. */
export type StoredPrice = { priceListId: string; product_no: string; pence: number | null }

/**
 * 'assortment', 'favourites', 'prices:<price list id>' or a name of search-inputs.ts. Instants are epoch milliseconds; `after` is the
 * last product number of an incomplete download.
 */
export type Download = { name: string; cursor: string; at: number; usedAt: number; after?: string }

export type IndexPart = { name: string; value: unknown }

const SCHEMA_VERSION = 5

const TABLES = {
  trollies: 'id, customerId',
  lines: '[trollyId+product_no], trollyId',
  outbox: '++seq, &opId, lane',
  placedOrders: 'basketId',
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
    .version(SCHEMA_VERSION)
    .stores(TABLES)
    .upgrade((transaction) => transaction.table<OutboxRecord>('outbox').toCollection().modify(nameLane))
  return database as UserDatabase
}

/** Until format 2, lanes were ids of trollies. A still newer build's records keep what they have. */
const nameLane = (record: OutboxRecord): void => {
  if (record.v >= OUTBOX_FORMAT) return
  record.lane = laneOf(TROLLY, record.lane)
  record.v = OUTBOX_FORMAT
}
