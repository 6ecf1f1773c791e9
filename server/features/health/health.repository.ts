import { max } from 'drizzle-orm'
import { bigint, pgSchema } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/database.ts'
import { withConnection } from '#server/db/transaction.ts'

/** Drizzle's own table, which migrate.ts lets it write. */
const migrations = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }),
})

/** In ms since 1970; also proves that the database answers. @throws where it does not */
export const newestMigrationMs = async (database: Database): Promise<number> => {
  const [row] = await database.select({ newest: max(migrations.createdAt) }).from(migrations)
  return row?.newest ?? 0
}

/** Written by hand: SET LOCAL. 700 kB exceeds work_mem, so PostgreSQL writes a temporary file. */
const SPILL = `BEGIN; SET LOCAL work_mem = '64kB'; SELECT count(*) FROM generate_series(1, 50000); COMMIT`

/** Tries a temporary file, which takes 6 ms. @throws DatabaseTrouble `disk_full` */
export const requireRoomToWrite = (database: Database): Promise<void> =>
  withConnection(database, async ({ $client }) => {
    await $client.query(SPILL)
  })
