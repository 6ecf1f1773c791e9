import { eq, inArray } from 'drizzle-orm'
import type { SubstitutionChoice } from '#domain/line-terms.ts'
import type { DeliveryChoice } from '#domain/trolly.ts'
import type { Database } from '#server/db/database.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import type { SeenOrder } from './ledger-entries.ts'

export type TrolliesOnServer = {
  states: Map<string, string>
  lines: {
    basketId: string
    product_no: string
    quantity: number
    removed: boolean
    version: number
    note: string
    substitution: SubstitutionChoice | null
  }[]
  choices: Map<string, DeliveryChoice>
  orders: (SeenOrder & { basketId: string | null })[]
}

export const readTrolliesOnServer = async (database: Database, ids: string[]): Promise<TrolliesOnServer> => {
  const heads = await database.select().from(baskets).where(inArray(baskets.id, ids))
  const lines = await database.select().from(basketLines).where(inArray(basketLines.basketId, ids))
  const placed = await database.select().from(orders).where(inArray(orders.basketId, ids))
  return {
    states: new Map(heads.map(({ id, state }) => [id, state])),
    choices: new Map(heads.map((head) => [head.id, head])),
    lines,
    orders: await Promise.all(
      placed.map(async (order) => ({
        ...order,
        lines: await database.select().from(orderLines).where(eq(orderLines.orderId, order.id)),
      })),
    ),
  }
}
