import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { idempotencyRecords } from '#server/db/schema/idempotency.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { prices } from '#server/db/schema/prices.ts'
import { templateItems, templates } from '#server/db/schema/templates.ts'
import { SIM_NOUNS } from './nouns.ts'

/** The users whose rows one history writes: others run on the same server. */
export type Owners = { customerId: string; userIds: string[] }

export type Backup = Awaited<ReturnType<typeof takeBackup>>

export const takeBackup = async (
  database: Database,
  { customerId, userIds }: Owners,
  pricesNow: ReadonlyMap<string, number>,
) => {
  const kept = {
    baskets: await database.select().from(baskets).where(eq(baskets.customerId, customerId)),
    orders: await database.select().from(orders).where(eq(orders.customerId, customerId)),
    templates: await database.select().from(templates).where(eq(templates.customerId, customerId)),
    keys: await database.select().from(idempotencyRecords).where(inArray(idempotencyRecords.userId, userIds)),
  }
  const basketIds = kept.baskets.map(({ id }) => id)
  const templateIds = kept.templates.map(({ id }) => id)
  const orderIds = kept.orders.map(({ id }) => id)
  return {
    ...kept,
    basketLines: await database.select().from(basketLines).where(inArray(basketLines.basketId, basketIds)),
    orderLines: await database.select().from(orderLines).where(inArray(orderLines.orderId, orderIds)),
    templateItems: await database
      .select()
      .from(templateItems)
      .where(inArray(templateItems.templateId, templateIds)),
    nouns: await Promise.all(SIM_NOUNS.map(({ backUp }) => backUp(database, { customerId, userIds }))),
    prices: new Map(pricesNow),
  }
}

export const restoreBackup = async (
  database: Database,
  { customerId, userIds }: Owners,
  backup: Backup,
  priceListId: string,
): Promise<void> => {
  for (const { empty } of backup.nouns) await empty()
  await database.delete(orders).where(eq(orders.customerId, customerId))
  await database.delete(baskets).where(eq(baskets.customerId, customerId))
  await database.delete(templates).where(eq(templates.customerId, customerId))
  await database.delete(idempotencyRecords).where(inArray(idempotencyRecords.userId, userIds))
  if (backup.baskets.length > 0) await database.insert(baskets).values(backup.baskets)
  if (backup.basketLines.length > 0) await database.insert(basketLines).values(backup.basketLines)
  if (backup.orders.length > 0) await database.insert(orders).values(backup.orders)
  if (backup.orderLines.length > 0) await database.insert(orderLines).values(backup.orderLines)
  if (backup.templates.length > 0) await database.insert(templates).values(backup.templates)
  if (backup.templateItems.length > 0) await database.insert(templateItems).values(backup.templateItems)
  if (backup.keys.length > 0) await database.insert(idempotencyRecords).values(backup.keys)
  for (const { fill } of backup.nouns) await fill()
  for (const [product_no, pence] of backup.prices)
    await setPrice(database, { priceListId, product_no, pence })
}

export const setPrice = async (
  database: Database,
  { priceListId, product_no, pence }: { priceListId: string; product_no: string; pence: number },
): Promise<void> => {
  await database
    .insert(prices)
    .values({ priceListId, product_no, pence })
    .onConflictDoUpdate({ target: [prices.priceListId, prices.product_no], set: { pence } })
}
