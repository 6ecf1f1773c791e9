import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { Order } from '#contract/baskets.ts'
import type { OutboxRecord } from '#domain/operations/outbox-record.ts'
import type { ProductFacts } from '#domain/product.ts'
import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'

/**
 * What this device keeps for one user: trollies as the server last gave them, what was done to them since (the
 * outbox), and the product list they are made from. One database per user id, so that nobody meets another's work.
 * Versions only ever add.
 */
export type UserDatabase = Dexie & {
  trollies: Table<TrollyHead, string>
  lines: Table<StoredLine, [string, string]>
  outbox: Table<OutboxRecord, number, Omit<OutboxRecord, 'seq'> & { seq?: number }>
  placedOrders: Table<PlacedOrder, string>
  products: Table<ProductFacts, string>
  prices: Table<StoredPrice, [string, string]>
  downloads: Table<Download, string>
  searchIndex: Table<IndexPart, string>
  searchInputs: Table<{ name: string; value: unknown }, string>
  settings: Table<{ name: string; value: unknown }, string>
  sync: Table<{ name: string; value: unknown }, string>
}

/** An order that a trolly of this device became; `elsewhere`: it was placed on another device, and this one was only told. */
export type PlacedOrder = Order & { elsewhere?: true }

export type StoredLine = TrollyLine & { trollyId: string }

/** Price of one in pence (of a kilogram where it is catch weight); null: not priced. */
export type StoredPrice = { priceListId: string; product_no: string; pence: number | null }

/**
 * How far a download has come: 'assortment', 'prices:' and the price list's id, or a name of search-inputs.ts. Instants are epoch milliseconds.
 * `after`, while the whole is still coming: the product number up to which it is there.
 */
export type Download = { name: string; cursor: string; at: number; usedAt: number; after?: string }

/** A part of the search index, under a name that says which: see src/store/index-parts.ts. */
export type IndexPart = { name: string; value: unknown }

const SCHEMA_VERSION = 2

const TABLES = {
  trollies: 'id, customerId',
  lines: '[trollyId+product_no], trollyId',
  outbox: '++seq, &opId, lane',
  placedOrders: 'basketId',
  products: 'product_no',
  prices: '[priceListId+product_no], priceListId',
  downloads: 'name',
  searchIndex: 'name',
  searchInputs: 'name',
  settings: 'name',
  sync: 'name',
}

export const userDatabaseName = (userId: string): string => `trolly-user-${userId}`

/** @param options another IndexedDB for tests: several devices in one process. */
export const openUserDatabase = (userId: string, options: DexieOptions = {}): UserDatabase => {
  const database = new Dexie(userDatabaseName(userId), { chromeTransactionDurability: 'strict', ...options })
  database.version(SCHEMA_VERSION).stores(TABLES)
  return database as UserDatabase
}
