import type { BuildOutcome } from './builds.ts'

/**
 * What pages and the service worker say to each other. A page may talk to the worker of an older or a newer build, so
 * a type or a field once published keeps its meaning, and what is not understood is ignored.
 */

export type PageMessage =
  /** Take over from the worker of the build before. The only thing that makes a waiting worker do so. */
  | { type: 'SKIP_WAITING' }
  /** Compare builds now (`onDemand`), or only if the last comparison is an hour old. */
  | { type: 'CHECK_BUILD'; onDemand: boolean }
  | { type: 'HELLO' }

export type WorkerMessage =
  | { type: 'BUILD_CHECKED'; outcome: BuildOutcome }
  | { type: 'WORKER_ERRORS'; errors: WorkerError[] }

export type WorkerError = { code: string; message: string; stack?: string; at: string; buildId: string }

/** The Background Sync tag under which the browser wakes the worker to send the outbox. */
export const OUTBOX_SYNC_TAG = 'trolly-outbox'

/**
 * The `code` of the error with which a drain ends when something is left to send: the browser is to try again, and
 * nothing is wrong. Any other error is a fault and is reported.
 */
export const OUTBOX_REMAINS = 'outbox_remains'

/**
 * The Web Lock that is held, shared, by every page with an edit open and by every drain. Whoever replaces the running
 * build takes it exclusively, and so never does it under one of those, in whichever tab it is.
 */
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
