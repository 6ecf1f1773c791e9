import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import {
  clearLocks,
  endSessions,
  hasOtherAdministrator,
  lockUser,
  updateUser,
} from '#server/features/auth/account.repository.ts'
import type { UserRow } from '#server/features/auth/auth.repository.ts'
import { deletePasskeys } from '#server/features/auth/passkeys.repository.ts'
import { withdrawResets } from '#server/features/auth/password-resets.repository.ts'
import { queueReset } from '#server/features/auth/password-resets.ts'
import { deleteSecondFactor, withdrawHalfSignIns } from '#server/features/auth/second-factor.repository.ts'

/** What the office does about a sign-in, at a terminal (cli/users-program.ts) or on its screen (users.service.ts). */

/** A user's row, locked, with whether the other administrators could do without them. They may have been erased since. */
export const lockUserForChange = async (
  connection: Connection,
  id: string,
): Promise<{ user: UserRow; isLastAdministrator: boolean } | undefined> => {
  // Before the user's own row, as those who leave do: the other order could deadlock.
  const isOneOfSeveral = await hasOtherAdministrator(connection, id)
  const user = await lockUser(connection, id)
  if (user === undefined || user.erasedAt !== null) return undefined
  const isAdministrator = user.accountType === 'AD' && user.deactivatedAt === null
  return { user, isLastAdministrator: isAdministrator && !isOneOfSeveral }
}

export const unlockUser = async (
  connection: Connection,
  user: UserRow,
  accountHashes: Buffer[],
): Promise<{ locks: number; wasOnStop: boolean }> => {
  const locks = await clearLocks(connection, accountHashes)
  const wasOnStop = user.deactivatedAt !== null
  if (wasOnStop) await updateUser(connection, user.id, { deactivatedAt: null })
  return { locks, wasOnStop }
}

export const unlockedWords = ({ locks, wasOnStop }: { locks: number; wasOnStop: boolean }): string =>
  [
    ...(locks > 0 ? [`${locks} lock${locks === 1 ? '' : 's'} ended`] : []),
    ...(wasOnStop ? ['no longer on stop'] : []),
  ].join(', ') || 'was neither locked nor on stop; counts of wrong passwords begin again'

/** @returns from how many devices */
export const signOutUser = async (connection: Connection, userId: string): Promise<number> => {
  // Whoever had the device may have had the mail.
  await withdrawResets(connection, userId)
  await withdrawHalfSignIns(connection, userId)
  return await endSessions(connection, userId)
}

export const signedOutWords = (devices: number): string =>
  devices === 0 ? 'signed in nowhere' : `signed out on ${devices === 1 ? 'one device' : `${devices} devices`}`

/** @returns what was removed besides; undefined: the user is on stop, and gets no mail */
export const resetUser = async (
  database: Database,
  userId: string,
  now: Date,
): Promise<string[] | undefined> => {
  // The office may ask as often as it likes.
  if (!(await queueReset(database, { userId, now, isLimited: false }))) return undefined
  // Whoever lost a phone may have lost both with it.
  return await inTransaction(database, async (connection) => {
    await lockUser(connection, userId)
    const passkeys = await deletePasskeys(connection, { userId })
    const hadSecondFactor = await deleteSecondFactor(connection, userId)
    return [
      ...(passkeys > 0 ? [passkeys === 1 ? 'one passkey' : `${passkeys} passkeys`] : []),
      ...(hadSecondFactor ? ['the second factor'] : []),
    ]
  })
}
