/** A page asks the worker with this; it answers with a `WorkerReply`. Their builds may differ: a published field keeps its meaning. */
export const CHECK_BUILD = { type: 'CHECK_BUILD' }

export type WorkerReply = {
  buildId: string
  /** Since the last reply. */
  errors: WorkerError[]
}

export type WorkerError = { code: string; message: string; stack?: string; at: string; buildId: string }

/** The worker asks an open page, with a port for its answer, to show `path`: a notification was opened. */
export const OPEN_PAGE = 'OPEN_PAGE'

export const OUTBOX_SYNC_TAG = 'trolly-outbox'

/** The error `code` of a drain that leaves operations: the browser retries. Any other error is reported as a fault. */
export const OUTBOX_REMAINS = 'outbox_remains'

/** Shared by pages with an open edit and by drains; replacing the build takes it exclusively, so never interrupts them. */
export const RELOAD_HOLD_LOCK = 'trolly-hold-reload'
