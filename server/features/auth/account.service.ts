import type { account } from '#contract/account.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { RESET_REFUSED_REASON } from '#domain/account-messages.ts'
import { deviceName } from '#domain/device-name.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import { insertAccountMail } from '#server/features/mail/mail-queue.repository.ts'
import type { Passwords } from '#server/passwords.ts'
import type { Origin } from '#server/plugins/origin.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  clearLocks,
  endSessions,
  eraseUser,
  findPersonalData,
  findSessions,
  findUser,
  hasOtherAdministrator,
  lockUser,
  type SessionRow,
  updateUser,
} from './account.repository.ts'
import type { UserRow } from './auth.repository.ts'
import { takeReset, withdrawResets } from './password-resets.repository.ts'
import type { PasswordResets } from './password-resets.ts'
import { type PasswordRules, refusePassword } from './password-rules.ts'
import { withdrawHalfSignIns } from './second-factor.repository.ts'
import type { Security } from './security.ts'
import { userOf } from './sessions.ts'
import type { SignInLocks } from './sign-in-locks.ts'

/** Where a call comes from: its device's cookie, its network. */
export type From = { device: string; origin: Origin }

type Calls = typeof account

export type AccountService = {
  /** @throws Refusal `reset_refused`, `password_refused`, `locked` */
  resetPassword: (body: BodyOf<Calls['resetPassword']>, from: From) => Promise<void>
  /** @throws Refusal `wrong_password`, `password_refused`, `locked` */
  updatePassword: (
    caller: Caller,
    body: BodyOf<Calls['updatePassword']>,
    from: From,
  ) => Promise<ReplyOf<Calls['updatePassword']>['user']>
  /** @throws Refusal `customer_not_found` */
  update: (caller: Caller, body: BodyOf<Calls['update']>) => Promise<ReplyOf<Calls['update']>['user']>
  /** @throws Refusal `last_administrator` */
  deactivate: (caller: Caller, origin: Origin) => Promise<void>
  /** @throws Refusal `last_administrator` */
  erase: (caller: Caller, origin: Origin) => Promise<void>
  sessions: (caller: Caller) => Promise<ReplyOf<Calls['sessions']>>
  /** @throws Refusal `session_not_found`, also for another user's or an ended one */
  endSession: (caller: Caller, id: string, origin: Origin) => Promise<void>
  personalData: (caller: Caller) => Promise<ReplyOf<Calls['personalData']>>
}

export type AccountParts = {
  database: Database
  security: Security
  locks: SignInLocks
  passwords: Passwords
  rules: PasswordRules
  resets: PasswordResets
  now: () => Date
}

export const accountService = ({
  database,
  security,
  locks,
  passwords,
  rules,
  resets,
  now,
}: AccountParts): AccountService => {
  /** @param keep the session that made the change */
  const setPassword = async (
    connection: Connection,
    { user, hash, keep }: { user: UserRow; hash: string; keep?: string },
  ): Promise<UserRow> => {
    const { id: userId, email } = user
    await endSessions(connection, userId, keep === undefined ? {} : { except: keep })
    await withdrawResets(connection, userId)
    await withdrawHalfSignIns(connection, userId)
    await clearLocks(connection, await passwordHashes(email))
    await insertAccountMail(connection, { userId, kind: 'password_changed', to: email, now: now() })
    return await updateUser(connection, userId, { passwordHash: hash, mustChangePassword: false })
  }
  /** Not those of the second factor: whoever reads the mail could guess its codes without end. */
  const passwordHashes = (email: string): Promise<Buffer[]> =>
    Promise.all([security.accountHash(email), security.accountHash(email, 'reset')])

  return {
    resetPassword: async (body, { device, origin }) => {
      const email = body.email.trim()
      const reset = await resets.find({ email, token: body.token.trim(), device, origin })
      if (reset === undefined) throw resetRefused()
      const { user } = reset
      await rules.require(body, user)
      // The office's one-time password, above all.
      if (await passwords.isRight(user.passwordHash, body.password)) throw refusePassword('unchanged')
      const hash = await passwords.hash(body.password)
      await inTransaction(database, async (connection) => {
        await lockUser(connection, user.id)
        if (!(await takeReset(connection, reset))) throw resetRefused()
        await setPassword(connection, { user, hash })
      })
      await security.log(origin, user.email, { event: 'password', outcome: 'changed' })
    },

    updatePassword: async ({ userId, tokenId }, body, { device, origin }) => {
      const user = await requireUser(database, userId)
      const { email } = user
      const given = body.current_password
      if (given !== undefined) {
        const isRight = async () => (await passwords.isRight(user.passwordHash, given)) || undefined
        const { result } = await security.attempt(locks, { email, device, origin }, isRight)
        if (result === undefined) throw new Refusal('wrong_password')
        if (given === body.password) throw refusePassword('unchanged')
      }
      await rules.require(body, user)
      const hash = await passwords.hash(body.password)
      const changed = await inTransaction(database, async (connection) => {
        await lockUser(connection, userId)
        return await setPassword(connection, { user, hash, keep: tokenId })
      })
      await security.log(origin, email, { event: 'password', outcome: 'changed' })
      return userOf(changed)
    },

    update: async (caller, body) => {
      const { username, default_customer, cookies_accept, ...contact } = body
      if (typeof default_customer === 'string') await requireCustomer(database, caller, default_customer)
      const row = await updateUser(database, caller.userId, {
        ...(username !== undefined && { username: username.trim() }),
        ...(default_customer !== undefined && { defaultCustomerId: default_customer }),
        ...(cookies_accept !== undefined && { cookiesAccept: isChosen(cookies_accept) }),
        ...(contact.contact_email !== undefined && { contactEmail: isChosen(contact.contact_email) }),
        ...(contact.contact_sms !== undefined && { contactSms: isChosen(contact.contact_sms) }),
        ...(contact.contact_tel !== undefined && { contactTel: isChosen(contact.contact_tel) }),
        ...(contact.contact_post !== undefined && { contactPost: isChosen(contact.contact_post) }),
      })
      return userOf(row)
    },

    deactivate: async ({ userId }, origin) => {
      const email = await inTransaction(database, async (connection) => {
        const user = await requireMayLeave(connection, userId)
        await endSessions(connection, userId)
        await withdrawResets(connection, userId)
        await updateUser(connection, userId, { deactivatedAt: now() })
        return user.email
      })
      await security.log(origin, email, { event: 'account', outcome: 'deactivated' })
    },

    erase: async ({ userId }, origin) => {
      const email = await inTransaction(database, async (connection) => {
        const user = await requireMayLeave(connection, userId)
        const accountHashes = await security.accountHashes(user.email)
        await eraseUser(connection, { user, accountHashes, now: now() })
        return user.email
      })
      await security.log(origin, email, { event: 'account', outcome: 'erased' })
    },

    sessions: async ({ userId, tokenId }) => ({
      data: (await findSessions(database, userId)).map((row) => sessionOf(row, tokenId)),
    }),

    endSession: async ({ userId }, id, origin) => {
      if ((await endSessions(database, userId, { only: id })) === 0) throw new Refusal('session_not_found')
      const { email } = await requireUser(database, userId)
      await security.log(origin, email, { event: 'session', outcome: 'ended' })
    },

    personalData: async ({ userId, tokenId }) => {
      const { user, accounts, sessions, keys, factor, starred, lists, views, placed, mails, notified } =
        await findPersonalData(database, userId)
      return {
        exportedAt: now().toISOString(),
        user: userOf(user),
        createdAt: user.createdAt.toISOString(),
        customers: accounts,
        sessions: sessions.map((row) => sessionOf(row, tokenId)),
        passkeys: keys.map(({ name, domain, createdAt, lastUsedAt }) => ({
          name,
          domain,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        second_factor_since: factor?.enabledAt?.toISOString() ?? null,
        favourites: starred.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() })),
        templates: lists.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
        saved_views: views.map(({ screen, name, query }) => ({ screen, name, query })),
        orders: placed.map((row) => ({
          ...row,
          orderNo: String(row.orderNo),
          placedAt: row.placedAt.toISOString(),
        })),
        notified_devices: notified.map(({ userAgent, createdAt, lastSentAt }) => ({
          device: deviceName(userAgent),
          createdAt: createdAt.toISOString(),
          lastSentAt: lastSentAt?.toISOString() ?? null,
        })),
        mails: mails.map((row) => ({ ...row, writtenAt: row.writtenAt.toISOString() })),
      }
    },
  }
}

const resetRefused = (): Refusal => new Refusal('reset_refused', { fields: { reason: RESET_REFUSED_REASON } })

const requireUser = async (database: Database, id: string): Promise<UserRow> => {
  const user = await findUser(database, id)
  if (user === undefined) throw new Refusal('unauthenticated')
  return user
}

/** @throws Refusal `last_administrator` */
const requireMayLeave = async (connection: Connection, id: string): Promise<UserRow> => {
  const isOneOfSeveral = await hasOtherAdministrator(connection, id)
  const user = await lockUser(connection, id)
  if (user === undefined) throw new Refusal('unauthenticated')
  if (user.accountType === 'AD' && !isOneOfSeveral) throw new Refusal('last_administrator')
  return user
}

const isChosen = (choice: boolean | 0 | 1 | '0' | '1'): boolean => Number(choice) === 1

const sessionOf = ({ userAgent, createdAt, lastUsedAt, id }: SessionRow, tokenId: string) => ({
  id,
  device: deviceName(userAgent),
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
  current: id === tokenId,
})
