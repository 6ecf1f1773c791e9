import { sql } from 'drizzle-orm'
import { index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PushKind } from '#domain/push.ts'
import { instant } from './columns.ts'
import { tokens, users } from './users.ts'

/** Browsers that may be sent notifications. A trigger deletes the row once its sign-in has been revoked. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The sign-in that it was made with, which is one device's. */
    tokenId: uuid('token_id')
      .notNull()
      .references(() => tokens.id, { onDelete: 'cascade' }),
    /** The address at the browser's push service, and what a message to it is encrypted with. */
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The address that the app was open at: a notification opens it. */
    origin: text('origin').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSentAt: instant('last_sent_at'),
    /** On how many days the device called in each hour of the day, in London (domain/push-reminder.ts). */
    seenHours: smallint('seen_hours').array().notNull().default(sql`array_fill(0::smallint, ARRAY[24])`),
    /** When an hour was last counted. */
    seenAt: instant('seen_at'),
  },
  (table) => [
    uniqueIndex('push_subscriptions_token').on(table.tokenId),
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user').on(table.userId),
  ],
)

/** The kinds of notification that a user has switched off. A user without a row receives all of them. */
export const pushChoices = pgTable('push_choices', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  muted: text('muted').array().notNull(),
})

/** Notifications to be sent and those that were sent. A row is written in the transaction of the event that it reports. */
export const pushQueue = pgTable(
  'push_queue',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PushKind>().notNull(),
    /** Names the event, so that each device is told about it once only. */
    event: text('event').notNull(),
    /** The page that the notification opens. A later notification with the same page replaces it. */
    path: text('path').notNull(),
    writtenAt: instant('written_at').notNull(),
    /** After this moment the news is of no use. */
    expiresAt: instant('expires_at').notNull(),
    /** Attempts begun, including one that was cut off. */
    attempts: integer('attempts').notNull().default(0),
    /** During an attempt: when another may begin, should this one never end. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    sentAt: instant('sent_at'),
    givenUpAt: instant('given_up_at'),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('push_queue_event').on(table.subscriptionId, table.event),
    index('push_queue_due').on(table.nextAttemptAt).where(sql`sent_at IS NULL AND given_up_at IS NULL`),
    index('push_queue_written').on(table.writtenAt),
  ],
)
