import type { Database } from '#server/db/database.ts'
import { statement, withConnection } from '#server/db/transaction.ts'

const newest = statement<{ newest: number | null }>(
  'health_newest_migration',
  'SELECT max(created_at) AS newest FROM drizzle.__drizzle_migrations',
)

/** In ms since 1970; also proves that the database answers. @throws DatabaseTrouble */
export const newestMigrationMs = async (database: Database): Promise<number> =>
  (await newest(database))[0]?.newest ?? 0

/** 700 kB exceeds work_mem, so PostgreSQL writes a temporary file. */
const SPILL = `BEGIN; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 50000); COMMIT`

/** Tries a temporary file, which takes 6 ms. @throws DatabaseTrouble `disk_full` */
export const requireRoomToWrite = (database: Database): Promise<void> =>
  withConnection(database, async ({ $client }) => {
    await $client.query(SPILL)
  })
