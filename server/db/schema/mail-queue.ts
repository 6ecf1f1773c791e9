import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AccountMailKind } from '#domain/account-mail.ts'
import type { ClaimMailKind } from '#domain/claim-mail.ts'
import type { JoiningMailKind } from '#domain/joining-mail.ts'
import type { MailWords } from '#domain/mail-words.ts'
import type { MailKind } from '#domain/order-mail.ts'
import type { StockMailContent } from '#domain/stock-alerts.ts'
import { instant } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

/** Mail to be sent and mail that was sent. A row is written in the transaction of what it tells. */
export const mailQueue = pgTable(
  'mail_queue',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    kind: text('kind')
      .$type<MailKind | AccountMailKind | JoiningMailKind | ClaimMailKind | 'back_in_stock'>()
      .notNull(),
    /** null: the mail is about no order. */
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    /** Of an AccountMailKind. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** All that a mail tells that is not written anew from its order or user when it is sent. */
    content: jsonb('content').$type<StockMailContent | MailWords>(),
    /** Empty where neither person nor account has an address. */
    recipient: text('recipient').notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Made of the id, and of the sender's domain at the first attempt. Mail that arrives twice carries the same. */
    messageId: text('message_id'),
    /** Begun. One that was cut off counts, so that nothing is tried for ever. */
    attempts: integer('attempts').notNull().default(0),
    /** While an attempt is under way: when another may begin, should this one never end. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    sentAt: instant('sent_at'),
    /** The recipient's server refused it for good, or it failed for days. */
    givenUpAt: instant('given_up_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('mail_queue_due').on(table.nextAttemptAt).where(sql`sent_at IS NULL AND given_up_at IS NULL`),
    index('mail_queue_order').on(table.orderId, table.writtenAt),
    index('mail_queue_user').on(table.userId, table.writtenAt),
  ],
)
