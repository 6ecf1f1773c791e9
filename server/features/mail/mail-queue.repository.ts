import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  or,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { AccountMailKind } from '#domain/account-mail.ts'
import type { ClaimMailKind } from '#domain/claim-mail.ts'
import type { MailWords } from '#domain/mail-words.ts'
import type { MailKind } from '#domain/order-mail.ts'
import { STAFF_TYPES } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { prepared } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

export type QueuedMail = typeof mailQueue.$inferSelect

/** The address of a person; the account's, where that is staff or somebody who has left. */
const addressOf = (executor: Database | Connection, person: SQLWrapper, orderId: string | Placeholder) => {
  const isStaff = inArray(users.accountType, [...STAFF_TYPES])
  return sql`(${executor
    .select({
      email: sql`CASE WHEN ${users.deactivatedAt} IS NULL AND NOT ${isStaff} THEN ${users.email}
        ELSE coalesce(nullif(${customers.contactEmail}, ''), CASE WHEN ${users.deactivatedAt} IS NULL THEN ${users.email} END) END`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(users, eq(users.id, person))
    .where(eq(orders.id, orderId))})`
}

/** The person who placed the order. */
const orderingPerson = (executor: Database | Connection) =>
  sql<string>`coalesce(${addressOf(executor, orders.placedBy, sql.placeholder('orderId'))}, ${sql.placeholder('otherwise')})`

const insertion = (name: string, recipientIn: (executor: Database | Connection) => SQL | Placeholder) =>
  prepared(name, (executor) =>
    executor
      .insert(mailQueue)
      .values({
        kind: sql.placeholder('kind'),
        orderId: sql.placeholder('orderId'),
        recipient: recipientIn(executor),
        writtenAt: sql.placeholder('now'),
        nextAttemptAt: sql.placeholder('now'),
      })
      .returning(),
  )

const insertToPerson = insertion('mail_insert', orderingPerson)
const insertTo = insertion('mail_insert_to', () => sql.placeholder('to'))

type NewMail = { orderId: string; kind: MailKind; now: Date; to?: string; otherwise?: string }

/**
 * In the transaction that changes the order.
 * @param to instead of the person who placed it
 * @param otherwise where neither person nor account has an address
 */
export const insertMail = async (
  connection: Connection,
  { otherwise = '', ...mail }: NewMail,
): Promise<QueuedMail> => {
  const insert = mail.to === undefined ? insertToPerson : insertTo
  const [written] = await insert(connection, { ...mail, otherwise })
  if (written === undefined) throw new Error('The mail was not written.')
  return written
}

type ClaimMail = {
  kind: ClaimMailKind
  orderId: string
  personId: string | null
  words: MailWords
  now: Date
}

/** In the transaction that decides the claim. To the person who made it, as they know what the office asks about. */
export const insertClaimMail = async (
  connection: Connection,
  { kind, orderId, personId, words, now }: ClaimMail,
): Promise<void> => {
  const recipient = sql<string>`coalesce(${addressOf(connection, sql`${personId}::uuid`, orderId)}, '')`
  const mail = { kind, orderId, recipient, content: words, writtenAt: now, nextAttemptAt: now }
  await connection.insert(mailQueue).values(mail)
}

type MailWithContent = Pick<typeof mailQueue.$inferInsert, 'kind' | 'recipient' | 'content'>

/** Mail about no order, in the transaction of what it tells. */
export const insertMails = async (
  connection: Connection,
  mails: readonly MailWithContent[],
  now: Date,
): Promise<void> => {
  const rows = mails.map((mail) => ({ ...mail, writtenAt: now, nextAttemptAt: now }))
  if (rows.length > 0) await connection.insert(mailQueue).values(rows)
}

/** In the transaction that changes the user. */
export const insertAccountMail = async (
  connection: Connection,
  { userId, kind, to, now }: { userId: string; kind: AccountMailKind; to: string; now: Date },
): Promise<void> => {
  await connection
    .insert(mailQueue)
    .values({ kind, userId, recipient: to, writtenAt: now, nextAttemptAt: now })
}

export const countAccountMail = async (
  connection: Connection,
  { userId, kind, since }: { userId: string; kind: AccountMailKind; since: Date },
): Promise<number> => {
  const wanted = and(eq(mailQueue.userId, userId), eq(mailQueue.kind, kind), gt(mailQueue.writtenAt, since))
  const [found] = await connection.select({ total: count() }).from(mailQueue).where(wanted)
  return found?.total ?? 0
}

/** Mail that a newer one replaces before it was sent. */
export const withdrawAccountMail = async (
  connection: Connection,
  userId: string,
  kind: AccountMailKind,
): Promise<void> => {
  await connection
    .delete(mailQueue)
    .where(and(eq(mailQueue.userId, userId), eq(mailQueue.kind, kind), isNull(mailQueue.sentAt)))
}

/** Whether a claimed mail is still to be sent. */
export const isQueued = async (connection: Connection, id: string): Promise<boolean> =>
  (await connection.select({ id: mailQueue.id }).from(mailQueue).where(eq(mailQueue.id, id))).length > 0

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

const claim = prepared('mail_claim', (executor) => {
  const due = executor
    .select({ id: mailQueue.id })
    .from(mailQueue)
    .where(
      and(
        isNull(mailQueue.sentAt),
        isNull(mailQueue.givenUpAt),
        or(
          lte(mailQueue.nextAttemptAt, sql.placeholder('now')),
          // Nothing waits longer: a later moment was written before the clock was put back.
          gt(mailQueue.nextAttemptAt, sql.placeholder('latest')),
        ),
      ),
    )
    .orderBy(asc(mailQueue.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return (
    executor
      .update(mailQueue)
      .set({
        attempts: sql`${mailQueue.attempts} + 1`,
        nextAttemptAt: sql`${sql.placeholder('until')}`,
        messageId: sql`coalesce(${mailQueue.messageId},
          '<' || ${mailQueue.id} || '@' || ${sql.placeholder('domain')}::text || '>')`,
      })
      // Equal, not in: a plan must not ask the sub-select twice.
      .where(eq(mailQueue.id, due))
      .returning()
  )
})

/**
 * Takes the mail that has waited longest, for so long that no other instance takes it meanwhile.
 * @param latest when any attempt may be due
 */
export const claimMail = async (
  database: Database,
  when: { now: Date; until: Date; domain: string; latest: Date },
): Promise<QueuedMail | undefined> => (await claim(database, when))[0]

type Outcome = Partial<Pick<QueuedMail, 'sentAt' | 'givenUpAt' | 'lastError' | 'nextAttemptAt'>>

export const setMail = async (database: Database, id: string, outcome: Outcome): Promise<void> => {
  await database.update(mailQueue).set(outcome).where(eq(mailQueue.id, id))
}

export const deleteMail = async (database: Database, id: string): Promise<void> => {
  await database.delete(mailQueue).where(eq(mailQueue.id, id))
}
