import { createHash, randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { User } from '#contract/auth.ts'
import { routesAvailable } from '#domain/routes.ts'
import { isStaffType, SIGN_IN_FAILURES_MAX, SIGN_IN_LOCK_MS } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import type { Connection } from '#server/db/transaction.ts'
import { hashPassword, isForeignHash, isPassword } from '#server/passwords.ts'
import { hashOfToken } from '#server/plugins/auth.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  clearAttempts,
  countAttempt,
  deleteEndedTokens,
  deleteOldAttempts,
  findCallerRow,
  findUserByEmail,
  insertToken,
  noteTokenUse,
  replacePasswordHash,
  revokeToken,
  type UserRow,
} from './auth.repository.ts'

/** A season without signing in again; a token that was lost can be revoked. */
const TOKEN_DAYS = 90
const ENDED_TOKEN_DAYS = 30

export type AuthService = {
  /**
   * An address that nobody has costs the same statements and the same hash as a wrong password, and locks alike.
   * @throws Refusal `wrong_credentials`, also for a deactivated user; `locked` after SIGN_IN_FAILURES_MAX wrong
   * passwords in a row, whatever the password is then
   */
  signIn: (credentials: Credentials) => Promise<{ user: Static<typeof User>; token: string }>
  /** Revokes the token of the call. */
  signOut: (caller: Caller) => Promise<void>
  /** For plugins/auth.ts. */
  findCaller: (tokenHash: Buffer) => Promise<Caller | undefined>
}

export type Credentials = { email: string; password: string; userAgent: string }

export type AuthParts = {
  database: Database
  /** Told of the database's epoch whenever it has been read. */
  seeEpoch: (epoch: string) => void
}

export const authService = ({ database, seeEpoch }: AuthParts): AuthService => {
  // What the password of an address that nobody has is compared with; nobody knows what it is the hash of.
  const nobodysHash = hashPassword(randomBytes(32).toString('base64'))

  return {
    signIn: async ({ email, password, userAgent }) => {
      const address = email.trim().toLowerCase()
      const addressHash = createHash('sha256').update(address).digest()
      await requireUnlocked(database, addressHash)
      const user = await findUserByEmail(database, address)
      const right = await isPassword(user?.passwordHash ?? (await nobodysHash), password)
      if (user === undefined || !right || user.deactivated) throw new Refusal('wrong_credentials')

      if (isForeignHash(user.passwordHash)) {
        await replacePasswordHash(database, user.id, user.passwordHash, await hashPassword(password))
      }
      const token = randomBytes(32).toString('base64url')
      await clearAttempts(database, addressHash)
      await insertToken(database, uuidv7(), user.id, hashOfToken(token), userAgent.slice(0, 200), TOKEN_DAYS)
      return { user: userOf(user), token }
    },

    signOut: async ({ tokenId }) => {
      await revokeToken(database, tokenId)
    },

    findCaller: async (tokenHash) => {
      const row = await findCallerRow(database, tokenHash)
      if (row === undefined) return undefined
      const { epoch, stale, ...caller } = row
      if (epoch !== null) seeEpoch(epoch)
      if (stale) await noteTokenUse(database, row.tokenId)
      return { ...caller, isStaff: isStaffType(row.accountType) }
    },
  }
}

/** Deletes tokens that expired or were revoked long ago. */
export const deleteOldTokens = async (connection: Connection): Promise<void> => {
  await deleteEndedTokens(connection, ENDED_TOKEN_DAYS)
}

/** Forgets the counts of wrong passwords that no longer matter. */
export const forgetOldAttempts = async (connection: Connection): Promise<void> => {
  await deleteOldAttempts(connection, SIGN_IN_LOCK_MS)
}

async function requireUnlocked(database: Database, addressHash: Buffer): Promise<void> {
  const [attempt] = await countAttempt(database, addressHash, SIGN_IN_FAILURES_MAX, SIGN_IN_LOCK_MS)
  if (attempt === undefined) throw new Error('The attempt was not counted.')
  const { failures, lockedForSeconds } = attempt
  if (lockedForSeconds !== null || failures > SIGN_IN_FAILURES_MAX) {
    throw new Refusal('locked', { retryAfterSeconds: lockedForSeconds ?? SIGN_IN_LOCK_MS / 1000 })
  }
}

const userOf = (row: UserRow): Static<typeof User> => ({
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
})
