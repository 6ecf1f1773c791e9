import { v7 as uuidv7 } from 'uuid'
import { planAppend, type Seen, takesBackOrder } from '#domain/operations/append.ts'
import { type Choice, decided, movedToNewTrolly } from '#domain/operations/decide.ts'
import { attemptsAfterAnswer, DELETE_UNDO_MS } from '#domain/operations/lane.ts'
import {
  type Create,
  isLineOperation,
  isUntouched,
  type Operation,
  type QueuedOperation,
} from '#domain/operations/operation.ts'
import { OUTBOX_FORMAT, type OutboxRecord } from '#domain/operations/outbox-record.ts'
import { type TrollyParts, viewTrolly } from '#domain/operations/view.ts'
import { forgetTrolly, readLineParts, readTrollyParts } from '#src/store/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { forgetTakenBack, noteTakenBack } from './taken-back.ts'

/** Unconfirmed work. Each change is one transaction: stored when its promise resolves, not at all when it rejects. */
export type Outbox = {
  append: (trollyId: string, operation: Operation, seen?: Seen) => Promise<void>
  undoDelete: (trollyId: string) => Promise<boolean>
  takeBackCheckout: (trollyId: string) => Promise<boolean>
  decide: (opId: string, choice: Choice) => Promise<void>
  createAgain: (trollyId: string, create: Create) => Promise<void>
  moveToNewTrolly: (trollyId: string, create: Create) => Promise<void>
  discardLane: (trollyId: string) => Promise<void>
  /**
   * Sends a held lane again after a restored backup, with new keys and current versions.
   * @returns false, changing nothing, without a local row of the trolly: read it first. If the server has none either,
   * offer to move the work to a new trolly
   */
  sendAgain: (trollyId: string) => Promise<boolean>
  /** Ends all waits and lets operations go together: the connection is back, or the person asks. */
  hurry: () => Promise<void>
}

export type OutboxPorts = {
  database: UserDatabase
  now: () => number
  newId?: () => string
  onChange: (what: 'line' | 'other') => void
}

export const createOutbox = ({ database, now, newId = uuidv7, onChange }: OutboxPorts): Outbox => {
  const { outbox } = database

  const record = (
    lane: string,
    operation: Operation,
    expectedVersion: number | null,
  ): Omit<OutboxRecord, 'seq'> => ({
    v: OUTBOX_FORMAT,
    opId: newId(),
    lane,
    operation,
    expectedVersion,
    state: 'pending',
    attempts: 0,
    request: null,
    refusal: null,
    nextAttemptAt: 0,
    notBefore: operation.kind === 'delete' ? now() + DELETE_UNDO_MS : 0,
    createdAt: now(),
  })

  const append = async (trollyId: string, operation: Operation, seen?: Seen): Promise<void> => {
    const ofLine = isLineOperation(operation)
      ? await readLineParts(database, trollyId, operation.product_no)
      : undefined
    const parts =
      ofLine && standsAlone(ofLine, operation) ? ofLine : await readTrollyParts(database, trollyId)
    const plan = planAppend({ ...parts, operation, seen })
    if (plan.takenBack.length > 0) await outbox.where('opId').anyOf(plan.takenBack).delete()
    if (takesBackOrder({ queue: parts.queue, operation })) await noteTakenBack(database, trollyId, now())
    if (operation.kind === 'checkout') await forgetTakenBack(database, trollyId)
    if (!plan.write) return
    const { into, expectedVersion } = plan.write
    // `put`, not `modify`, which would look it up again while a tap waits.
    const waiting = parts.queue.find(({ opId }) => opId === into)
    if (waiting) await outbox.put({ ...waiting, operation: plan.write.operation, expectedVersion })
    else await outbox.add(record(trollyId, plan.write.operation, expectedVersion))
  }

  const changing = async <Result>(
    act: () => Promise<Result>,
    what: 'line' | 'other' = 'other',
  ): Promise<Result> => {
    const result = await database.transaction(
      'rw',
      [outbox, database.trollies, database.lines, database.placedOrders, database.sync],
      act,
    )
    onChange(what)
    return result
  }

  const takeBack = (trollyId: string, kind: Operation['kind']) =>
    changing(async () => {
      const taken = await outbox
        .where('lane')
        .equals(trollyId)
        .filter((queued) => queued.operation.kind === kind && isUntouched(queued))
        .delete()
      return taken > 0
    })

  return {
    append: (trollyId, operation, seen) =>
      changing(() => append(trollyId, operation, seen), isLineOperation(operation) ? 'line' : 'other'),
    undoDelete: (trollyId) => takeBack(trollyId, 'delete'),
    takeBackCheckout: (trollyId) => takeBack(trollyId, 'checkout'),

    decide: (opId, choice) =>
      changing(async () => {
        const asked = await outbox.where('opId').equals(opId).first()
        // Already decided in another tab.
        if (asked?.state !== 'attention') return
        const answer = decided(asked, choice)
        const checkouts = await checkoutsOf(database, asked.lane)
        await outbox
          .where('opId')
          .anyOf([opId, ...checkouts])
          .delete()
        if (checkouts.length > 0) await noteTakenBack(database, asked.lane, now())
        if (!answer) return
        const { opId: key, ...fresh } = record(asked.lane, answer.operation, answer.expectedVersion)
        // A creation keeps its place ahead of the trolly's other work.
        if (answer.operation.kind === 'create') await outbox.put({ ...fresh, opId: key, seq: asked.seq })
        else await outbox.add({ ...fresh, opId: key })
      }),

    createAgain: (trollyId, create) =>
      changing(async () => {
        const refused = await outbox
          .where('lane')
          .equals(trollyId)
          .filter(({ operation, state }) => operation.kind === 'create' && state === 'attention')
          .first()
        if (refused) await outbox.put({ ...record(trollyId, create, null), seq: refused.seq })
      }),

    moveToNewTrolly: (trollyId, create) =>
      changing(async () => {
        const queue = await outbox.where('lane').equals(trollyId).sortBy('seq')
        const order = await database.placedOrders.get(trollyId)
        const moved = movedToNewTrolly({ queue, create, ordered: order?.lines ?? [] })
        await outbox.where('lane').equals(trollyId).delete()
        await forgetTrolly(database, trollyId)
        await outbox.bulkAdd(moved.map((operation) => record(create.trollyId, operation, null)))
        if (queue.some(isCheckout)) await noteTakenBack(database, create.trollyId, now())
      }),

    discardLane: (trollyId) =>
      changing(async () => {
        await outbox.where('lane').equals(trollyId).delete()
        const { head } = await readTrollyParts(database, trollyId)
        if (head && head.state !== 'open') await forgetTrolly(database, trollyId)
      }),

    sendAgain: (trollyId) =>
      changing(async () => {
        const { head, queue } = await readTrollyParts(database, trollyId)
        if (!head && !queue.some(({ operation }) => operation.kind === 'create')) return false
        await outbox.where('lane').equals(trollyId).delete()
        for (const { operation } of queue) {
          // The order was for earlier lines: the person orders again.
          if (operation.kind === 'checkout' || (operation.kind === 'create' && head)) continue
          await append(trollyId, operation)
        }
        if (queue.some(isCheckout)) await noteTakenBack(database, trollyId, now())
        return true
      }),

    hurry: () =>
      changing(async () => {
        await outbox
          .filter(
            ({ state, attempts, nextAttemptAt }) =>
              nextAttemptAt > 0 || (state === 'pending' && attempts > 0),
          )
          .modify((record) => {
            record.nextAttemptAt = 0
            // Assumes that only the connection was missing, so that work goes together again.
            record.attemptsInARow = attemptsAfterAnswer(record)
          })
      }),
  }
}

/** An existing line is independent of the others; a new one depends on their number. */
const standsAlone = (parts: TrollyParts, operation: Operation): boolean =>
  isLineOperation(operation) &&
  viewTrolly(parts)?.lines.some((line) => line.product_no === operation.product_no && !line.removed) === true

const isCheckout = ({ operation }: QueuedOperation): boolean => operation.kind === 'checkout'

const checkoutsOf = async ({ outbox }: UserDatabase, lane: string): Promise<string[]> =>
  (await outbox.where('lane').equals(lane).toArray())
    .filter((queued) => isCheckout(queued) && isUntouched(queued))
    .map(({ opId }) => opId)
