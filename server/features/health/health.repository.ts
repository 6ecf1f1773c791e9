import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'

/**
 * When the newest migration that stands in the database was written, in ms since 1970; the statement is also the
 * proof that the database answers. Throws what the driver throws where it does not.
 */
export const newestMigrationMs = async (database: Database): Promise<number> => {
  const { rows } = await database.execute<{ newest: number | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  )
  return rows[0]?.newest ?? 0
}
