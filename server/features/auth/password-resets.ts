import { randomInt } from 'node:crypto'
import { HOUR_MS } from '#domain/durations.ts'
import { CODE_DIGITS, codeIn } from '#domain/one-time-code.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  countAccountMail,
  insertAccountMail,
  isQueued,
  withdrawAccountMail,
} from '#server/features/mail/mail-queue.repository.ts'
import type { Passwords } from '#server/passwords.ts'
import type { Origin } from '#server/plugins/origin.ts'
import { lockUser } from './account.repository.ts'
import { findUserByEmail } from './auth.repository.ts'
import {
  findResetByToken,
  findResetWithCode,
  insertResetLink,
  type Reset,
  withdrawResets,
} from './password-resets.repository.ts'
import type { Security } from './security.ts'
import { ONE_CODE, type SignInLocks, signInLocks } from './sign-in-locks.ts'

/** Each withdraws the one before; more would only fill somebody's inbox. */
const MAILS_AN_HOUR = 5

/**
 * Queues the mail that resets a password, and withdraws earlier ones. Its link and code are made when it is sent (`newReset`), so
 * that the database never holds them.
 * @returns whether there will be a mail
 */
export const queueReset = (
  database: Database,
  { userId, now, isLimited }: { userId: string; now: Date; isLimited: boolean },
): Promise<boolean> =>
  inTransaction(database, async (connection) => {
    const user = await lockUser(connection, userId)
    if (user === undefined || user.deactivatedAt !== null) return false
    const kind = 'password_reset'
    const since = new Date(now.getTime() - HOUR_MS)
    if (isLimited && (await countAccountMail(connection, { userId, kind, since })) >= MAILS_AN_HOUR)
      return false
    await withdrawAccountMail(connection, userId, kind)
    await withdrawResets(connection, userId)
    await insertAccountMail(connection, { userId, kind, to: user.email, now })
    return true
  })

/** For a mail that is about to be sent. A second attempt leaves the first one's link: it may have arrived. */
export const newResetOf =
  (database: Database, passwords: Passwords) =>
  async ({
    mailId,
    userId,
    now,
  }: {
    mailId: string
    userId: string
    now: Date
  }): Promise<NewReset | undefined> => {
    const code = newCode()
    const codeHash = await passwords.hash(code)
    return await inTransaction(database, async (connection) => {
      const user = await lockUser(connection, userId)
      if (user === undefined || user.deactivatedAt !== null) return undefined
      // A newer request may have withdrawn it since it was claimed.
      if (!(await isQueued(connection, mailId))) return undefined
      return { token: await insertResetLink(connection, { userId, now, codeHash }), code }
    })
  }

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

export type NewReset = { token: string; code: string }

export type PasswordResets = {
  /** Sends nothing to an unknown address, of which nobody learns. Never throws a Refusal. */
  request: (email: string, origin: Origin) => Promise<void>
  /**
   * By the link's token, or the code: unknown addresses cost the same statements and one hash, and lock alike.
   * @throws Refusal `locked`
   */
  find: (proof: {
    email: string
    token: string
    device: string
    origin: Origin
  }) => Promise<Reset | undefined>
}

export const passwordResetsOf = ({
  database,
  security,
  passwords,
  now,
}: {
  database: Database
  security: Security
  passwords: Passwords
  now: () => Date
}): PasswordResets => {
  const locks: SignInLocks = signInLocks(database, ONE_CODE)

  return {
    request: async (email, origin) => {
      const user = await findUserByEmail(database, email)
      const willBeSent =
        user !== undefined && (await queueReset(database, { userId: user.id, now: now(), isLimited: true }))
      await security.log(origin, email, {
        event: 'password_mail',
        outcome: willBeSent ? 'requested' : 'ignored',
      })
    },

    find: async ({ email, token, device, origin }) => {
      const at = { email, now: now() }
      const code = codeIn(token)
      if (code === undefined) return await findResetByToken(database, { ...at, token })
      const { result } = await security.attempt(
        locks,
        { email, device, origin, purpose: 'reset' },
        async () => {
          const reset = await findResetWithCode(database, at)
          const isRight = await passwords.isRight(reset?.codeHash ?? passwords.standIn(), code)
          return isRight ? reset : undefined
        },
      )
      return result
    },
  }
}
