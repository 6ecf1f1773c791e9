import type { Order } from '#contract/trollies.ts'
import { TROLLY } from '#domain/operations/operation.ts'
import { laneOf } from '#domain/outbox/record.ts'
import { type Stored, useStored } from '#src/device/use-stored.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { readLane } from '#src/sync/engine/take.ts'

/**
 * null: none, or ordered elsewhere with unsent work here, which needs a decision. Read at once, or the page would
 * flicker.
 */
export const usePlacedOrder = (trollyId: string): Stored<Order | null> =>
  useStored((database) => findPlacedOrder(database, trollyId), [trollyId])

const findPlacedOrder = async (database: UserDatabase, trollyId: string): Promise<Order | null> => {
  const order = await database.placedOrders.get(trollyId)
  if (!order) return null
  const lane = await readLane(database, laneOf(TROLLY, trollyId))
  return lane.some(({ state }) => state === 'held') ? null : order
}
