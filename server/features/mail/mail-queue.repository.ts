import { and, asc, count, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { MailKind } from '#domain/order-mail.ts'
import { STAFF_TYPES } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

export type QueuedMail = typeof mailQueue.$inferSelect

/** The person who placed the order; the account, where that was staff or somebody who has left. */
const recipientOf = (connection: Connection, orderId: string, otherwise: string) => {
  const isStaff = inArray(users.accountType, [...STAFF_TYPES])
  return sql<string>`coalesce((${connection
    .select({
      email: sql`CASE WHEN ${users.deactivatedAt} IS NULL AND NOT ${isStaff} THEN ${users.email}
        ELSE coalesce(nullif(${customers.contactEmail}, ''), CASE WHEN ${users.deactivatedAt} IS NULL THEN ${users.email} END) END`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(users, eq(users.id, orders.placedBy))
    .where(eq(orders.id, orderId))}), ${otherwise})`
}

type NewMail = { orderId: string; kind: MailKind; now: Date; to?: string; otherwise?: string }

/**
 * In the transaction that changes the order.
 * @param to instead of the person who placed it
 * @param otherwise where neither person nor account has an address
 */
export const insertMail = async (
  connection: Connection,
  { orderId, kind, now, to, otherwise = '' }: NewMail,
): Promise<QueuedMail> => {
  const [written] = await connection
    .insert(mailQueue)
    .values({
      kind,
      orderId,
      recipient: to ?? recipientOf(connection, orderId, otherwise),
      writtenAt: now,
      nextAttemptAt: now,
    })
    .returning()
    .prepare(to === undefined ? 'mail_insert' : 'mail_insert_to')
    .execute()
  if (written === undefined) throw new Error('The mail was not written.')
  return written
}

export const findEmail = async (connection: Connection, userId: string): Promise<string> =>
  (await connection.select({ email: users.email }).from(users).where(eq(users.id, userId)))[0]?.email ?? ''

export const hasMail = async (connection: Connection, orderId: string, kind: MailKind): Promise<boolean> => {
  const wanted = and(eq(mailQueue.orderId, orderId), eq(mailQueue.kind, kind))
  const [found] = await connection.select({ total: count() }).from(mailQueue).where(wanted)
  return (found?.total ?? 0) > 0
}

/**
 * When the order was last confirmed by mail.
 * @param upTo mail dated later than this is ignored: it was written before the clock was put back
 */
export const lastConfirmedAt = async (
  connection: Connection,
  orderId: string,
  upTo: Date,
): Promise<Date | undefined> => {
  const isConfirmation = inArray(mailQueue.kind, ['confirmation', 'changed'])
  const [last] = await connection
    .select({ writtenAt: mailQueue.writtenAt })
    .from(mailQueue)
    .where(and(eq(mailQueue.orderId, orderId), isConfirmation, lte(mailQueue.writtenAt, upTo)))
    .orderBy(desc(mailQueue.writtenAt))
    .limit(1)
  return last?.writtenAt
}

/**
 * Takes the mail that has waited longest, for so long that no other instance takes it meanwhile.
 * @param latest when any attempt may be due
 */
export const claimMail = async (
  database: Database,
  { now, until, domain, latest }: { now: Date; until: Date; domain: string; latest: Date },
): Promise<QueuedMail | undefined> => {
  // Nothing waits longer: a later moment was written before the clock was put back.
  const isDue = or(lte(mailQueue.nextAttemptAt, now), gt(mailQueue.nextAttemptAt, latest))
  const due = database
    .select({ id: mailQueue.id })
    .from(mailQueue)
    .where(and(isNull(mailQueue.sentAt), isNull(mailQueue.givenUpAt), isDue))
    .orderBy(asc(mailQueue.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await database
    .update(mailQueue)
    .set({
      attempts: sql`${mailQueue.attempts} + 1`,
      nextAttemptAt: until,
      messageId: sql`coalesce(${mailQueue.messageId}, '<' || ${mailQueue.id} || '@' || ${domain}::text || '>')`,
    })
    // Equal, not in: a plan must not ask the sub-select twice.
    .where(eq(mailQueue.id, due))
    .returning()
    .prepare('mail_claim')
    .execute()
  return claimed
}

type Outcome = Partial<Pick<QueuedMail, 'sentAt' | 'givenUpAt' | 'lastError' | 'nextAttemptAt'>>

export const setMail = async (database: Database, id: string, outcome: Outcome): Promise<void> => {
  await database.update(mailQueue).set(outcome).where(eq(mailQueue.id, id))
}

export const deleteMail = async (database: Database, id: string): Promise<void> => {
  await database.delete(mailQueue).where(eq(mailQueue.id, id))
}
