import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { User } from '#contract/auth.ts'
import { routesAvailable } from '#domain/routes.ts'
import { isStaffType, SESSION_IDLE_DAYS, STAFF_SESSION_HOURS } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import type { Connection } from '#server/db/transaction.ts'
import { hashOfToken } from '#server/plugins/auth.ts'
import { insertToken, type UserRow } from './auth.repository.ts'

/** The reply of every way to sign in. */
export type SignedIn = { user: Static<typeof User>; token: string }

/**
 * Signs a user in, however they have proved who they are.
 * @param endsAt of a session that ends with another one
 */
export const openSession = async (
  database: Database | Connection,
  user: UserRow,
  userAgent: string,
  endsAt?: Date,
): Promise<SignedIn> => {
  const token = randomBytes(32).toString('base64url')
  await insertToken(database, {
    id: uuidv7(),
    userId: user.id,
    hash: hashOfToken(token),
    userAgent: userAgent.slice(0, 200),
    endsAt,
    hours: isStaffType(user.accountType) ? STAFF_SESSION_HOURS : SESSION_IDLE_DAYS * 24,
  })
  return { user: userOf(user), token }
}

export const userOf = (row: UserRow): Static<typeof User> => ({
  id: row.id,
  username: row.username,
  email: row.email,
  account_type: row.accountType,
  acl_routes_available: routesAvailable(row.accountType, row.aclRoutes),
  can_place_orders: row.canPlaceOrders ? 1 : 0,
  privacy_settings: { cookies_accept: row.cookiesAccept ? '1' : '0' },
  contact_email: row.contactEmail,
  contact_sms: row.contactSms,
  contact_tel: row.contactTel,
  contact_post: row.contactPost,
  default_customer: row.defaultCustomerId,
})
