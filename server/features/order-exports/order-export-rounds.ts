import fp from 'fastify-plugin'
import { backoffMs } from '#server/backoff.ts'
import type { Database } from '#server/db/database.ts'
import { errorText } from '#server/error-text.ts'
import { runRounds } from '#server/plugins/rounds.ts'
import type { ExportWebhook } from './export-webhook.ts'
import { withExportsLock } from './exports-lock.ts'
import { readExportMessages } from './order-export-messages.ts'
import {
  type ExportRow,
  findFirstWaiting,
  isNumbered,
  type NumberedRow,
  numberWaiting,
  setExported,
  setFailed,
} from './order-exports.repository.ts'

const EVERY_MS = 2_000
const RETRY = { firstMs: 5_000, mostMs: 10 * 60_000 }
/** From then on, which is after ten minutes, it is an error: somebody has to look. */
const FAILURES_MOST = 8

declare module 'fastify' {
  interface FastifyInstance {
    /** Hands over all that is due. @returns how many; undefined if another process is at it. Absent without a webhook. */
    sendOrderExports: () => Promise<number | undefined>
  }
}

/** Whether it waits for its next attempt. Never longer than that: a later moment was written before the clock was put back. */
const mustWait = ({ nextAttemptAt }: ExportRow, now: Date): boolean => {
  const waitMs = (nextAttemptAt?.getTime() ?? 0) - now.getTime()
  return waitMs > 0 && waitMs <= RETRY.mostMs
}

export type OrderExportOptions = { database: Database; webhook: ExportWebhook; now: () => Date }

/**
 * Hands the events of `order_exports` to the webhook, one after another and one process at a time. One that fails holds those
 * after it: the receiver reads them in order, and whatever fails is most often the receiver as a whole.
 */
export const orderExportRounds = fp(
  async (app, { database, webhook, now }: OrderExportOptions) => {
    const attempt = async (row: NumberedRow): Promise<boolean> => {
      const { id, orderId, event, sequence } = row
      const about = { orderId, event, sequence }
      try {
        const [message] = await readExportMessages(database, [row])
        if (message === undefined) throw new Error('There is nothing to send.')
        await webhook.send(message, now())
      } catch (error) {
        const failures = row.failures + 1
        const nextAttemptAt = new Date(now().getTime() + backoffMs(failures, RETRY))
        await setFailed(database, id, { lastError: errorText(error), nextAttemptAt })
        const level = failures < FAILURES_MOST ? 'warn' : 'error'
        app.log[level]({ ...about, failures, nextAttemptAt, err: error }, 'order not handed over yet')
        return false
      }
      // Not in the block above: what was taken has not failed, even if nobody could note it.
      await setExported(database, { which: { id }, channel: 'webhook', now: now() })
      app.log.info(about, 'order handed over')
      return true
    }

    const numbered = async (row: ExportRow): Promise<ExportRow | undefined> => {
      if (isNumbered(row)) return row
      await numberWaiting(database, { channel: 'webhook', most: 1 })
      return await findFirstWaiting(database)
    }

    const sendAll = async (isClosing = () => false): Promise<number | undefined> =>
      withExportsLock(database, async () => {
        for (let sent = 0; ; sent += 1) {
          const first = isClosing() ? undefined : await findFirstWaiting(database)
          if (first === undefined) return sent
          if (mustWait(first, now())) return sent
          const row = await numbered(first)
          // Staff may have marked it by hand in between.
          if (row === undefined || !isNumbered(row) || !(await attempt(row))) return sent
        }
      })
    app.decorate('sendOrderExports', () => sendAll())
    runRounds(app, {
      name: 'order export',
      everyMs: EVERY_MS,
      round: (signal) => sendAll(() => signal.aborted),
    })
  },
  { name: 'order-export-rounds' },
)
