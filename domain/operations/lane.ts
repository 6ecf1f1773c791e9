import { OPERATIONS_MAX } from '#domain/trolly.ts'
import { isLineOperation, isUntouched } from './operation.ts'
import { OUTBOX_FORMAT, type OutboxRecord } from './outbox-record.ts'

/**
 * A batch holds different lines, in order; a checkout or deletion goes alone, once everything before it is answered.
 * @param now epoch milliseconds; compared with waits only, never used for order
 * @param reached whether this device's last request reached the server
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
  /** A trolly made and deleted before anything was sent leaves the outbox whole. */
  drop: string[]
  /** Attempted so long ago that the server may have forgotten the key: ask the person. */
  ask: string[]
  send: OutboxRecord[]
  /** When to look again if nothing new happens; epoch milliseconds. */
  wakeAt: number | null
}

/** The server keeps a key for 90 days; well before that, unanswered operations are no longer sent. */
export const ATTEMPTED_TOO_LONG_AGO_MS = 60 * 24 * 3_600_000

export const DELETE_UNDO_MS = 10_000

export const RETRY_DELAY_MAX_MS = 60_000

/** Interval of connection checks where no event tells. */
const SIGNAL_AWAITED_MS = 20_000

/** After this many failures an operation goes alone, in case another spoils the batch. */
const ATTEMPTS_TOGETHER = 3

/**
 * After hours offline every operation has failed often enough to go alone. An answer shows that the connection was to
 * blame, so they may share a batch again; if they fail once more, the next goes alone.
 */
export const attemptsAfterAnswer = ({ attemptsInARow = 0 }: Pick<OutboxRecord, 'attemptsInARow'>): number =>
  Math.min(attemptsInARow, ATTEMPTS_TOGETHER - 1)

const EMPTY_PLAN: LanePlan = { drop: [], ask: [], send: [], wakeAt: null }

/** Waits longer than any ever set mean that the clock was set back; they count as over. */
const dueAt = ({ nextAttemptAt, notBefore }: OutboxRecord, now: number): number =>
  Math.max(
    nextAttemptAt - now > RETRY_DELAY_MAX_MS ? 0 : nextAttemptAt,
    notBefore - now > DELETE_UNDO_MS ? 0 : notBefore,
  )

const isTooOld = ({ state, attempts, createdAt }: OutboxRecord, now: number): boolean =>
  state === 'pending' && attempts > 0 && now - createdAt > ATTEMPTED_TOO_LONG_AGO_MS

/** A trolly never sent needs no request. Otherwise earlier operations go first, as the deletion may yet be undone. */
const overtakenByDeletion = (records: readonly OutboxRecord[], now: number): string[] => {
  const deletion = records.find(({ operation }) => operation.kind === 'delete')
  if (!deletion || deletion.notBefore > now) return []
  const neverSent = records.every(isUntouched) && records[0]?.operation.kind === 'create'
  return neverSent ? records.map(({ opId }) => opId) : []
}

/** Not first tried offline: once tried, an order may exist and the trolly is locked until an answer arrives. */
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
