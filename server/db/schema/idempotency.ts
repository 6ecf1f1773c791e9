import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/** Replies by key, written in the mutation's own transaction. Kept 90 days, a 404 an hour. */
export const idempotencyRecords = pgTable(
  'idempotency_records',
  {
    userId: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    /** SHA-256 of method, path and body. */
    fingerprint: bytes('fingerprint').notNull(),
    status: smallint('status').notNull(),
    reply: text('reply').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    // Another user's change under the same key is looked for, too.
    index('idempotency_key').on(table.key),
    index('idempotency_created').on(table.createdAt),
    index('idempotency_not_found').on(table.createdAt).where(sql`status = 404`),
  ],
)
