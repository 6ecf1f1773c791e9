import type { Database } from '#server/db/database.ts'
import { statement } from '#server/db/transaction.ts'

const settingByName = statement<{ value: unknown }, [name: string]>(
  'setting_by_name',
  'SELECT value FROM settings WHERE name = $1',
)

export const findSetting = async (database: Database, name: string): Promise<unknown> =>
  (await settingByName(database, name))[0]?.value
