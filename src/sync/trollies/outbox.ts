import { isUnderstood } from '#domain/outbox/lane.ts'
import { laneOf, type OutboxRecord } from '#domain/outbox/record.ts'
import type { Seen } from '#domain/trollies/append.ts'
import { beyondOrder, type OrderToChange } from '#domain/trollies/closed-order.ts'
import { movedToNewTrolly } from '#domain/trollies/decide.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { type Create, type LineOperation, type Operation, TROLLY } from '#domain/trollies/operation.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { type TrollyView, viewTrolly } from '#domain/trollies/view.ts'
import { forgetTrolly, readTrollyParts } from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Choice, Queue } from '#src/sync/engine/queue.ts'
import { appendLines } from './append-lines.ts'
import { changeDraft, findDraft } from './drafts.ts'
import { noteTakenBack } from './taken-back.ts'

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
  const { outbox } = database
  const lane = (trollyId: string) => laneOf(TROLLY, trollyId)
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
    appendLines: (trollyId, decide) =>
      queue.changing(lane(trollyId), (within) =>
        appendLines({ database, trollyId, now: now(), ...within }, decide),
      ),
    undoDelete: (trollyId) => queue.takeBack(lane(trollyId), 'delete'),
    takeBackCheckout: (trollyId) => queue.takeBack(lane(trollyId), 'checkout'),
    decide: queue.decide,
    discardLane: (trollyId) => queue.discard(lane(trollyId)),
    hurry: queue.hurry,

    createAgain: (trollyId, create) =>
      queue.changing(lane(trollyId), async ({ record }) => {
        const { queue: waiting } = await readTrollyParts(database, trollyId)
        const refused = waiting.find(
          ({ operation, state }) => operation.kind === 'create' && state === 'attention',
        )
        if (refused)
          await outbox.put({ ...record({ operation: create, expectedVersion: null }), seq: refused.seq })
      }),

    moveToNewTrolly: (trollyId, create) =>
      queue.changing(lane(create.trollyId), async ({ record }) => {
        const { queue: waiting } = await readTrollyParts(database, trollyId)
        const order = await database.placedOrders.get(trollyId)
        const moved = movedToNewTrolly({ queue: waiting, create, ordered: order?.lines ?? [] })
        await outbox.where('lane').equals(lane(trollyId)).delete()
        await forgetTrolly(database, trollyId)
        await outbox.bulkAdd(moved.map((operation) => record({ operation, expectedVersion: null })))
        if (waiting.some(isCheckout)) await noteTakenBack(database, create.trollyId, now())
      }),

    splitFromOrder: (trollyId, create, order) =>
      queue.changing(lane(trollyId), async ({ append }) => {
        const view = viewTrolly(await readTrollyParts(database, trollyId))
        if (!view) throw new OperationRefused('trolly_unknown')
        if (view.decisions.some(({ operation }) => !isCheckout({ operation })))
          throw new OperationRefused('decision_needed')
        // A newer build's work, which this one cannot move.
        const isNewer = (record: OutboxRecord) => !isUnderstood(OPERATION_KINDS, record)
        if ((await outbox.where('lane').equals(lane(trollyId)).filter(isNewer).count()) > 0)
          throw new OperationRefused('trolly_held')
        const { added, terms } = beyondOrder(view.lines, order)
        await append({ kind: 'delete' })
        await queue.changing(lane(create.trollyId), async (within) => {
          await within.append(create)
          await appendLines({ database, trollyId: create.trollyId, now: now(), ...within }, () => added)
          for (const each of terms) await within.append(each)
        })
      }),

    sendAgain: (trollyId) =>
      queue.changing(lane(trollyId), async ({ append }) => {
        const { head, queue: waiting } = await readTrollyParts(database, trollyId)
        if (!head && !waiting.some(({ operation }) => operation.kind === 'create')) return false
        await outbox.where('lane').equals(lane(trollyId)).delete()
        for (const { operation } of waiting) {
          // The order was for earlier lines: the person orders again.
          if (operation.kind === 'checkout' || (operation.kind === 'create' && head)) continue
          await append(operation)
        }
        if (waiting.some(isCheckout)) await noteTakenBack(database, trollyId, now())
        return true
      }),
  }
}

const isCheckout = ({ operation }: { operation: Operation }): boolean => operation.kind === 'checkout'
