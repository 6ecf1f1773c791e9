import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { settings } from '#server/db/schema/settings.ts'
import { prepared } from '#server/db/statement.ts'

const find = prepared('setting_find', (executor) =>
  executor
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, sql.placeholder('name'))),
)

export const findSetting = async (database: Database, name: string): Promise<unknown> =>
  (await find(database, { name }))[0]?.value

/** Another instance's value stays. */
export const insertSetting = async (database: Database, name: string, value: unknown): Promise<void> => {
  await database.insert(settings).values({ name, value }).onConflictDoNothing()
}
