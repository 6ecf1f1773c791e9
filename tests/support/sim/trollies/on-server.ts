import { eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import type { SeenLine } from './ledger-entries.ts'

export type TrolliesOnServer = {
  states: Map<string, string>
  lines: { basketId: string; product_no: string; quantity: number; removed: boolean; version: number }[]
  orders: { basketId: string | null; lines: SeenLine[] }[]
}

export const readTrolliesOnServer = async (database: Database, ids: string[]): Promise<TrolliesOnServer> => {
  const heads = await database.select().from(baskets).where(inArray(baskets.id, ids))
  const lines = await database.select().from(basketLines).where(inArray(basketLines.basketId, ids))
  const placed = await database.select().from(orders).where(inArray(orders.basketId, ids))
  return {
    states: new Map(heads.map(({ id, state }) => [id, state])),
    lines,
    orders: await Promise.all(
      placed.map(async ({ id, basketId }) => ({
        basketId,
        lines: await database.select().from(orderLines).where(eq(orderLines.orderId, id)),
      })),
    ),
  }
}
