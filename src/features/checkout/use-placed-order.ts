import type { Order } from '#contract/baskets.ts'
import { type Stored, useStored } from '#src/device/use-stored.ts'

/** The order that a trolly became, where this device was told; null: it has not become one. */
export const usePlacedOrder = (trollyId: string): Stored<Order | null> =>
  useStored(async (database) => (await database.placedOrders.get(trollyId)) ?? null, [trollyId])
