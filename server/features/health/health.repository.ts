import type { Database } from '#server/db/database.ts'
import { statement, withConnection } from '#server/db/transaction.ts'

const newest = statement<{ newest: number | null }>(
  'health_newest_migration',
  'SELECT max(created_at) AS newest FROM drizzle.__drizzle_migrations',
)

/**
 * When the newest migration in the database was written, in ms since 1970; the statement also proves that the database
 * answers. @throws DatabaseTrouble
 */
export const newestMigrationMs = async (database: Database): Promise<number> =>
  (await newest(database))[0]?.newest ?? 0

/** 700 kB, more than may stay in memory: PostgreSQL writes them to its disk, and removes them at the end. */
const SPILL = `BEGIN; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 50000); COMMIT`

/** Has PostgreSQL write a temporary file, which takes 6 ms. @throws DatabaseTrouble `disk_full` */
export const requireRoomToWrite = (database: Database): Promise<void> =>
  withConnection(database, async ({ $client }) => {
    await $client.query(SPILL)
  })
