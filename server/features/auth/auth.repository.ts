import { and, count, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { type AccountType, SESSION_IDLE_DAYS } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { tokens, users } from '#server/db/schema/users.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

export type UserRow = typeof users.$inferSelect

export const findUserByEmail = async (
  executor: Database | Connection,
  email: string,
): Promise<UserRow | undefined> =>
  (
    await executor
      .select()
      .from(users)
      .where(eq(sql`lower(${users.email})`, sql`lower(${email}::text)`))
  )[0]

/** What checking the users' passwords costs, as `m=19456,t=2,p=1`; null for hashes of another kind. Always in one order. */
export const readHashCosts = async (
  database: Database,
): Promise<{ cost: string | null; users: number }[]> => {
  const cost = sql<
    string | null
  >`substring(${users.passwordHash} FROM '^\\$argon2id\\$v=19\\$(m=\\d+,t=\\d+,p=\\d+)\\$')`
  return await database.select({ cost, users: count() }).from(users).groupBy(cost).orderBy(sql`1 NULLS FIRST`)
}

/** Unless the password has changed since. */
export const replacePasswordHash = async (
  database: Database,
  { userId, previous, hash }: { userId: string; previous: string; hash: string },
): Promise<void> => {
  await database
    .update(users)
    .set({ passwordHash: hash })
    .where(and(eq(users.id, userId), eq(users.passwordHash, previous)))
}

/** `epoch` saves a statement: every reply carries it. */
export type CallerRow = {
  tokenId: string
  userId: string
  accountType: AccountType
  canPlaceOrders: boolean
  aclRoutes: string[] | null
  epoch: string | null
  email: string
  ended: 'revoked' | 'expired' | 'deactivated' | null
  stale: boolean
}

/** Written by hand: the first statement of nearly every call (budgets: add a line, search). */
const callerByToken = statement<CallerRow, { hash: Buffer; build: string | null }>(
  'caller_by_token',
  `SELECT t.id AS "tokenId", u.id AS "userId", u.account_type AS "accountType",
     u.can_place_orders AS "canPlaceOrders", u.acl_routes AS "aclRoutes", u.email,
     CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= now() THEN 'expired'
       WHEN u.deactivated_at IS NOT NULL THEN 'deactivated' END AS ended,
     (SELECT value #>> '{}' FROM settings WHERE name = 'epoch') AS epoch,
     t.last_used_at < now() - interval '5 minutes' OR t.build <> coalesce(:build, t.build) AS stale
   FROM tokens t JOIN users u ON u.id = t.user_id
   WHERE t.hash = :hash`,
)

/** @param build of the page that calls; null: it does not tell */
export const findCallerRow = async (
  database: Database,
  hash: Buffer,
  build: string | null,
): Promise<CallerRow | undefined> => (await callerByToken(database, { hash, build }))[0]

/** Prolongs the session, unless it is of staff. */
export const noteTokenUse = async (
  database: Database,
  { tokenId, isStaff, build }: { tokenId: string; isStaff: boolean; build: string | null },
): Promise<void> => {
  const idleEnd = sql`now() + make_interval(days => ${SESSION_IDLE_DAYS})`
  await database
    .update(tokens)
    .set({
      lastUsedAt: sql`now()`,
      ...(!isStaff && { expiresAt: idleEnd }),
      ...(build !== null && { build }),
    })
    .where(
      and(
        eq(tokens.id, tokenId),
        or(
          lt(tokens.lastUsedAt, sql`now() - interval '5 minutes'`),
          build === null ? undefined : ne(tokens.build, build),
        ),
      ),
    )
}

export const insertToken = async (
  database: Database | Connection,
  {
    hours,
    endsAt,
    ...token
  }: Pick<typeof tokens.$inferInsert, 'id' | 'userId' | 'hash' | 'userAgent'> & {
    hours: number
    /** Instead of `hours`. */
    endsAt?: Date | undefined
  },
): Promise<void> => {
  const expiresAt = endsAt ?? sql`now() + make_interval(hours => ${hours})`
  await database.insert(tokens).values({ ...token, expiresAt })
}

/** @returns the user's address; undefined where it had been revoked */
export const revokeToken = async (database: Database, tokenId: string): Promise<string | undefined> => {
  const [revoked] = await database
    .update(tokens)
    .set({ revokedAt: sql`now()` })
    .from(users)
    .where(and(eq(tokens.id, tokenId), isNull(tokens.revokedAt), eq(users.id, tokens.userId)))
    .returning({ email: users.email })
  return revoked?.email
}

/** Keeps recently ended tokens, whose reuse is a security event. */
export const deleteEndedTokens = async (connection: Connection, keptDays: number): Promise<void> => {
  const ended = sql`least(${tokens.expiresAt}, coalesce(${tokens.revokedAt}, 'infinity'))`
  await connection.delete(tokens).where(lt(ended, sql`now() - make_interval(days => ${keptDays})`))
}
