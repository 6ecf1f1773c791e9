import type { OrderExport } from '#contract/order-export.ts'
import { CodedError } from '#server/coded-error.ts'
import type { Database } from '#server/db/database.ts'
import { withExportsLock } from './exports-lock.ts'
import { readExportMessages } from './order-export-messages.ts'
import { findLastNumbered, findNumbered, numberWaiting, setExported } from './order-exports.repository.ts'

const AT_ONCE = 200

export type ExportSink = {
  write: (messages: OrderExport[]) => Promise<void>
  /** Once it returns, every reader sees all of them. */
  finish: () => Promise<void>
}

export type HandOutRequest = {
  /** Begins again after this number, with events that were taken before. */
  after: number | undefined
  insteadOfWebhook: boolean
  signal: AbortSignal
}

export type HandedOut = { count: number; from: number; to: number }

/**
 * Gives what waits to `sink`, in order, and notes that it was taken once the sink has finished. Whatever goes wrong before
 * leaves all of it waiting, under the same numbers.
 * @throws CodedError `export_running`, `webhook_has_orders`, `number_unknown`
 */
export const handOut = async (
  database: Database,
  { after, insteadOfWebhook, signal }: HandOutRequest,
  sink: ExportSink,
): Promise<HandedOut> => {
  const done = await withExportsLock(database, async () => {
    const last = await findLastNumbered(database)
    if (last?.channel === 'webhook' && !insteadOfWebhook)
      throw new CodedError('webhook_has_orders', 'The webhook takes the orders: each is handed over once.')
    if (after !== undefined && after > (last?.sequence ?? 0))
      throw new CodedError('number_unknown', `The last number is ${last?.sequence ?? 0}.`)
    await numberWaiting(database, { channel: 'file', most: Number.MAX_SAFE_INTEGER })
    const out: HandedOut = { count: 0, from: 0, to: after ?? 0 }
    for (;;) {
      signal.throwIfAborted()
      const rows = await findNumbered(database, { after: out.to, again: after !== undefined, most: AT_ONCE })
      if (rows.length === 0) break
      await sink.write(await readExportMessages(database, rows))
      if (out.count === 0) out.from = rows[0]?.sequence ?? 0
      out.count += rows.length
      out.to = rows.at(-1)?.sequence ?? 0
    }
    await sink.finish()
    if (out.count > 0) await setExported(database, { which: out, channel: 'file', now: new Date() })
    return out
  })
  if (done === undefined)
    throw new CodedError('export_running', 'Orders are being handed over at this moment. Try again.')
  return done
}
