import { OperationRefused } from '#domain/operations/append.ts'
import { type RoomPorts, withRoom } from '#src/store/quota.ts'
import type { StorageHealth } from '#src/store/storage-health.ts'
import type { Queue } from '#src/sync/engine/queue.ts'

/** Makes room and retries a person's change when storage is full. A change still not stored is reported and rejects. */
export const guardedQueue = (
  queue: Queue,
  ports: RoomPorts & { health: StorageHealth; onBegun: () => void },
): Queue => {
  const kept = <Result>(write: () => Promise<Result>): Promise<Result> =>
    ports.health.watch(
      () => withRoom(ports, write),
      (error) => error instanceof OperationRefused,
    )
  return {
    append: async (lane, operation, seen) => {
      await kept(() => queue.append(lane, operation, seen))
      if (operation.kind === 'create') ports.onBegun()
    },
    takeBack: (lane, kind) => kept(() => queue.takeBack(lane, kind)),
    decide: (opId, choice) => kept(() => queue.decide(opId, choice)),
    discard: (lane) => kept(() => queue.discard(lane)),
    changing: (lane, act) => kept(() => queue.changing(lane, act)),
    // Contains nothing of the person's.
    hurry: () => queue.hurry(),
  }
}
