import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { AccountType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { customerUsers, tokens, users } from '#server/db/schema/users.ts'
import { statement } from '#server/db/statement.ts'
import { isNew, valuesOf } from '#server/features/products/downloads/downloads.repository.ts'
import { readSnapshot, type Snapshot } from '#server/features/products/downloads/snapshot.ts'

export type ChangesSeen = {
  /** Where the next look begins. */
  snapshot: Snapshot
  epoch: string
  trollies: [id: string, customerId: string, version: number][]
  orders: [id: string, customerId: string][]
  /** At most one more than were asked for. */
  products: string[]
  /** Who has which trolly open, as a text to compare. */
  viewers: [trollyId: string, customerId: string, who: string][]
}

type Row = Omit<ChangesSeen, 'snapshot'> & { snapshot: string }

const XMAX = '(pg_snapshot_xmax(pg_current_snapshot())::text)::int8'

/** The same condition as downloads have, up to the statement's own snapshot. */
const changedIn = (table: string): string => isNew(table).replaceAll(':xmax::int8', XMAX)

type LookValues = Omit<ReturnType<typeof valuesOf>, 'xmax' | 'limit'> & {
  customerIds: readonly string[]
  productsMost: number
}

/** Written by hand: rows of several tables by transaction number, at one moment and in one statement (docs/decisions/0047). */
const look = statement<Row, LookValues>(
  'live_look',
  `SELECT pg_current_snapshot()::text AS snapshot,
     (SELECT value #>> '{}' FROM settings WHERE name = 'epoch') AS epoch,
     (SELECT coalesce(json_agg(json_build_array(b.id, b.customer_id, b.version)), '[]')
      FROM baskets b WHERE ${changedIn('b')} AND b.customer_id = ANY (:customerIds::text[])) AS trollies,
     (SELECT coalesce(json_agg(json_build_array(o.id, o.customer_id)), '[]')
      FROM orders o WHERE ${changedIn('o')} AND o.customer_id = ANY (:customerIds::text[])) AS orders,
     (SELECT coalesce(json_agg(product_no), '[]') FROM (
        SELECT s.product_no FROM stock s WHERE ${changedIn('s')}
        UNION SELECT p.product_no FROM products p WHERE ${changedIn('p')}
        LIMIT :productsMost + 1) changed) AS products,
     (SELECT coalesce(json_agg(json_build_array(record_id, customer_id, who)), '[]') FROM (
        SELECT v.record_id, b.customer_id, string_agg(v.token_id::text, ' ' ORDER BY v.token_id) AS who
        FROM record_viewers v JOIN baskets b ON b.id = v.record_id
        WHERE v.seen_at > now() - interval '50 seconds' AND b.customer_id = ANY (:customerIds::text[])
        GROUP BY v.record_id, b.customer_id) open) AS viewers`,
)

/** @param since undefined: where to begin, without any change */
export const lookForChanges = async (
  database: Database,
  {
    since,
    customerIds,
    productsMost,
  }: Omit<LookValues, keyof ReturnType<typeof valuesOf>> & { since: Snapshot | undefined },
): Promise<ChangesSeen> => {
  const { xmin, sinceXmax, sinceRunning } = valuesOf({ since: since ?? END, xmax: 0n, limit: 0 })
  const [row] = await look(database, { xmin, sinceXmax, sinceRunning, customerIds, productsMost })
  const snapshot = row && readSnapshot(row.snapshot)
  if (row === undefined || snapshot === undefined) throw new Error(`Not a snapshot: ${row?.snapshot}`)
  return { ...row, snapshot }
}

/** Beyond every transaction. */
const END: Snapshot = { xmax: 10n ** 18n, running: [] }

export type Follower = { tokenId: string; userId: string; accountType: AccountType; customerIds: string[] }

/** Of these sessions, those that may still call, with the accounts that belong to their users. */
export const findFollowers = async (database: Database, tokenIds: readonly string[]): Promise<Follower[]> =>
  database
    .select({
      tokenId: tokens.id,
      userId: users.id,
      accountType: users.accountType,
      customerIds: sql<string[]>`ARRAY(
        SELECT ${customerUsers.customerId} FROM ${customerUsers} WHERE ${customerUsers.userId} = ${users.id})`,
    })
    .from(tokens)
    .innerJoin(users, eq(users.id, tokens.userId))
    .where(
      and(
        inArray(tokens.id, [...tokenIds]),
        isNull(tokens.revokedAt),
        gt(tokens.expiresAt, sql`now()`),
        isNull(users.deactivatedAt),
      ),
    )
