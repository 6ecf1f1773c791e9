import { idOfLane, type Lane } from '#domain/outbox/record.ts'
import { productsOfWork } from './clearing.ts'
import { dropKeptOrders } from './known-orders.ts'
import type { UserDatabase } from './user-database.ts'

/** When storage is full, drops what can be fetched again, retrying after each. Never drops people's work. */
export type RoomPorts = {
  database: UserDatabase
  caches: Pick<CacheStorage, 'delete'> | undefined
}

export const IMAGE_CACHE = 'trolly-images'

/** @param write one transaction @throws QuotaExceededError once nothing is left to drop */
export const withRoom = async <Result>(ports: RoomPorts, write: () => Promise<Result>): Promise<Result> => {
  for (const drop of DROPS) {
    try {
      return await write()
    } catch (error) {
      if (!isQuotaExceeded(error)) throw error
      await drop(ports)
    }
  }
  return await write()
}

/** Dexie wraps the browser's error once or twice. */
export const isQuotaExceeded = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner } = error as { name?: unknown; inner?: unknown }
  return name === 'QuotaExceededError' || isQuotaExceeded(inner)
}

const dropImages = async ({ caches }: RoomPorts): Promise<void> => {
  await caches?.delete(IMAGE_CACHE)
}

/** Keeps products in trollies, which need their names and prices. */
const dropProductList = ({ database }: RoomPorts): Promise<void> => {
  const { products, prices, downloads, searchIndex, searchInputs, lines, outbox } = database
  const tables = [products, prices, downloads, searchIndex, searchInputs, lines, outbox]
  return database.transaction('rw', tables, async () => {
    const needed = productsOfWork(await lines.toArray(), await outbox.toArray())
    // Lists of rows, which have no cursor, stay, and so does when they were read.
    await downloads.filter(({ cursor }) => cursor !== '').delete()
    await searchIndex.clear()
    await searchInputs.clear()
    const listed = await products.toCollection().primaryKeys()
    await products.bulkDelete(listed.filter((product_no) => !needed.has(product_no)))
    const priced = await prices.toCollection().primaryKeys()
    await prices.bulkDelete(priced.filter(([, product_no]) => !needed.has(product_no)))
  })
}

/** Keeps orders that waiting work is compared with. */
const dropHistory = ({ database }: RoomPorts): Promise<void> => {
  const { placedOrders, outbox, rows, downloads } = database
  return database.transaction('rw', [placedOrders, outbox, rows, downloads], async () => {
    await dropKeptOrders(database)
    const waiting = new Set(((await outbox.orderBy('lane').uniqueKeys()) as Lane[]).map(idOfLane))
    await placedOrders.filter(({ basketId }) => !waiting.has(basketId)).delete()
  })
}

const DROPS = [dropImages, dropProductList, dropHistory]
