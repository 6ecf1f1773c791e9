import { sql } from 'drizzle-orm'
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Whole pence; int8, read as a number: the largest sum of a wholesaler is far below 2^53. */
export const pence = (name: string) => bigint(name, { mode: 'number' })

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/**
 * The transaction that last changed a row, as a device's download reads it. Written by triggers, never by hand. A
 * cursor names the transactions that the download saw, so a row that commits late is never missed, which a plain sequence
 * could not promise.
 */
export const changedTx = () =>
  bigint('changed_tx', { mode: 'bigint' }).notNull().default(sql`(pg_current_xact_id()::text)::bigint`)
