import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ExportChannel, ExportEvent } from '#domain/order-export.ts'
import { instant } from './columns.ts'
import { orders } from './orders.ts'

/** What the supplier's own system is told about orders. A row is written in the transaction that changes its order. */
export const orderExports = pgTable(
  'order_exports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Sent with every attempt: the receiver knows a repeat by it. */
    key: uuid('key').notNull().default(sql`gen_random_uuid()`),
    /**
     * Given before the first attempt, one after another under a lock: without gaps and never below one that was sent. Ids
     * cannot serve, since transactions do not commit in the order in which they took theirs. Undoing a mark by hand clears it.
     */
    sequence: bigint('sequence', { mode: 'number' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    event: text('event').$type<ExportEvent>().notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Set with the sequence, so before it is taken; `hand` by staff. */
    channel: text('channel').$type<ExportChannel>(),
    /** When the other system took it. */
    exportedAt: instant('exported_at'),
    /** Attempts of the webhook that failed. */
    failures: integer('failures').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('order_exports_sequence_unique').on(table.sequence),
    // In the order in which they are sent.
    index('order_exports_waiting').on(table.sequence, table.id).where(sql`exported_at IS NULL`),
    index('order_exports_order').on(table.orderId),
  ],
)
