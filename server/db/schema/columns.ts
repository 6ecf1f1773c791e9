import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** int8 read as a number: a wholesaler's largest sum is far below 2^53. */
export const pence = (name: string) => bigint(name, { mode: 'number' })

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/**
 * The transaction that last changed a row; triggers write it. Cursors name the transactions a download saw, so that
 * late commits are never missed, unlike with a sequence.
 */
export const changedTx = () =>
  bigint('changed_tx', { mode: 'bigint' }).notNull().default(sql`(pg_current_xact_id()::text)::bigint`)

/**
 * The columns of a record that staff maintain. A trigger sets the version, which no two states of a record share, and notes each
 * write (schema/changes.ts). Undoing a write restores its version too.
 */
export const maintained = () => ({
  id: uuid('id').notNull().unique().defaultRandom(),
  version: integer('version').notNull().default(0),
  deleted: boolean('deleted').notNull().default(false),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
