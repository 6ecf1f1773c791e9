import type { UserDatabase } from './user-database.ts'

/**
 * Forgets what was only kept for convenience, as the specification wants of every sign-out. The outbox stays, and with it
 * the rows of trollies that something waits for: unsent work is the person's, and goes on when they return.
 */
export const clearCaches = (database: UserDatabase): Promise<void> =>
  database.transaction('rw', database.tables, async () => {
    const waiting = new Set((await database.outbox.orderBy('lane').uniqueKeys()) as string[])
    await database.trollies.filter(({ id }) => !waiting.has(id)).delete()
    const lines = await database.lines.filter(({ trollyId }) => waiting.has(trollyId)).toArray()
    const needed = [...new Set(lines.map(({ product_no }) => product_no))]
    const products = (await database.products.bulkGet(needed)).filter((product) => product !== undefined)
    const heads = await database.trollies.bulkGet([...waiting])
    const lists = new Set(heads.flatMap((head) => head?.priceListId ?? []))
    const prices = await database.prices.where('product_no').anyOf(needed).toArray()
    for (const table of [database.products, database.prices, database.lines]) await table.clear()
    for (const table of [database.downloads, database.searchIndex, database.placedOrders]) await table.clear()
    await database.lines.bulkPut(lines)
    await database.products.bulkPut(products)
    await database.prices.bulkPut(prices.filter(({ priceListId }) => lists.has(priceListId)))
  })

/** Everything of this user on this device, unsent work included: only ever at their own word. */
export const discardAll = (database: UserDatabase): Promise<void> => database.delete()
