import type { AccountType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { statement } from '#server/db/transaction.ts'

export type UserRow = {
  id: string
  username: string
  email: string
  passwordHash: string
  accountType: AccountType
  canPlaceOrders: boolean
  aclRoutes: string[] | null
  cookiesAccept: boolean
  contactEmail: boolean
  contactSms: boolean
  contactTel: boolean
  contactPost: boolean
  deactivated: boolean
}

const userByEmail = statement<UserRow, [email: string]>(
  'user_by_email',
  `SELECT id, username, email, password_hash AS "passwordHash", account_type AS "accountType",
     can_place_orders AS "canPlaceOrders", acl_routes AS "aclRoutes", cookies_accept AS "cookiesAccept",
     contact_email AS "contactEmail", contact_sms AS "contactSms", contact_tel AS "contactTel",
     contact_post AS "contactPost", deactivated_at IS NOT NULL AS deactivated
   FROM users WHERE lower(email) = lower($1)`,
)

export const findUserByEmail = async (database: Database, email: string): Promise<UserRow | undefined> =>
  (await userByEmail(database, email))[0]

/** Unless the password has changed since. */
export const replacePasswordHash = statement<
  Record<string, never>,
  [userId: string, previous: string, hash: string]
>('user_replace_hash', 'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2')

/** `epoch` saves a statement: every reply carries it. */
export type CallerRow = {
  tokenId: string
  userId: string
  accountType: AccountType
  canPlaceOrders: boolean
  epoch: string | null
  email: string
  ended: 'revoked' | 'expired' | 'deactivated' | null
  stale: boolean
}

const callerByToken = statement<CallerRow, [hash: Buffer]>(
  'caller_by_token',
  `SELECT t.id AS "tokenId", u.id AS "userId", u.account_type AS "accountType",
     u.can_place_orders AS "canPlaceOrders", u.email,
     CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= now() THEN 'expired'
       WHEN u.deactivated_at IS NOT NULL THEN 'deactivated' END AS ended,
     (SELECT value #>> '{}' FROM settings WHERE name = 'epoch') AS epoch,
     t.last_used_at < now() - interval '5 minutes' AS stale
   FROM tokens t JOIN users u ON u.id = t.user_id
   WHERE t.hash = $1`,
)

export const findCallerRow = async (database: Database, hash: Buffer): Promise<CallerRow | undefined> =>
  (await callerByToken(database, hash))[0]

export const noteTokenUse = statement<Record<string, never>, [tokenId: string]>(
  'token_used',
  `UPDATE tokens SET last_used_at = now() WHERE id = $1 AND last_used_at < now() - interval '5 minutes'`,
)

export const insertToken = statement<
  Record<string, never>,
  [id: string, userId: string, hash: Buffer, userAgent: string, days: number]
>(
  'token_insert',
  `INSERT INTO tokens (id, user_id, hash, user_agent, expires_at)
   VALUES ($1, $2, $3, $4, now() + make_interval(days => $5))`,
)

export const revokeToken = statement<{ email: string }, [tokenId: string]>(
  'token_revoke',
  `UPDATE tokens SET revoked_at = now() FROM users u
   WHERE tokens.id = $1 AND revoked_at IS NULL AND u.id = user_id RETURNING u.email`,
)

/** Keeps recently ended tokens, whose reuse is a security event. */
export const deleteEndedTokens = statement<Record<string, never>, [keptDays: number]>(
  'token_delete_ended',
  `DELETE FROM tokens
   WHERE least(expires_at, coalesce(revoked_at, 'infinity')) < now() - make_interval(days => $1)`,
)
