import type { UserDatabase } from '#src/store/user-database.ts'
import { readSync, type SyncValues, writeSync } from './sync-state.ts'

/** How old the note may get while only its time changes. */
const NOTED_EVERY_MS = 30_000

/** Skips most notes, as writes wait for the disk and wake live queries. @param contact at: epoch milliseconds */
export const noteContact = async (
  database: UserDatabase,
  contact: SyncValues['lastContact'],
): Promise<SyncValues['lastContact'] | undefined> => {
  const known = await readSync(database, 'lastContact')
  if (known?.reached !== contact.reached || Math.abs(contact.at - known.at) >= NOTED_EVERY_MS)
    await writeSync(database, 'lastContact', contact)
  return known
}

/** True until a request fails. */
export const isReached = async (database: UserDatabase): Promise<boolean> =>
  (await readSync(database, 'lastContact'))?.reached ?? true
