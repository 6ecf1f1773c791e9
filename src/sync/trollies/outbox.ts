import { laneOf } from '#domain/outbox/record.ts'
import type { Seen } from '#domain/trollies/append.ts'
import type { OrderToChange } from '#domain/trollies/closed-order.ts'
import { type Create, type LineOperation, type Operation, TROLLY } from '#domain/trollies/operation.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Choice, Queue } from '#src/sync/engine/queue.ts'
import { changeDraft, findDraft } from './drafts.ts'

/** What a person does with trollies whose changes wait here. */
export type Outbox = {
  append: (trollyId: string, operation: Operation, seen?: Seen) => Promise<void>
  /** In this order; all of them or, where one is refused, none. Of a trolly that has lines. */
  appendAll: (trollyId: string, operations: readonly Operation[]) => Promise<void>
  /** All of them or, where one is refused, none. @param decide one operation for each line, within the trolly's bounds */
  appendLines: (trollyId: string, decide: (view: TrollyView) => readonly LineOperation[]) => Promise<void>
  undoDelete: (trollyId: string) => Promise<boolean>
  takeBackCheckout: (trollyId: string) => Promise<boolean>
  decide: (opId: string, choice: Choice) => Promise<void>
  createAgain: (trollyId: string, create: Create) => Promise<void>
  moveToNewTrolly: (trollyId: string, create: Create) => Promise<void>
  /**
   * What a trolly has beyond the order that it can no longer change goes into a trolly of its own; the rest is given up.
   * @throws OperationRefused `decision_needed` while a line asks for a decision; or where the trolly cannot be changed
   */
  splitFromOrder: (trollyId: string, create: Create, order: OrderToChange | undefined) => Promise<void>
  discardLane: (trollyId: string) => Promise<void>
  /**
   * Sends a held lane again after a restored backup, with new keys and current versions.
   * @returns false, changing nothing, without a local row of the trolly: read it first. If the server has none either,
   * offer to move the work to a new trolly
   */
  sendAgain: (trollyId: string) => Promise<boolean>
  hurry: () => Promise<void>
}

export const createOutbox = ({
  database,
  queue,
  now,
}: {
  database: UserDatabase
  queue: Queue
  now: () => number
}): Outbox => {
  const lane = (trollyId: string) => laneOf(TROLLY, trollyId)
  // Seldom needed, so that opening a trolly does not load it.
  const loadMoves = async () => (await import('./moves.ts')).createMoves({ database, queue, now })
  return {
    append: async (trollyId, operation, seen) => {
      if (await findDraft(database, trollyId))
        await queue.changing(lane(trollyId), ({ append }) =>
          changeDraft(database, trollyId, { operation, append }),
        )
      else await queue.append(lane(trollyId), operation, seen)
    },
    appendAll: (trollyId, operations) =>
      queue.changing(lane(trollyId), async ({ append }) => {
        for (const operation of operations) await append(operation)
      }),
    appendLines: async (...given) => (await loadMoves()).appendLines(...given),
    undoDelete: (trollyId) => queue.takeBack(lane(trollyId), 'delete'),
    takeBackCheckout: (trollyId) => queue.takeBack(lane(trollyId), 'checkout'),
    decide: queue.decide,
    discardLane: (trollyId) => queue.discard(lane(trollyId)),
    hurry: queue.hurry,

    createAgain: async (...given) => (await loadMoves()).createAgain(...given),
    moveToNewTrolly: async (...given) => (await loadMoves()).moveToNewTrolly(...given),
    splitFromOrder: async (...given) => (await loadMoves()).splitFromOrder(...given),
    sendAgain: async (...given) => (await loadMoves()).sendAgain(...given),
  }
}
