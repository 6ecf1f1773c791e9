import { and, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { changes } from '#server/db/schema/changes.ts'
import { customers } from '#server/db/schema/customers.ts'
import { favourites } from '#server/db/schema/favourites.ts'
import { idempotencyRecords } from '#server/db/schema/idempotency.ts'
import { accountRequests, postcodeRequests } from '#server/db/schema/joining.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orders } from '#server/db/schema/orders.ts'
import { pushChoices } from '#server/db/schema/push.ts'
import { savedViews } from '#server/db/schema/saved-views.ts'
import { stockAlerts } from '#server/db/schema/stock-alerts.ts'
import { templateItems, templates } from '#server/db/schema/templates.ts'
import {
  customerUsers,
  passwordResets,
  signInDevices,
  signInFailures,
  tokens,
  users,
} from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import { closeLeftAccounts, lockOnlineAccounts } from '#server/features/customers/online-accounts.ts'
import { findDevices } from '#server/features/push/push-subscriptions.repository.ts'
import { findViews } from '#server/features/saved-views/saved-views.repository.ts'
import type { UserRow } from './auth.repository.ts'
import { deletePasskeys, findPasskeys } from './passkeys.repository.ts'
import { deleteSecondFactor, findSecondFactor } from './second-factor.repository.ts'

export const findUser = async (executor: Database | Connection, id: string): Promise<UserRow | undefined> =>
  (await executor.select().from(users).where(eq(users.id, id)))[0]

/** In a transaction that changes their password, role or access: changes of one user queue. */
export const lockUser = async (connection: Connection, id: string): Promise<UserRow | undefined> =>
  (await connection.select().from(users).where(eq(users.id, id)).for('update'))[0]

export const updateUser = async (
  executor: Database | Connection,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<UserRow> => {
  const [row] = await executor.update(users).set(changes).where(eq(users.id, id)).returning()
  if (row === undefined) throw new Error('The user has gone.')
  return row
}

/**
 * Locks all active administrators, so that two cannot leave at once.
 * @returns whether there is one other than this user
 */
export const hasOtherAdministrator = async (connection: Connection, id: string): Promise<boolean> => {
  const found = await connection
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.accountType, 'AD'), isNull(users.deactivatedAt)))
    .orderBy(users.id)
    .for('update')
  return found.some((row) => row.id !== id)
}

const IS_OPEN = and(isNull(tokens.revokedAt), gt(tokens.expiresAt, sql`now()`))

export type SessionRow = { id: string; userAgent: string; createdAt: Date; lastUsedAt: Date }

export const findSessions = (executor: Database | Connection, userId: string): Promise<SessionRow[]> =>
  executor
    .select({
      id: tokens.id,
      userAgent: tokens.userAgent,
      createdAt: tokens.createdAt,
      lastUsedAt: tokens.lastUsedAt,
    })
    .from(tokens)
    .where(and(eq(tokens.userId, userId), IS_OPEN))
    .orderBy(desc(tokens.lastUsedAt), desc(tokens.id))

/** @param which absent: all of the user's. @returns how many ended */
export const endSessions = async (
  executor: Database | Connection,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> => {
  const conditions: (SQL | undefined)[] = [eq(tokens.userId, userId), IS_OPEN]
  if (which.only !== undefined) conditions.push(eq(tokens.id, which.only))
  if (which.except !== undefined) conditions.push(ne(tokens.id, which.except))
  const ended = await executor
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .where(and(...conditions))
    .returning({ id: tokens.id })
  return ended.length
}

/** Wrong attempts and their locks, from everywhere. @param accountHashes under each purpose (security.ts) */
export const clearLocks = async (connection: Connection, accountHashes: Buffer[]): Promise<number> =>
  (
    await connection
      .delete(signInFailures)
      .where(inArray(signInFailures.accountHash, accountHashes))
      .returning({ lockedUntil: signInFailures.lockedUntil })
  ).filter(({ lockedUntil }) => lockedUntil !== null).length

export const findPersonalData = async (database: Database, userId: string) => {
  const user = await findUser(database, userId)
  if (user === undefined) throw new Error('The user has gone.')
  const numbers = sql<
    string[]
  >`coalesce(array_agg(${templateItems.product_no} ORDER BY ${templateItems.position})
    FILTER (WHERE NOT ${templateItems.deleted}), '{}')`
  const [accounts, sessions, keys, factor, starred, lists, views, placed, mails, notified] =
    await Promise.all([
      database
        .select({ id: customers.id, name: customers.name })
        .from(customerUsers)
        .innerJoin(customers, eq(customers.id, customerUsers.customerId))
        .where(eq(customerUsers.userId, userId))
        .orderBy(customers.id),
      findSessions(database, userId),
      findPasskeys(database, userId),
      findSecondFactor(database, userId),
      database
        .select({ product_no: favourites.product_no, addedAt: favourites.addedAt })
        .from(favourites)
        .where(eq(favourites.userId, userId))
        .orderBy(favourites.addedAt),
      database
        .select({
          id: templates.id,
          name: templates.name,
          createdAt: templates.createdAt,
          product_numbers: numbers,
        })
        .from(templates)
        .leftJoin(templateItems, eq(templateItems.templateId, templates.id))
        .where(and(eq(templates.ownerId, userId), eq(templates.deleted, false)))
        .groupBy(templates.id)
        .orderBy(templates.createdAt),
      findViews(database, userId),
      database
        .select({
          orderNo: orders.orderNo,
          customerId: orders.customerId,
          placedAt: orders.placedAt,
          poNumber: orders.poNumber,
          instructions: orders.instructions,
        })
        .from(orders)
        .where(eq(orders.placedBy, userId))
        .orderBy(orders.placedAt),
      database
        .select({ kind: mailQueue.kind, recipient: mailQueue.recipient, writtenAt: mailQueue.writtenAt })
        .from(mailQueue)
        .where(
          or(eq(mailQueue.userId, userId), eq(sql`lower(${mailQueue.recipient})`, user.email.toLowerCase())),
        )
        .orderBy(mailQueue.writtenAt),
      findDevices(database, userId),
    ])
  return { user, accounts, sessions, keys, factor, starred, lists, views, placed, mails, notified }
}

/**
 * All that names the person or is theirs alone. The row stays, unnamed, for the orders, trollies and shared templates that refer
 * to it.
 */
export const eraseUser = async (
  connection: Connection,
  { user, accountHashes, now }: { user: UserRow; accountHashes: Buffer[]; now: Date },
): Promise<void> => {
  const { id } = user
  const email = user.email.toLowerCase()
  const accounts = await lockOnlineAccounts(connection, id)
  await connection.delete(tokens).where(eq(tokens.userId, id))
  await connection.delete(passwordResets).where(eq(passwordResets.userId, id))
  await deletePasskeys(connection, { userId: id })
  await deleteSecondFactor(connection, id)
  await connection.delete(customerUsers).where(eq(customerUsers.userId, id))
  await connection.delete(favourites).where(eq(favourites.userId, id))
  await connection.delete(stockAlerts).where(eq(stockAlerts.userId, id))
  await connection.delete(savedViews).where(eq(savedViews.userId, id))
  await connection.delete(pushChoices).where(eq(pushChoices.userId, id))
  await connection
    .delete(templates)
    .where(and(eq(templates.ownerId, id), or(eq(templates.visibility, 'private'), templates.deleted)))
  await connection.delete(idempotencyRecords).where(eq(idempotencyRecords.userId, id))
  await connection.delete(signInFailures).where(inArray(signInFailures.accountHash, accountHashes))
  await connection.delete(signInDevices).where(inArray(signInDevices.accountHash, accountHashes))
  await connection
    .delete(accountRequests)
    .where(or(eq(accountRequests.userId, id), eq(sql`lower(${accountRequests.email})`, email)))
  await connection.delete(postcodeRequests).where(eq(sql`lower(${postcodeRequests.email})`, email))
  // What administrators changed of them holds their former names and addresses.
  await connection.delete(changes).where(and(eq(changes.noun, 'user'), eq(changes.recordId, id)))
  await connection.delete(mailQueue).where(
    or(
      eq(mailQueue.userId, id),
      eq(sql`lower(${mailQueue.recipient})`, email),
      // What they typed when they joined was mailed to the office.
      sql`position(${email} in lower(${mailQueue.content}::text)) > 0`,
    ),
  )
  await updateUser(connection, id, {
    username: ERASED_NAME,
    // Unique, and no address that mail could reach (RFC 2606).
    email: `${id}@erased.invalid`,
    passwordHash: '',
    mustChangePassword: false,
    canPlaceOrders: false,
    aclRoutes: [],
    cookiesAccept: false,
    contactEmail: false,
    contactSms: false,
    contactTel: false,
    contactPost: false,
    defaultCustomerId: null,
    deactivatedAt: user.deactivatedAt ?? now,
    erasedAt: now,
  })
  await closeLeftAccounts(connection, accounts, now)
}

const ERASED_NAME = 'Deleted user'
