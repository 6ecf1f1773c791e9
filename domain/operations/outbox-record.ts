import type { QueuedOperation } from './operation.ts'

export type OutboxRecord = QueuedOperation & {
  /** Record format. A build that does not know it leaves the record and its lane alone. */
  v: number
  lane: string
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

export const OUTBOX_FORMAT = 1

export type StoredRequest = {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  body: string
}
