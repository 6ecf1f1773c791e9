import type { Static } from 'typebox'
import type { User } from '#contract/auth.ts'
import { codeIn, SIGN_IN_CODE_WITHIN_MS } from '#domain/one-time-code.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Passwords } from '#server/passwords.ts'
import type { Origin } from '#server/plugins/origin.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { lockUser } from './account.repository.ts'
import { hashOfDevice } from './device-cookie.ts'
import { noteDevice } from './locks.repository.ts'
import { newCode } from './password-resets.ts'
import type { Security } from './security.ts'
import { openSession } from './sessions.ts'
import { findSignInCode, replaceSignInCode, takeSignInCode } from './sign-in-codes.repository.ts'
import { ONE_CODE, signInLocks } from './sign-in-locks.ts'

/** Signing in to the installed app with a code that the browser shows (docs/decisions/0038). */
export type SignInCodes = {
  make: (caller: Caller) => Promise<{ code: string; expiresAt: string }>
  /**
   * Unknown addresses cost the same statements and one hash, and lock alike.
   * @throws Refusal `sign_in_code_refused`; `locked`
   */
  use: (proof: {
    email: string
    code: string
    device: string
    userAgent: string
    origin: Origin
  }) => Promise<{ user: Static<typeof User>; token: string }>
}

export type SignInCodesParts = {
  database: Database
  security: Security
  passwords: Passwords
  now: () => Date
}

export const signInCodesOf = ({ database, security, passwords, now }: SignInCodesParts): SignInCodes => {
  const locks = signInLocks(database, ONE_CODE)

  return {
    make: async ({ userId, tokenId }) => {
      const code = newCode()
      const codeHash = await passwords.hash(code)
      const expiresAt = new Date(now().getTime() + SIGN_IN_CODE_WITHIN_MS)
      await inTransaction(database, async (connection) => {
        await lockUser(connection, userId)
        await replaceSignInCode(connection, { userId, tokenId, codeHash, expiresAt })
      })
      return { code, expiresAt: expiresAt.toISOString() }
    },

    use: async ({ code, device, userAgent, origin, ...proof }) => {
      const email = proof.email.trim()
      const { result } = await security.attempt(
        locks,
        { email, device, origin, purpose: 'code' },
        async () => {
          const found = await findSignInCode(database, { email, now: now() })
          const isRight = await passwords.isRight(
            found?.codeHash ?? passwords.standIn(),
            codeIn(code) ?? code,
          )
          return isRight ? found : undefined
        },
      )
      if (result === undefined) throw new Refusal('sign_in_code_refused')
      const { user, sessionEndsAt } = result
      const signedIn = await inTransaction(database, async (connection) => {
        // A new password or a stop, which end sessions, wait for it or come first.
        await lockUser(connection, user.id)
        if (!(await takeSignInCode(connection, result))) return undefined
        await noteDevice(connection, await security.accountHash(user.email), hashOfDevice(device))
        // Otherwise one code after another would prolong a session that is to end with the shift.
        return await openSession(connection, user, userAgent, sessionEndsAt)
      })
      if (signedIn === undefined) throw new Refusal('sign_in_code_refused')
      return signedIn
    },
  }
}
