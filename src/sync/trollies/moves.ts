import { isUnderstood } from '#domain/outbox/lane.ts'
import { laneOf, type OutboxRecord } from '#domain/outbox/record.ts'
import { beyondOrder } from '#domain/trollies/closed-order.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { movedToNewTrolly } from '#domain/trollies/moved.ts'
import { type Operation, TROLLY } from '#domain/trollies/operation.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { viewTrolly } from '#domain/trollies/view.ts'
import { forgetTrolly, readTrollyParts } from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Queue } from '#src/sync/engine/queue.ts'
import { appendLines } from './append-lines.ts'
import type { Outbox } from './outbox.ts'
import { noteTakenBack } from './taken-back.ts'

type Moves = Pick<Outbox, 'appendLines' | 'createAgain' | 'moveToNewTrolly' | 'splitFromOrder' | 'sendAgain'>

/** Many lines at once, and what becomes of waiting work whose trolly the server no longer takes. */
export const createMoves = ({
  database,
  queue,
  now,
}: {
  database: UserDatabase
  queue: Queue
  now: () => number
}): Moves => {
  const { outbox } = database
  const lane = (trollyId: string) => laneOf(TROLLY, trollyId)
  return {
    appendLines: (trollyId, decide) =>
      queue.changing(lane(trollyId), (within) =>
        appendLines({ database, trollyId, now: now(), ...within }, decide),
      ),

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
