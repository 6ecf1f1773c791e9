import { OUTBOX_REMAINS } from '#domain/worker-messages.ts'
import type { ReportError } from './error-reporter.ts'

type OutboxSyncPorts = {
  drain: () => Promise<void>
  holdReload: (drain: () => Promise<void>) => Promise<void>
  report: ReportError
  dealWith: (error: unknown) => void
}

/** A rejection makes the browser retry at growing intervals, three times at most; the next page to open sends the rest. */
export const createOutboxSync =
  ({ drain, holdReload, report, dealWith }: OutboxSyncPorts) =>
  async (): Promise<void> => {
    try {
      await holdReload(drain)
    } catch (error) {
      if (isOutboxRemaining(error)) dealWith(error)
      else await report('background_sync_failed', error)
      throw error
    }
  }

const isOutboxRemaining = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === OUTBOX_REMAINS
