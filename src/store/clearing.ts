import { CHECK_IN_WORK } from '#domain/check-ins.ts'
import { idOfLane, nounOfLane, type OutboxRecord } from '#domain/outbox/record.ts'
import type { StoredLine, UserDatabase } from './user-database.ts'

/** Tables whose rows stay while their lane has unsent work, which is compared with them: the field that holds the lane's id. */
const KEPT_WHILE_WAITING = {
  trollies: 'id',
  placedOrders: 'basketId',
  templates: 'id',
  templateItems: 'templateId',
}

/**
 * Clears caches at sign-out (specification). The outbox stays, with the trollies, products and prices it needs, and so does what is being
 * counted at the door, and what the log of searches has not reported.
 */
export const clearCaches = (database: UserDatabase): Promise<void> =>
  database.transaction('rw', database.tables, async () => {
    const records = await database.outbox.toArray()
    const waiting = new Set(records.map(({ lane }) => idOfLane(lane)))
    const lines = await database.lines.filter(({ trollyId }) => waiting.has(trollyId)).toArray()
    const productNos = [...productsOfWork(lines, records)]
    const products = await database.products.bulkGet(productNos)
    const prices = await database.prices.bulkGet(
      (await listsOfWork(database, records)).flatMap((list) =>
        productNos.map((product_no): [string, string] => [list, product_no]),
      ),
    )
    for (const table of [database.products, database.prices, database.lines]) await table.clear()
    for (const table of [database.downloads, database.searchIndex, database.searchInputs]) await table.clear()
    for (const [table, field] of Object.entries(KEPT_WHILE_WAITING))
      await database
        .table(table)
        .filter((row) => !waiting.has(row[field]))
        .delete()
    await database.rows
      .where('lane')
      .noneOf(records.map(({ lane }) => lane))
      .filter(({ lane }) => !CHECK_IN_WORK.includes(nounOfLane(lane)))
      .delete()
    await database.searchLog.filter(({ sent }) => sent === true).delete()
    await database.lines.bulkPut(lines)
    await database.products.bulkPut(products.filter((product) => product !== undefined))
    await database.prices.bulkPut(prices.filter((price) => price !== undefined))
  })

export const discardAll = (database: UserDatabase): Promise<void> => database.delete()

export const productsOfWork = (
  lines: readonly StoredLine[],
  records: readonly OutboxRecord[],
): Set<string> => {
  const productNos = new Set(lines.map(({ product_no }) => product_no))
  for (const { operation } of records)
    if ('product_no' in operation && typeof operation.product_no === 'string')
      productNos.add(operation.product_no)
  return productNos
}

const listsOfWork = async (database: UserDatabase, records: readonly OutboxRecord[]): Promise<string[]> => {
  const heads = await database.trollies.bulkGet([...new Set(records.map(({ lane }) => idOfLane(lane)))])
  const made = records.flatMap(({ operation }) =>
    'priceListId' in operation && typeof operation.priceListId === 'string' ? [operation.priceListId] : [],
  )
  return [...new Set([...heads.flatMap((head) => head?.priceListId ?? []), ...made])]
}
