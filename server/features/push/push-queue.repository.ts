import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { PUSH_WORDS, type PushKind } from '#domain/push.ts'
import type { Database } from '#server/db/database.ts'
import { pushQueue, pushSubscriptions } from '#server/db/schema/push.ts'
import { tokens } from '#server/db/schema/users.ts'
import { prepared, statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

export type QueuedPush = typeof pushQueue.$inferSelect

/** What the queue keeps about a notification, for every device that is told. */
export type PushNews = {
  kind: PushKind
  /** Names the event: a device is told of it once, however often this is called. */
  event: string
  path: string
  now: Date
  expiresAt?: Date
}

type NewsValues = Required<PushNews>

/** By hand: a checkout sends it with its commit, which the builder's statements would miss. `s` is a subscription of a signed-in user. */
const INSERT = `
  INSERT INTO push_queue (subscription_id, kind, event, path, written_at, next_attempt_at, expires_at)
  SELECT s.id, :kind, :event, :path, :now::timestamptz, :now::timestamptz, :expiresAt::timestamptz
  FROM push_subscriptions s JOIN tokens t ON t.id = s.token_id AND t.revoked_at IS NULL AND t.expires_at > now()`
/** Locked, so that an order neither fails nor waits because one of its devices is being removed. */
const UNLESS_REMOVED = `FOR KEY SHARE OF s SKIP LOCKED ON CONFLICT DO NOTHING`
const IS_WANTED = `
  NOT EXISTS (SELECT FROM push_choices c WHERE c.user_id = s.user_id AND :kind = ANY (c.muted))`

const insertForOrder = statement<Record<string, never>, NewsValues & { orderId: string }>(
  'push_insert_for_order',
  `${INSERT} JOIN orders o ON o.id = :orderId
   JOIN customer_users cu ON cu.customer_id = o.customer_id AND cu.user_id = s.user_id
   WHERE (o.channel <> 'customer' OR o.placed_by = s.user_id) AND ${IS_WANTED} ${UNLESS_REMOVED}`,
)

/**
 * Tells the person who placed the order. If the office or another system placed it, tells everybody of the account. In the transaction
 * of the event; with a device or none it costs one statement.
 */
export const pushAboutOrder = async (
  connection: Connection,
  { orderId, ...news }: Omit<PushNews, 'event' | 'path'> & { orderId: string; event: string },
): Promise<void> => {
  const event = `${news.event}:${orderId}`
  await insertForOrder(connection, {
    ...complete({ ...news, event, path: `/orders/history-${orderId}` }),
    orderId,
  })
}

const insertForUsers = statement<Record<string, never>, NewsValues & { userIds: readonly string[] }>(
  'push_insert_for_users',
  `${INSERT} WHERE s.user_id = ANY (:userIds::uuid[]) AND ${IS_WANTED} ${UNLESS_REMOVED}`,
)

export const pushToUsers = async (
  connection: Connection,
  { userIds, ...news }: PushNews & { userIds: readonly string[] },
): Promise<void> => {
  if (userIds.length > 0) await insertForUsers(connection, { ...complete(news), userIds })
}

const insertForSubscription = statement<Record<string, never>, NewsValues & { subscriptionId: string }>(
  'push_insert_for_subscription',
  `${INSERT} WHERE s.id = :subscriptionId AND ${IS_WANTED} ${UNLESS_REMOVED}`,
)

export const pushToDevice = async (
  connection: Connection,
  { subscriptionId, ...news }: PushNews & { subscriptionId: string },
): Promise<void> => {
  await insertForSubscription(connection, { ...complete(news), subscriptionId })
}

const complete = (news: PushNews): NewsValues => ({
  expiresAt: new Date(news.now.getTime() + PUSH_WORDS[news.kind].keptMs),
  ...news,
})

const claim = prepared('push_claim', (executor) => {
  const due = executor
    .select({ id: pushQueue.id })
    .from(pushQueue)
    .where(
      and(
        isNull(pushQueue.sentAt),
        isNull(pushQueue.givenUpAt),
        or(
          lte(pushQueue.nextAttemptAt, sql.placeholder('now')),
          // Nothing waits longer: a later moment was written before the clock was put back.
          gt(pushQueue.nextAttemptAt, sql.placeholder('latest')),
        ),
      ),
    )
    .orderBy(asc(pushQueue.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return (
    executor
      .update(pushQueue)
      .set({
        attempts: sql`${pushQueue.attempts} + 1`,
        nextAttemptAt: sql`${sql.placeholder('until')}`,
      })
      // Equal, not in: a plan must not ask the sub-select twice.
      .where(eq(pushQueue.id, due))
      .returning()
  )
})

/**
 * Takes the notification that has waited longest, for so long that no other instance takes it meanwhile.
 * @param latest when any attempt may be due
 */
export const claimPush = async (
  database: Database,
  when: { now: Date; until: Date; latest: Date },
): Promise<QueuedPush | undefined> => (await claim(database, when))[0]

export const findReceiver = async (
  database: Database,
  subscriptionId: string,
): Promise<typeof pushSubscriptions.$inferSelect | undefined> =>
  (await database.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId)))[0]

type Outcome = Partial<Pick<QueuedPush, 'sentAt' | 'givenUpAt' | 'lastError' | 'nextAttemptAt'>>

export const setPush = async (database: Database, id: string, outcome: Outcome): Promise<void> => {
  await database.update(pushQueue).set(outcome).where(eq(pushQueue.id, id))
}

export const noteSent = async (database: Database, push: QueuedPush, now: Date): Promise<void> => {
  await setPush(database, push.id, { sentAt: now, lastError: null })
  await database
    .update(pushSubscriptions)
    .set({ lastSentAt: now })
    .where(eq(pushSubscriptions.id, push.subscriptionId))
}

/** The browser has given it up. Its notifications go with it. */
/** With its endpoint, since a browser may have renewed it meanwhile. */
export const deleteSubscription = async (
  database: Database,
  { id, endpoint }: Pick<typeof pushSubscriptions.$inferSelect, 'id' | 'endpoint'>,
): Promise<void> => {
  await database
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.endpoint, endpoint)))
}

/** Longer than any event can repeat itself. */
const KEPT_DAYS = 14

export const deleteOldPushes = async (connection: Connection): Promise<void> => {
  await connection
    .delete(pushQueue)
    .where(lt(pushQueue.writtenAt, sql`now() - make_interval(days => ${KEPT_DAYS})`))
  const expired = connection.select({ id: tokens.id }).from(tokens).where(lte(tokens.expiresAt, sql`now()`))
  await connection.delete(pushSubscriptions).where(inArray(pushSubscriptions.tokenId, expired))
}
