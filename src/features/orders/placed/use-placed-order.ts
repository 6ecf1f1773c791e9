import type { Order } from '#contract/trollies.ts'
import { laneOf } from '#domain/outbox/record.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import { type Stored, useLive } from '#src/device/use-live.ts'
import { readLane } from '#src/sync/engine/take.ts'

/**
 * null: none, or ordered elsewhere with unsent work here, which needs a decision. Read at once, or the page would
 * flicker.
 */
export const usePlacedOrder = (trollyId: string): Stored<Order | null> =>
  useLive({
    key: ['placed order', trollyId],
    read: (database) =>
      database.transaction('r', [database.placedOrders, database.outbox], async () => {
        const order = await database.placedOrders.get(trollyId)
        if (!order) return null
        const lane = await readLane(database, laneOf(TROLLY, trollyId))
        return lane.some(({ state }) => state === 'held') ? null : order
      }),
  })
