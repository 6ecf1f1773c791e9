import { liveQuery } from 'dexie'
import { TROLLY } from '#domain/operations/operation.ts'
import { laneOf } from '#domain/outbox/record.ts'
import type { Device } from '#src/device/session.ts'
import { WAITED_FOR_MS } from '#src/device/user-device.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { isReached } from '#src/sync/engine/last-contact.ts'
import { isPaused } from '#src/sync/engine/sync-state.ts'
import { readLane } from '#src/sync/engine/take.ts'

/**
 * Also resolves when no answer is likely soon (lost reply, server pause, session end), after WAITED_FOR_MS at the
 * latest.
 */
export const untilAnswered = (
  { database, session }: { database: UserDatabase; session: Pick<Device['session'], 'get' | 'subscribe'> },
  trollyId: string,
): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      watching.unsubscribe()
      endSession()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(stop, WAITED_FOR_MS)
    const endSession = session.subscribe(() => {
      if (session.get().status !== 'signed-in') stop()
    })
    const watching = liveQuery(() => isAwaited(database, trollyId)).subscribe({
      next: (awaited) => {
        if (!awaited) stop()
      },
      error: stop,
    })
  })

const isAwaited = async (database: UserDatabase, trollyId: string): Promise<boolean> => {
  const lane = await readLane(database, laneOf(TROLLY, trollyId))
  const order = lane.find(({ operation }) => operation.kind === 'checkout')
  // Any decision in the trolly stops its order, and so does a failed attempt.
  const isStopped = lane.some(({ state }) => state === 'attention' || state === 'held')
  if (!order || isStopped || (order.state === 'pending' && order.attempts > 0)) return false
  return !(await isPaused(database, Date.now())) && (await isReached(database))
}
