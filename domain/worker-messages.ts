import type { BuildOutcome } from './builds.ts'

/** Builds may differ, so a published type or field keeps its meaning and unknown ones are ignored. */

export type PageMessage =
  /** Replace the previous build's worker. Nothing else makes a waiting worker do so. */
  | { type: 'SKIP_WAITING' }
  /** `onDemand` compares builds now, else only after an hour. */
  | { type: 'CHECK_BUILD'; onDemand: boolean }
  | { type: 'HELLO' }

export type WorkerMessage =
  | { type: 'BUILD_CHECKED'; outcome: BuildOutcome }
  | { type: 'WORKER_ERRORS'; errors: WorkerError[] }

export type WorkerError = { code: string; message: string; stack?: string; at: string; buildId: string }

export const OUTBOX_SYNC_TAG = 'trolly-outbox'

/** The error `code` of a drain that leaves operations: the browser retries. Any other error is reported as a fault. */
export const OUTBOX_REMAINS = 'outbox_remains'

/** Shared by pages with an open edit and by drains; replacing the build takes it exclusively, so never interrupts them. */
export const RELOAD_HOLD_LOCK = 'trolly-hold-reload'

const PAGE_MESSAGE_TYPES: Record<PageMessage['type'], true> = {
  SKIP_WAITING: true,
  CHECK_BUILD: true,
  HELLO: true,
}
const WORKER_MESSAGE_TYPES: Record<WorkerMessage['type'], true> = { BUILD_CHECKED: true, WORKER_ERRORS: true }

export const isPageMessage = (data: unknown): data is PageMessage => hasTypeOf(data, PAGE_MESSAGE_TYPES)
export const isWorkerMessage = (data: unknown): data is WorkerMessage => hasTypeOf(data, WORKER_MESSAGE_TYPES)

const hasTypeOf = (data: unknown, types: Record<string, true>) =>
  typeof data === 'object' && data !== null && 'type' in data && Object.hasOwn(types, String(data.type))
