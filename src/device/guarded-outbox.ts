import { OperationRefused } from '#domain/operations/append.ts'
import { type RoomPorts, withRoom } from '#src/store/quota.ts'
import type { StorageHealth } from '#src/store/storage-health.ts'
import type { Outbox } from '#src/sync/outbox.ts'

/** Makes room and retries a person's change when storage is full. A change still not stored is reported and rejects. */
export const guardedOutbox = (
  outbox: Outbox,
  ports: RoomPorts & { health: StorageHealth; onFirstTrolly: () => void },
): Outbox => {
  const kept = <Result>(write: () => Promise<Result>): Promise<Result> =>
    ports.health.watch(
      () => withRoom(ports, write),
      (error) => error instanceof OperationRefused,
    )
  return {
    append: async (trollyId, operation, seen) => {
      await kept(() => outbox.append(trollyId, operation, seen))
      if (operation.kind === 'create') ports.onFirstTrolly()
    },
    undoDelete: (trollyId) => kept(() => outbox.undoDelete(trollyId)),
    takeBackCheckout: (trollyId) => kept(() => outbox.takeBackCheckout(trollyId)),
    decide: (opId, choice) => kept(() => outbox.decide(opId, choice)),
    createAgain: (trollyId, create) => kept(() => outbox.createAgain(trollyId, create)),
    moveToNewTrolly: (trollyId, create) => kept(() => outbox.moveToNewTrolly(trollyId, create)),
    discardLane: (trollyId) => kept(() => outbox.discardLane(trollyId)),
    sendAgain: (trollyId) => kept(() => outbox.sendAgain(trollyId)),
    // Contains nothing of the person's.
    hurry: () => outbox.hurry(),
  }
}
