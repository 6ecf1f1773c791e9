import type { Database } from '#server/db/database.ts'
import { newestMigrationMs } from './health.repository.ts'

export type HealthService = {
  /** Undefined when the process can serve; else why not, for the log (the reply does not say). */
  findReasonNotReady: () => Promise<Error | undefined>
  /** From now on not ready: the process is about to end and takes no new work. */
  drain: () => void
}

export type HealthParts = {
  database: Database
  /** When the newest migration that this build knows was written, in ms since 1970. */
  expectedMigrationMs: number
}

export const healthService = ({ database, expectedMigrationMs }: HealthParts): HealthService => {
  let draining = false
  return {
    drain: () => {
      draining = true
    },
    findReasonNotReady: async () => {
      if (draining) return new Error('The server is shutting down.')
      try {
        // A newer database is fine: while instances are replaced one by one, the first new one has migrated it.
        const newest = await newestMigrationMs(database)
        return newest >= expectedMigrationMs ? undefined : new Error('The database lacks migrations.')
      } catch (error) {
        return new Error('The database does not answer.', { cause: error })
      }
    },
  }
}
