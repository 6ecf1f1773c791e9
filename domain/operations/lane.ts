import { OPERATIONS_MAX } from '#domain/trolly.ts'
import { isLineOperation, isUntouched } from './operation.ts'
import { OUTBOX_FORMAT, type OutboxRecord } from './outbox-record.ts'

/**
 * What leaves a lane next. Operations go in the order they were made; several go in one batch where each is of another
 * line; a checkout and a deletion go alone, when all before them is answered.
 *
 * @param records the lane, in order
 * @param now epoch milliseconds; compared with waits only, never used for order
 * @param reached whether the last request of this device reached the server
 */
export const planLane = (records: readonly OutboxRecord[], now: number, reached = true): LanePlan => {
  if (records.some(({ v }) => v !== OUTBOX_FORMAT)) return EMPTY_PLAN
  if (records.some(({ state }) => state === 'held' || state === 'sending')) return EMPTY_PLAN
  if (records.some(({ state, operation }) => state === 'attention' && operation.kind === 'create'))
    return EMPTY_PLAN

  const tooOld = records.filter((record) => isTooOld(record, now)).map(({ opId }) => opId)
  if (tooOld.length > 0) return { ...EMPTY_PLAN, ask: tooOld }

  const drop = overtakenByDeletion(records, now)
  const waiting = records.filter(({ state, opId }) => state === 'pending' && !drop.includes(opId))
  const asking = records.some(({ state }) => state === 'attention')
  const planned = nextTogether(waiting, asking, now)
  const awaitsSignal = !reached && planned.some(isFirstTryOfCheckout)
  const send = awaitsSignal ? [] : planned
  const wakeAt =
    send.length > 0 || !waiting[0] ? null : awaitsSignal ? now + SIGNAL_AWAITED_MS : dueAt(waiting[0], now)
  return { drop, ask: [], send, wakeAt: wakeAt !== null && wakeAt > now ? wakeAt : null }
}

export type LanePlan = {
  /** A trolly made and deleted here before anything was sent: all of it leaves the outbox. */
  drop: string[]
  /** Attempted so long ago that the server may have forgotten the key: the person is asked. */
  ask: string[]
  send: OutboxRecord[]
  /** When there may be something to send without anything new happening; epoch milliseconds. */
  wakeAt: number | null
}

/** The server keeps a key for 90 days; well before that an unanswered operation is not sent again. */
export const ATTEMPTED_TOO_LONG_AGO_MS = 60 * 24 * 3_600_000

export const DELETE_UNDO_MS = 10_000

export const RETRY_DELAY_MAX_MS = 60_000

/** How long until it is looked whether the signal is back, where nothing else tells. */
const SIGNAL_AWAITED_MS = 20_000

/** After so many unanswered attempts an operation goes alone: a batch may fail for another's sake. */
const ATTEMPTS_TOGETHER = 3

/**
 * What an operation's attempts in a row count for once one before it was answered. After hours without signal all of
 * them have failed often enough to go alone; one that arrived shows that it was the signal, and the others may go
 * in a batch once more. If it was not, they fail once and the next goes alone.
 */
export const attemptsAfterAnswer = ({ attemptsInARow = 0 }: Pick<OutboxRecord, 'attemptsInARow'>): number =>
  Math.min(attemptsInARow, ATTEMPTS_TOGETHER - 1)

const EMPTY_PLAN: LanePlan = { drop: [], ask: [], send: [], wakeAt: null }

/** Waits longer than any that is ever set are a clock that was set back meanwhile, and count as over. */
const dueAt = ({ nextAttemptAt, notBefore }: OutboxRecord, now: number): number =>
  Math.max(
    nextAttemptAt - now > RETRY_DELAY_MAX_MS ? 0 : nextAttemptAt,
    notBefore - now > DELETE_UNDO_MS ? 0 : notBefore,
  )

const isTooOld = ({ state, attempts, createdAt }: OutboxRecord, now: number): boolean =>
  state === 'pending' && attempts > 0 && now - createdAt > ATTEMPTED_TOO_LONG_AGO_MS

/**
 * A trolly that was never sent and is deleted, with no time left to take that back, needs no request at all. Where the
 * server may know of it, what was done before the deletion goes first: the deletion may yet be taken back, or refused
 * and given up, and then everything before it counts.
 */
const overtakenByDeletion = (records: readonly OutboxRecord[], now: number): string[] => {
  const deletion = records.find(({ operation }) => operation.kind === 'delete')
  if (!deletion || deletion.notBefore > now) return []
  const neverSent = records.every(isUntouched) && records[0]?.operation.kind === 'create'
  return neverSent ? records.map(({ opId }) => opId) : []
}

/**
 * An order is not even tried without signal: once tried it may have been placed, and the trolly could not be changed any more
 * until the signal is back. Whoever sends looks for the server first.
 */
const isFirstTryOfCheckout = ({ operation, attempts }: OutboxRecord): boolean =>
  operation.kind === 'checkout' && attempts === 0

const goesAlone = ({ operation }: OutboxRecord): boolean =>
  operation.kind === 'checkout' || operation.kind === 'delete'

const nextTogether = (waiting: readonly OutboxRecord[], asking: boolean, now: number): OutboxRecord[] => {
  const [first] = waiting
  if (!first || dueAt(first, now) > now) return []
  if (first.operation.kind === 'checkout' && asking) return []
  if (goesAlone(first) || (first.attemptsInARow ?? 0) >= ATTEMPTS_TOGETHER) return [first]

  const batch: OutboxRecord[] = []
  const subjects = new Set<string>()
  for (const record of waiting) {
    const subject = isLineOperation(record.operation) ? record.operation.product_no : record.operation.kind
    if (goesAlone(record) || subjects.has(subject) || dueAt(record, now) > now) break
    subjects.add(subject)
    batch.push(record)
    if (batch.length === OPERATIONS_MAX) break
  }
  return batch
}
