import { londonHourOf } from '#domain/push-reminder.ts'
import { isStaffType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import type { Connection } from '#server/db/transaction.ts'
import { noteSeen } from '#server/features/push/push-subscriptions.repository.ts'
import type { Passwords } from '#server/passwords.ts'
import type { Origin } from '#server/plugins/origin.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  deleteEndedTokens,
  findCallerRow,
  findUserByEmail,
  noteTokenUse,
  readHashCosts,
  replacePasswordHash,
  revokeToken,
  type UserRow,
} from './auth.repository.ts'
import type { CompleteSignIn } from './complete-sign-in.ts'
import { normalized, type Security } from './security.ts'
import type { SignedIn } from './sessions.ts'
import type { SignInLocks } from './sign-in-locks.ts'

/** A season; lost tokens can be revoked. */
const ENDED_TOKEN_DAYS = 30

export type AuthService = {
  /**
   * Unknown addresses cost the same statements as wrong passwords, a hash of a user's cost, and lock alike.
   * @throws Refusal `wrong_credentials`, also for a deactivated user; `locked` whatever the password (sign-in-locks.ts); and
   * what a right one may still need (complete-sign-in.ts)
   */
  signIn: (credentials: Credentials) => Promise<SignedIn>
  signOut: (caller: Caller, origin: Origin) => Promise<void>
  /** @param build of the page that calls; null: it does not tell */
  findCaller: (tokenHash: Buffer, origin: Origin, build: string | null) => Promise<Caller | undefined>
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
  security: Security
  locks: SignInLocks
  completeSignIn: CompleteSignIn
  passwords: Passwords
  now: () => Date
}

export const authService = ({
  database,
  seeEpoch,
  security,
  locks,
  completeSignIn,
  passwords,
  now,
}: AuthParts): AuthService => {
  const hashCosts = hashCostsOf(database)
  const verify = async (email: string, password: string): Promise<UserRow | undefined> => {
    const [user, costs, draw] = await Promise.all([
      findUserByEmail(database, email),
      hashCosts(),
      security.keyedHash('stand-in', email),
    ])
    const standIn = passwords.standIn(drawnCost(costs, draw))
    const right = await passwords.isRight(user?.passwordHash ?? standIn, password)
    return right && user !== undefined && user.deactivatedAt === null ? user : undefined
  }

  return {
    signIn: async ({ email, password, device, userAgent, origin }) => {
      const address = normalized(email)
      const person = { email: address, device, origin }
      const { result } = await security.attempt(locks, person, () => verify(address, password))
      if (result === undefined) throw new Refusal('wrong_credentials')

      if (passwords.isForeign(result.passwordHash)) {
        const { id: userId, passwordHash: previous } = result
        await replacePasswordHash(database, { userId, previous, hash: await passwords.hash(password) })
        await security.log(origin, address, { event: 'password_hash', outcome: 'replaced' })
      }
      return await completeSignIn(result, { origin, userAgent, by: 'password' })
    },

    signOut: async ({ tokenId }, origin) => {
      const email = await revokeToken(database, tokenId)
      if (email !== undefined) await security.log(origin, email, { event: 'sign_out', outcome: 'succeeded' })
    },

    findCaller: async (tokenHash, origin, build) => {
      const row = await findCallerRow(database, tokenHash, build)
      if (row === undefined) return undefined
      const { epoch, stale, email, ended, ...caller } = row
      if (ended !== null) {
        await security.log(origin, email, { event: 'token', outcome: ended })
        return undefined
      }
      if (epoch !== null) seeEpoch(epoch)
      const isStaff = isStaffType(row.accountType)
      if (stale) {
        const { tokenId } = row
        await noteTokenUse(database, { tokenId, isStaff, build })
        const at = now()
        await noteSeen(database, { tokenId, hour: londonHourOf(at), now: at })
      }
      return { ...caller, isStaff }
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
