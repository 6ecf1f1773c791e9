import type { Database } from '#server/db/database.ts'
import { DatabaseTrouble } from '#server/db/trouble.ts'
import { within } from '#server/within.ts'
import { newestMigrationMs, requireRoomToWrite } from './health.repository.ts'

export type HealthService = {
  /** Undefined when ready. Answers within ANSWER_MS, whatever the database does. */
  findReasonNotReady: () => Promise<NotReady | undefined>
  /** Reports not ready from now on, while still serving until the balancer looks elsewhere. */
  drain: () => void
  isDraining: () => boolean
}

export type NotReady = { code: 'not_ready' | 'disk_full'; error: Error }

export type HealthParts = {
  database: Database
  expectedMigrationMs: number
  /** Replaced by tests of a full disk. */
  requireRoom?: (database: Database) => Promise<void>
  nowMs?: () => number
}

const ANSWER_MS = 2_000
/** Interval between trial files, however often balancers ask. */
const ROOM_LASTS_MS = 5_000

export const healthService = ({
  database,
  expectedMigrationMs,
  requireRoom = requireRoomToWrite,
  nowMs = Date.now,
}: HealthParts): HealthService => {
  let draining = false
  let roomUntilMs = 0

  const check = async (): Promise<NotReady | undefined> => {
    try {
      // A newer database is fine: during a rolling update the first new instance has migrated it.
      if ((await newestMigrationMs(database)) < expectedMigrationMs) {
        return { code: 'not_ready', error: new Error('The database lacks migrations.') }
      }
      if (nowMs() >= roomUntilMs) {
        await requireRoom(database)
        roomUntilMs = nowMs() + ROOM_LASTS_MS
      }
      return undefined
    } catch (error) {
      return notReadyOf(error)
    }
  }
  // One check at a time, lest impatient balancers exhaust a hung database's connections.
  let checking: Promise<NotReady | undefined> | undefined
  const checkOnce = (): Promise<NotReady | undefined> => {
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }
  return {
    drain: () => {
      draining = true
    },
    isDraining: () => draining,
    findReasonNotReady: async () => {
      if (draining) return { code: 'not_ready', error: new Error('The server is shutting down.') }
      return await within(ANSWER_MS, checkOnce()).catch(notReadyOf)
    },
  }
}

const notReadyOf = (cause: unknown): NotReady =>
  cause instanceof DatabaseTrouble && cause.code === 'disk_full'
    ? { code: 'disk_full', error: cause }
    : { code: 'not_ready', error: new Error('The database is not responding.', { cause }) }
