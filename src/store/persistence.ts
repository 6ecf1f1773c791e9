import type { UserDatabase } from './user-database.ts'

const ASKED = 'persistenceAsked'

/**
 * Asks the browser not to empty this device's storage when it runs short. Asked once, at the first trolly: before there
 * is anything to keep, a person who is asked (Firefox does) would not know what for.
 */
export const askForPersistence = async (
  database: UserDatabase,
  storage: Pick<StorageManager, 'persist' | 'persisted'> | undefined,
): Promise<void> => {
  if (!storage || (await database.settings.get(ASKED))) return
  await database.settings.put({ name: ASKED, value: true })
  if (!(await storage.persisted())) await storage.persist()
}
