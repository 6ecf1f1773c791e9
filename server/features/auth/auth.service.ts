import { createHmac, randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { User } from '#contract/auth.ts'
import { routesAvailable } from '#domain/routes.ts'
import { isStaffType, SESSION_DAYS } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { Passwords } from '#server/passwords.ts'
import { hashOfToken } from '#server/plugins/auth.ts'
import type { Origin } from '#server/plugins/origin.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  deleteEndedTokens,
  findCallerRow,
  findUserByEmail,
  insertToken,
  noteTokenUse,
  readHashCosts,
  replacePasswordHash,
  revokeToken,
  type UserRow,
} from './auth.repository.ts'
import { hashOfDevice } from './device-cookie.ts'
import { signInLocks } from './sign-in-locks.ts'

/** A season; lost tokens can be revoked. */
const ENDED_TOKEN_DAYS = 30

export type AuthService = {
  /**
   * Unknown addresses cost the same statements as wrong passwords, a hash of a user's cost, and lock alike.
   * @throws Refusal `wrong_credentials`, also for a deactivated user; `locked` whatever the password (sign-in-locks.ts)
   */
  signIn: (credentials: Credentials) => Promise<{ user: Static<typeof User>; token: string }>
  signOut: (caller: Caller, origin: Origin) => Promise<void>
  findCaller: (tokenHash: Buffer, origin: Origin) => Promise<Caller | undefined>
}

export type Credentials = {
  email: string
  password: string
  device: string
  userAgent: string
  origin: Origin
}

export type AuthParts = {
  database: Database
  /** Receives each epoch read. */
  seeEpoch: (epoch: string) => void
  findSecret: () => Promise<string>
  passwords: Passwords
}

export const authService = ({ database, seeEpoch, findSecret, passwords }: AuthParts): AuthService => {
  const locks = signInLocks(database)
  const log = async (origin: Origin, email: string, event: SecurityEvent): Promise<void> => {
    const account = keyedHash(await findSecret(), 'account', normalized(email))
    logSecurityEvent(origin, account, event)
  }

  const hashCosts = hashCostsOf(database)
  const verify = async (email: string, password: string): Promise<UserRow | undefined> => {
    const [user, costs, secret] = await Promise.all([
      findUserByEmail(database, email),
      hashCosts(),
      findSecret(),
    ])
    const standIn = passwords.standIn(drawnCost(costs, keyedHash(secret, 'stand-in', email)))
    const right = await passwords.isRight(user?.passwordHash ?? standIn, password)
    return right && user !== undefined && user.deactivatedAt === null ? user : undefined
  }

  return {
    signIn: async ({ email, password, device, userAgent, origin }) => {
      const secret = await findSecret()
      const address = normalized(email)
      const deviceHash = hashOfDevice(device)
      const attempt = {
        accountHash: keyedHash(secret, 'account', address),
        deviceHash,
        sources: {
          everywhere: keyedHash(secret, 'everywhere', ''),
          network: keyedHash(secret, 'network', origin.network),
          device: keyedHash(secret, 'device', deviceHash.toString('hex')),
        },
      }
      const { result, isKnownDevice, hasLocked } = await locks
        .attempt(attempt, () => verify(address, password))
        .catch(async (error: unknown) => {
          if (error instanceof Refusal && error.code === 'locked') {
            await log(origin, address, { event: 'sign_in', outcome: 'locked' })
          }
          throw error
        })
      const known = isKnownDevice ? 'known' : 'new'
      await log(origin, address, {
        event: 'sign_in',
        outcome: result === undefined ? 'failed' : 'succeeded',
        device: known,
      })
      if (hasLocked) await log(origin, address, { event: 'lock', outcome: 'closed', device: known })
      if (result === undefined) throw new Refusal('wrong_credentials')

      if (passwords.isForeign(result.passwordHash)) {
        const { id: userId, passwordHash: previous } = result
        await replacePasswordHash(database, { userId, previous, hash: await passwords.hash(password) })
        await log(origin, address, { event: 'password_hash', outcome: 'replaced' })
      }
      const token = randomBytes(32).toString('base64url')
      await insertToken(database, {
        id: uuidv7(),
        userId: result.id,
        hash: hashOfToken(token),
        userAgent: userAgent.slice(0, 200),
        days: SESSION_DAYS,
      })
      return { user: userOf(result), token }
    },

    signOut: async ({ tokenId }, origin) => {
      const email = await revokeToken(database, tokenId)
      if (email !== undefined) await log(origin, email, { event: 'sign_out', outcome: 'succeeded' })
    },

    findCaller: async (tokenHash, origin) => {
      const row = await findCallerRow(database, tokenHash)
      if (row === undefined) return undefined
      const { epoch, stale, email, ended, ...caller } = row
      if (ended !== null) {
        await log(origin, email, { event: 'token', outcome: ended })
        return undefined
      }
      if (epoch !== null) seeEpoch(epoch)
      if (stale) await noteTokenUse(database, row.tokenId)
      return { ...caller, isStaff: isStaffType(row.accountType) }
    },
  }
}

type HashCosts = Awaited<ReturnType<typeof readHashCosts>>

/** They change with each import and with sign-ins that replace a hash. */
const COSTS_KEPT_MS = 60_000

const hashCostsOf = (database: Database): (() => Promise<HashCosts>) => {
  let known: { costs: Promise<HashCosts>; readAt: number } | undefined
  return () => {
    if (known === undefined || performance.now() - known.readAt > COSTS_KEPT_MS) {
      const costs = readHashCosts(database)
      known = { costs, readAt: performance.now() }
      costs.catch(() => {
        known = undefined
      })
    }
    return known.costs
  }
}

/**
 * An imported hash may cost another time to check than ours, so a fixed cost for unknown addresses would tell who is a user.
 * Each address draws its own from those of the users, in proportion and always the same: whatever an answer takes, as large
 * a share of the unknown addresses takes it too.
 */
const drawnCost = (costs: HashCosts, draw: Buffer): string | null | undefined => {
  const total = costs.reduce((sum, { users }) => sum + users, 0)
  let left = (draw.readUInt32BE(0) / 2 ** 32) * total
  return costs.find(({ users }) => {
    left -= users
    return left < 0
  })?.cost
}

export const deleteOldTokens = async (connection: Connection): Promise<void> => {
  await deleteEndedTokens(connection, ENDED_TOKEN_DAYS)
}

const normalized = (email: string): string => email.trim().toLowerCase()

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

/** One log line each, without address, name, password or token; the account is a keyed hash. */
type SecurityEvent =
  | { event: 'sign_in'; outcome: 'succeeded' | 'failed'; device: 'known' | 'new' }
  /** Refused without checking the password. */
  | { event: 'sign_in'; outcome: 'locked' }
  | { event: 'lock'; outcome: 'closed'; device: 'known' | 'new' }
  | { event: 'sign_out'; outcome: 'succeeded' }
  | { event: 'password_hash'; outcome: 'replaced' }
  /** Use of an ended token. */
  | { event: 'token'; outcome: 'revoked' | 'expired' | 'deactivated' }

/** The others end well or are ordinary mistakes. */
const WARNINGS: ReadonlySet<SecurityEvent['outcome']> = new Set([
  'locked',
  'closed',
  'revoked',
  'deactivated',
])

const logSecurityEvent = ({ network, log }: Origin, account: Buffer, event: SecurityEvent): void => {
  const line = { ...event, account: account.toString('hex').slice(0, 16), network }
  log[WARNINGS.has(event.outcome) ? 'warn' : 'info'](line, 'security event')
}

const keyedHash = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose} ${text}`).digest()
