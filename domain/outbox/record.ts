import type { AnyOperation, Queued, Refusal } from './operation.ts'

export type OutboxRecord<
  Operation extends AnyOperation = AnyOperation,
  Refused extends Refusal = Refusal,
> = Queued<Operation, Refused> & {
  /** Record format. A build that does not know it leaves the record and its lane alone. */
  v: number
  lane: Lane
  /** The exact bytes sent, kept from the first attempt and never rebuilt. */
  request: StoredRequest | null
  /** Attempts that count towards the next wait and towards going alone: see `attemptsAfterAnswer`. Absent: none. */
  attemptsInARow?: number
  /** Retry wait, epoch milliseconds. Cut short when the connection returns. */
  nextAttemptAt: number
  /** Time to undo, epoch milliseconds. Never cut short. */
  notBefore: number
  /** Epoch milliseconds; measures age only, never order. */
  createdAt: number
  askedToWait?: AskedToWait
}

/** The latest 429 or 503, at `at` (epoch milliseconds). */
export type AskedToWait = { at: number; status: number; retryAfterSeconds?: number | undefined }

/** 1: lanes were trolly ids. 2: noun and id. */
export const OUTBOX_FORMAT = 2

export type StoredRequest = {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  body: string
}

export type Lane = `${string}:${string}`

export const laneOf = (noun: string, id: string): Lane => `${noun}:${id}`

export const nounOfLane = (lane: Lane): string => lane.slice(0, lane.indexOf(':'))

export const idOfLane = (lane: Lane): string => lane.slice(lane.indexOf(':') + 1)
