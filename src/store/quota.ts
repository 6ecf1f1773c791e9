import { productsOfWork } from './clearing.ts'
import type { UserDatabase } from './user-database.ts'

/**
 * What happens when the browser gives no more room: what can be fetched again is dropped, the least needed first, and the
 * write is tried again after each. What the person made is never touched.
 */
export type RoomPorts = {
  database: UserDatabase
  caches: Pick<CacheStorage, 'delete'> | undefined
}

export const IMAGE_CACHE = 'trolly-images'

/**
 * @param write one transaction: it either happened or did not
 * @throws what `write` throws; QuotaExceededError once nothing is left to drop
 */
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

/** Dexie wraps what the browser threw, once or twice. */
export const isQuotaExceeded = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner } = error as { name?: unknown; inner?: unknown }
  return name === 'QuotaExceededError' || isQuotaExceeded(inner)
}

const dropImages = async ({ caches }: RoomPorts): Promise<void> => {
  await caches?.delete(IMAGE_CACHE)
}

/** All but the products in a trolly, which have to be shown with their prices. It is downloaded again when there is room. */
const dropProductList = ({ database }: RoomPorts): Promise<void> => {
  const { products, prices, downloads, searchIndex, searchInputs, lines, outbox } = database
  const tables = [products, prices, downloads, searchIndex, searchInputs, lines, outbox]
  return database.transaction('rw', tables, async () => {
    const needed = productsOfWork(await lines.toArray(), await outbox.toArray())
    await downloads.clear()
    await searchIndex.clear()
    await searchInputs.clear()
    const listed = await products.toCollection().primaryKeys()
    await products.bulkDelete(listed.filter((product_no) => !needed.has(product_no)))
    const priced = await prices.toCollection().primaryKeys()
    await prices.bulkDelete(priced.filter(([, product_no]) => !needed.has(product_no)))
  })
}

/** Orders that are only there to be looked at; one that waiting work is compared with stays. */
const dropHistory = ({ database }: RoomPorts): Promise<void> =>
  database.transaction('rw', [database.placedOrders, database.outbox], async () => {
    const waiting = new Set((await database.outbox.orderBy('lane').uniqueKeys()) as string[])
    await database.placedOrders.filter(({ basketId }) => !waiting.has(basketId)).delete()
  })

const DROPS = [dropImages, dropProductList, dropHistory]
