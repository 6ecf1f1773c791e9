import type { UserDatabase } from './user-database.ts'

const ASKED = 'persistenceAsked'

/** Asks the browser not to evict storage, at the first trolly: earlier, Firefox's prompt would make no sense. */
export const askForPersistence = async (
  database: UserDatabase,
  storage: Pick<StorageManager, 'persist' | 'persisted'> | undefined,
): Promise<void> => {
  if (!storage || (await database.settings.get(ASKED))) return
  await database.settings.put({ name: ASKED, value: true })
  if (!(await storage.persisted())) await storage.persist()
}
