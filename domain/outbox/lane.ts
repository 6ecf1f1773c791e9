import { UNDO_MS } from '#domain/undo.ts'
import { isUntouched } from './operation.ts'
import { OUTBOX_FORMAT, type OutboxRecord } from './record.ts'
import { type KindRules, type NounRules, rulesFor, subjectOf } from './rules.ts'

/** @param now epoch milliseconds, for waits only, never order @param reached whether the last request reached the server */
export const planLane = (
  rules: NounRules,
  records: readonly OutboxRecord[],
  now: number,
  reached = true,
): LanePlan => {
  if (!records.every((record) => isUnderstood(rules, record))) return EMPTY_PLAN
  const is = (flag: Flag, { operation }: OutboxRecord) => rulesFor(rules, operation)?.[flag] === true
  if (records.some(({ state }) => state === 'held' || state === 'sending')) return EMPTY_PLAN
  if (records.some((record) => record.state === 'attention' && is('begins', record))) return EMPTY_PLAN

  const tooOld = records
    .filter((record) => isTooOld(record, now) && !is('repeatable', record))
    .map(({ opId }) => opId)
  if (tooOld.length > 0) return { ...EMPTY_PLAN, ask: tooOld }

  const drop = isNeverToBegin(records, now, is) ? records.map(({ opId }) => opId) : []
  const waiting = records.filter(
    (record) =>
      record.state === 'pending' && !drop.includes(record.opId) && !isBehind(rules, record, records),
  )
  const asking = records.some(({ state }) => state === 'attention')
  const planned = nextTogether(rules, waiting, asking, now)
  const awaitsSignal =
    !reached && planned.some((record) => is('awaitsSignal', record) && record.attempts === 0)
  const send = awaitsSignal ? [] : planned
  const wakeAt =
    send.length > 0 || !waiting[0] ? null : awaitsSignal ? now + SIGNAL_AWAITED_MS : dueAt(waiting[0], now)
  return { drop, ask: [], send, wakeAt: wakeAt !== null && wakeAt > now ? wakeAt : null }
}

export type LanePlan = {
  /** A lane created and deleted before anything was sent is dropped entirely. */
  drop: string[]
  /** Attempted so long ago that the server may have forgotten the key: ask the person. */
  ask: string[]
  send: OutboxRecord[]
  /** Epoch milliseconds. */
  wakeAt: number | null
}

type Flag = 'begins' | 'ends' | 'awaitsSignal' | 'repeatable'
type Is = (flag: Flag, record: OutboxRecord) => boolean

export const isUnderstood = (rules: NounRules, { v, operation }: OutboxRecord): boolean =>
  v === OUTBOX_FORMAT && rulesFor(rules, operation) !== undefined

/** The server keeps a key for 90 days; well before that, unanswered operations are no longer sent. */
export const ATTEMPTED_TOO_LONG_AGO_MS = 60 * 24 * 3_600_000

export const RETRY_DELAY_MAX_MS = 60_000

const SIGNAL_AWAITED_MS = 20_000

/** After this many failures an operation goes alone, in case another spoils the batch. */
const ATTEMPTS_TOGETHER = 3

export const OPERATIONS_MAX = 100

/** An answer shows that the connection was to blame: share a batch again, but after one more failure go alone. */
export const attemptsAfterAnswer = ({ attemptsInARow = 0 }: Pick<OutboxRecord, 'attemptsInARow'>): number =>
  Math.min(attemptsInARow, ATTEMPTS_TOGETHER - 1)

const EMPTY_PLAN: LanePlan = { drop: [], ask: [], send: [], wakeAt: null }

/** A wait longer than the maximum means that the clock was set back, and counts as over. */
const dueAt = ({ nextAttemptAt, notBefore }: OutboxRecord, now: number): number =>
  Math.max(
    nextAttemptAt - now > RETRY_DELAY_MAX_MS ? 0 : nextAttemptAt,
    notBefore - now > UNDO_MS ? 0 : notBefore,
  )

const isTooOld = ({ state, attempts, createdAt }: OutboxRecord, now: number): boolean =>
  state === 'pending' && attempts > 0 && now - createdAt > ATTEMPTED_TOO_LONG_AGO_MS

const isBehind = (rules: NounRules, record: OutboxRecord, records: readonly OutboxRecord[]): boolean => {
  const needed = rulesFor(rules, record.operation)?.needs?.(record.operation)
  return (
    needed !== undefined &&
    record.attempts === 0 &&
    records.some(({ operation }) => subjectOf(rules, operation) === needed)
  )
}

const isNeverToBegin = (records: readonly OutboxRecord[], now: number, is: Is): boolean => {
  const [first] = records
  const end = records.find((record) => is('ends', record))
  if (!first || !end || end.notBefore > now) return false
  return records.every(isUntouched) && is('begins', first)
}

const nextTogether = (
  rules: NounRules,
  waiting: readonly OutboxRecord[],
  asking: boolean,
  now: number,
): OutboxRecord[] => {
  const [first] = waiting
  if (!first || dueAt(first, now) > now) return []
  const rulesOf = ({ operation }: OutboxRecord): KindRules | undefined => rulesFor(rules, operation)
  if (asking && rulesOf(first)?.awaitsDecisions) return []
  if (rulesOf(first)?.goesAlone || (first.attemptsInARow ?? 0) >= ATTEMPTS_TOGETHER) return [first]

  const batch: OutboxRecord[] = []
  const subjects = new Set<string>()
  for (const record of waiting) {
    const subject = subjectOf(rules, record.operation)
    if (rulesOf(record)?.goesAlone || subjects.has(subject) || dueAt(record, now) > now) break
    subjects.add(subject)
    batch.push(record)
    if (batch.length === OPERATIONS_MAX) break
  }
  return batch
}
