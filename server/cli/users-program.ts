import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { AccountType } from '#domain/user.ts'
import { CodedError } from '#server/coded-error.ts'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import { endSessions, lockUser, updateUser } from '#server/features/auth/account.repository.ts'
import { findUserByEmail, type UserRow } from '#server/features/auth/auth.repository.ts'
import { securityOf } from '#server/features/auth/security.ts'
import { findSetting } from '#server/features/config/config.repository.ts'
import {
  lockUserForChange,
  resetUser,
  signedOutWords,
  signOutUser,
  unlockedWords,
  unlockUser,
} from '#server/features/users/user-office.ts'
import { hashPassword, newPassword } from '#server/passwords.ts'
import type { Program } from './program.ts'
import { readUsersArguments, USERS_USAGE, type UsersArguments } from './users-arguments.ts'

/** What the office does about sign-ins, at a terminal. Beside a running server: both lock the rows that they change. */
export const usersProgram: Program = async ({ args, openDatabase, say }) => {
  const request = readUsersArguments(args)
  if (request === 'help') {
    say(USERS_USAGE)
    return 0
  }
  const database = await openDatabase()
  switch (request.what) {
    case 'list':
      say(await list(database, request.accountType))
      break
    case 'add':
      say(await add(database, request))
      break
    case 'role':
      say(await changeRole(database, request))
      break
    case 'unlock':
      say(await unlock(database, request.email))
      break
    case 'revoke':
      say(await revoke(database, request.email))
      break
    case 'reset':
      say(await reset(database, request.email))
      break
  }
  return 0
}

const list = async (database: Database, accountType: AccountType | undefined): Promise<string> => {
  const rows = await database
    .select()
    .from(users)
    .where(
      and(isNull(users.erasedAt), accountType === undefined ? undefined : eq(users.accountType, accountType)),
    )
    .orderBy(asc(users.accountType), asc(users.email))
  if (rows.length === 0) return 'Nobody.'
  const width = Math.max(...rows.map(({ email }) => email.length))
  return rows
    .map((row) =>
      [row.accountType, row.email.padEnd(width), row.username, ...notesOn(row)].filter(Boolean).join('  '),
    )
    .join('\n')
}

const notesOn = ({ deactivatedAt, mustChangePassword }: UserRow): string[] => [
  ...(deactivatedAt === null ? [] : ['(on stop)']),
  ...(mustChangePassword ? ['(one-time password)'] : []),
]

/** @throws CodedError `user_exists`, `customer_unknown` */
const add = async (
  database: Database,
  { email, username, accountType, customers: ids }: Extract<UsersArguments, { what: 'add' }>,
): Promise<string> => {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  await inTransaction(database, async (connection) => {
    const known = await connection
      .select({ id: customers.id })
      .from(customers)
      .where(inArray(customers.id, ids))
    const missing = ids.filter((id) => !known.some((row) => row.id === id))
    if (missing.length > 0)
      throw new CodedError('customer_unknown', `There is no account ${missing.join(', ')}.`)
    const id = uuidv7()
    const user = { id, email, username, passwordHash, accountType, mustChangePassword: true }
    const made = await connection.insert(users).values(user).onConflictDoNothing().returning({ id: users.id })
    if (made.length === 0) throw new CodedError('user_exists', `${email} is a user already.`)
    if (ids.length > 0)
      await connection.insert(customerUsers).values(ids.map((customerId) => ({ customerId, userId: id })))
  })
  return `Added ${email}. Their one-time password, which is not shown again: ${password}`
}

/** @throws CodedError `user_unknown`, `last_administrator` */
const changeRole = async (
  database: Database,
  { email, accountType }: { email: string; accountType: AccountType },
): Promise<string> => {
  const { id } = await requireUser(database, email)
  return await inTransaction(database, async (connection) => {
    const { user, isLastAdministrator } = requireKnown(await lockUserForChange(connection, id), email)
    if (user.accountType === accountType) return `${user.email} is ${accountType} already.`
    if (isLastAdministrator)
      throw new CodedError(
        'last_administrator',
        `${user.email} is the only administrator. Make another one first.`,
      )
    // Routes that were chosen for another account type might open what this one may not see.
    await updateUser(connection, id, { accountType, aclRoutes: null })
    const ended = await endSessions(connection, id)
    return `${user.email} is ${accountType} now, and ${signedOutWords(ended)}.`
  })
}

/** @throws CodedError `user_unknown` */
const unlock = async (database: Database, email: string): Promise<string> => {
  const { id } = await requireUser(database, email)
  const security = securityOf(async () => String(await findSetting(database, 'secret')))
  return await inTransaction(database, async (connection) => {
    const user = await lockUserOrThrow(connection, id, email)
    const unlocked = await unlockUser(connection, user, await security.accountHashes(user.email))
    return `${user.email}: ${unlockedWords(unlocked)}.`
  })
}

/** @throws CodedError `user_unknown` */
const revoke = async (database: Database, email: string): Promise<string> => {
  const user = await requireUser(database, email)
  return await inTransaction(database, async (connection) => {
    await lockUserOrThrow(connection, user.id, email)
    return `${user.email} is ${signedOutWords(await signOutUser(connection, user.id))}.`
  })
}

/** @throws CodedError `user_unknown`, `user_on_stop` */
const reset = async (database: Database, email: string): Promise<string> => {
  const user = await requireUser(database, email)
  const removed = await resetUser(database, user.id, new Date())
  if (removed === undefined)
    throw new CodedError('user_on_stop', `${user.email} is on stop: unlock them first.`)
  const mail = `A mail to ${user.email} waits to be sent by the server. Links and codes sent before work no more.`
  return removed.length === 0 ? mail : `${mail} Removed: ${removed.join(' and ')}.`
}

const requireUser = async (database: Database, email: string): Promise<UserRow> => {
  const user = await findUserByEmail(database, email)
  if (user === undefined || user.erasedAt !== null) throw unknown(email)
  return user
}

/** They may have been erased since. */
const lockUserOrThrow = async (connection: Connection, id: string, email: string): Promise<UserRow> => {
  const user = await lockUser(connection, id)
  return requireKnown(user?.erasedAt === null ? user : undefined, email)
}

const requireKnown = <Found>(found: Found | undefined, email: string): Found => {
  if (found === undefined) throw unknown(email)
  return found
}

const unknown = (email: string): CodedError =>
  new CodedError('user_unknown', `There is no user ${email}. npm run users -- list shows all.`)
