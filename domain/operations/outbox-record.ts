import type { QueuedOperation } from './operation.ts'

/** An operation as the outbox keeps it: what was done, and how far it has come. */
export type OutboxRecord = QueuedOperation & {
  /** Format of the record. A build that meets one it does not know leaves it, and its lane, alone. */
  v: number
  lane: string
  /** The bytes of the request, kept from the first attempt on and never rebuilt. */
  request: StoredRequest | null
  /** Of the attempts, those that count towards the next wait and towards going alone: see `attemptsAfterAnswer`. Absent: none. */
  attemptsInARow?: number
  /** Not sent before this instant, epoch milliseconds: the wait after a failure. Cut short when the signal returns. */
  nextAttemptAt: number
  /** Not sent before this instant either: time for an undo. Never cut short. */
  notBefore: number
  /** Epoch milliseconds; for the age of what was attempted, never for order. */
  createdAt: number
  /** Absent: the server has never asked for patience instead of running it. */
  askedToWait?: AskedToWait
}

/** The latest 429 or 503. `at`: when it came, epoch milliseconds. */
export type AskedToWait = { at: number; status: number; retryAfterSeconds?: number | undefined }

export const OUTBOX_FORMAT = 1

export type StoredRequest = {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  body: string
}
