import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { settings } from '#server/db/schema/settings.ts'

export const findSetting = async (database: Database, name: string): Promise<unknown> => {
  const [row] = await database.select({ value: settings.value }).from(settings).where(eq(settings.name, name))
  return row?.value
}
