import type { UserDatabase } from '#src/store/user-database.ts'
import { readSync, type SyncValues, writeSync } from './sync-state.ts'

/** How old the note may be while nothing but its time changes. */
const NOTED_EVERY_MS = 30_000

/**
 * Notes how a request ended. Not every one of them: a write waits for the disk and wakes whoever watches, in the middle of
 * somebody's taps.
 *
 * @param contact at: epoch milliseconds
 * @returns what was noted before
 */
export const noteContact = async (
  database: UserDatabase,
  contact: SyncValues['lastContact'],
): Promise<SyncValues['lastContact'] | undefined> => {
  const known = await readSync(database, 'lastContact')
  if (known?.reached !== contact.reached || Math.abs(contact.at - known.at) >= NOTED_EVERY_MS)
    await writeSync(database, 'lastContact', contact)
  return known
}

/** Whether the last request reached the server. True until one has not. */
export const isReached = async (database: UserDatabase): Promise<boolean> =>
  (await readSync(database, 'lastContact'))?.reached ?? true
