import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { hashOfToken } from '#server/plugins/auth.ts'
import type { Origin } from '#server/plugins/origin.ts'
import { Refusal } from '#server/routing/refusal.ts'
import type { UserRow } from './auth.repository.ts'
import { insertResetLink } from './password-resets.repository.ts'
import { insertHalfSignIn } from './second-factor.repository.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import { normalized, type Security } from './security.ts'
import { openSession, type SignedIn } from './sessions.ts'

export type CompleteSignInParts = {
  database: Database
  security: Security
  secondFactorOwed: SecondFactorService['owed']
  now: () => Date
}

/**
 * What follows a right password or passkey.
 * @throws Refusal `password_change_required`, `second_factor_required`, `second_factor_setup_required`, each with a token for the
 * step that is still to come, and no session. A person who used a passkey has typed no address: the first tells it
 */
export type CompleteSignIn = (user: UserRow, proved: Proved) => Promise<SignedIn>

/** A passkey is on a device that has recognised its owner, so it counts as two factors. */
type Proved = { origin: Origin; userAgent: string; by: 'password' | 'passkey' }

export const completeSignInOf =
  ({ database, security, secondFactorOwed, now }: CompleteSignInParts): CompleteSignIn =>
  async (user, { origin, userAgent, by }) => {
    if (user.mustChangePassword) {
      await security.log(origin, normalized(user.email), { event: 'password', outcome: 'must_change' })
      const token = await insertResetLink(database, { userId: user.id, now: now() })
      throw new Refusal('password_change_required', { fields: { token, email: user.email } })
    }
    const owed = by === 'passkey' ? undefined : await secondFactorOwed(user)
    if (owed !== undefined) {
      const token = randomBytes(32).toString('base64url')
      await insertHalfSignIn(database, { tokenHash: hashOfToken(token), userId: user.id, now: now() })
      throw new Refusal(owed, { fields: { token } })
    }
    return await openSession(database, user, userAgent)
  }
