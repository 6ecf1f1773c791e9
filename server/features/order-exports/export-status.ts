import type { ExportChannel, ExportEvent } from '#domain/order-export.ts'
import type { Database } from '#server/db/database.ts'
import { countWaiting, findFirstWaiting, findLastNumbered, findOrderNo } from './order-exports.repository.ts'

/** Instants as ISO texts; null: none. */
export type ExportStatus = {
  waiting: number
  waitingSince: string | null
  /** The last that was handed over or tried. */
  lastNumber: number
  lastChannel: ExportChannel | null
  lastTakenAt: string | null
  /** The first that waits: if it fails, it holds all others. */
  next: {
    orderNo: string
    event: ExportEvent
    failures: number
    nextAttemptAt: string | null
    lastError: string | null
  } | null
}

export const readExportStatus = async (database: Database): Promise<ExportStatus> => {
  const [{ waiting, waitingSince }, last, first] = await Promise.all([
    countWaiting(database),
    findLastNumbered(database),
    findFirstWaiting(database),
  ])
  return {
    waiting,
    waitingSince: textOf(waitingSince),
    lastNumber: last?.sequence ?? 0,
    lastChannel: last?.channel ?? null,
    lastTakenAt: textOf(last?.exportedAt ?? null),
    next:
      first === undefined
        ? null
        : {
            orderNo: await findOrderNo(database, first.orderId),
            event: first.event,
            failures: first.failures,
            nextAttemptAt: textOf(first.nextAttemptAt),
            lastError: first.lastError,
          },
  }
}

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null
