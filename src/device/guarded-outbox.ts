import { OperationRefused } from '#domain/operations/append.ts'
import { type RoomPorts, withRoom } from '#src/store/quota.ts'
import type { StorageHealth } from '#src/store/storage-health.ts'
import type { Outbox } from '#src/sync/outbox.ts'

/**
 * The outbox with what a full or broken storage asks for around each of a person's changes: room is made and the change
 * tried again; one that is not kept in the end is noted, to be told loudly, and still rejects.
 */
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
    // Nothing of the person's is in this one.
    hurry: () => outbox.hurry(),
  }
}
