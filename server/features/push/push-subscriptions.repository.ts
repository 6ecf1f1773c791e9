import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { PushKind } from '#domain/push.ts'
import { COUNTED_DAYS_MOST } from '#domain/push-reminder.ts'
import type { Database } from '#server/db/database.ts'
import { pushChoices, pushSubscriptions } from '#server/db/schema/push.ts'
import { tokens } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

type Executor = Database | Connection

export type Subscriber = {
  userId: string
  tokenId: string
  endpoint: string
  p256dh: string
  auth: string
  origin: string
}

/**
 * One for each sign-in. A browser has one for all of its users: whoever subscribes last has it.
 * @param connection in a transaction
 */
export const putSubscription = async (
  connection: Connection,
  subscriber: Subscriber,
  now: Date,
): Promise<void> => {
  const { tokenId, endpoint, p256dh, auth, origin } = subscriber
  await connection
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), ne(pushSubscriptions.tokenId, tokenId)))
  await connection
    .insert(pushSubscriptions)
    .values({ ...subscriber, createdAt: now })
    .onConflictDoUpdate({
      target: pushSubscriptions.tokenId,
      set: { endpoint, p256dh, auth, origin },
    })
}

export const findDevices = (executor: Executor, userId: string) =>
  executor
    .select({
      id: pushSubscriptions.id,
      tokenId: pushSubscriptions.tokenId,
      userAgent: tokens.userAgent,
      createdAt: pushSubscriptions.createdAt,
      lastSentAt: pushSubscriptions.lastSentAt,
    })
    .from(pushSubscriptions)
    .innerJoin(tokens, eq(tokens.id, pushSubscriptions.tokenId))
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), pushSubscriptions.id)
    .execute()

/** @returns false where the user has no such device */
export const deleteDevice = async (executor: Executor, userId: string, id: string): Promise<boolean> => {
  const deleted = await executor
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)))
    .returning({ id: pushSubscriptions.id })
  return deleted.length > 0
}

export const findMuted = async (executor: Executor, userId: string): Promise<string[]> => {
  const [row] = await executor
    .select({ muted: pushChoices.muted })
    .from(pushChoices)
    .where(eq(pushChoices.userId, userId))
  return row?.muted ?? []
}

export const setMuted = async (
  executor: Executor,
  { userId, kind, muted }: { userId: string; kind: PushKind; muted: boolean },
): Promise<void> => {
  const others = sql`array_remove(${pushChoices.muted}, ${kind}::text)`
  await executor
    .insert(pushChoices)
    .values({ userId, muted: muted ? [kind] : [] })
    .onConflictDoUpdate({
      target: pushChoices.userId,
      set: { muted: muted ? sql`array_append(${others}, ${kind}::text)` : others },
    })
}

/** Counts the hour of a call from a subscribed device, once in each hour of a day. */
export const noteSeen = async (
  executor: Executor,
  { tokenId, hour, now }: { tokenId: string; hour: number; now: Date },
): Promise<void> => {
  const hours = pushSubscriptions.seenHours
  const counted = sql`ARRAY(
    SELECT (CASE WHEN place = ${hour + 1} THEN days + 1 ELSE days END)
      / CASE WHEN ${hours}[${hour + 1}] >= ${COUNTED_DAYS_MOST} THEN 2 ELSE 1 END
    FROM unnest(${hours}) WITH ORDINALITY AS counts (days, place) ORDER BY place)::smallint[]`
  await executor
    .update(pushSubscriptions)
    .set({ seenHours: counted, seenAt: now })
    .where(
      and(
        eq(pushSubscriptions.tokenId, tokenId),
        or(
          isNull(pushSubscriptions.seenAt),
          lt(pushSubscriptions.seenAt, sql`date_trunc('hour', ${now.toISOString()}::timestamptz)`),
          // It was written before the clock was put back.
          gt(pushSubscriptions.seenAt, now),
        ),
      ),
    )
}
