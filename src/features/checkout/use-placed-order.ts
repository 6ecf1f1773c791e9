import type { Order } from '#contract/baskets.ts'
import { type Stored, useStored } from '#src/device/use-stored.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { readLane } from '#src/sync/take.ts'

/**
 * The order that a trolly became, where this device was told; null: it has not become one, or was ordered elsewhere without
 * work that still waits here, which needs a decision first. One read tells, since two watched apart would for a moment
 * show the order in place of the question.
 */
export const usePlacedOrder = (trollyId: string): Stored<Order | null> =>
  useStored((database) => findPlacedOrder(database, trollyId), [trollyId])

const findPlacedOrder = async (database: UserDatabase, trollyId: string): Promise<Order | null> => {
  const order = await database.placedOrders.get(trollyId)
  if (!order) return null
  const lane = await readLane(database, trollyId)
  return lane.some(({ state }) => state === 'held') ? null : order
}
