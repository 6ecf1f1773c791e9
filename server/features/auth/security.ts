import { createHmac } from 'node:crypto'
import type { Origin } from '#server/plugins/origin.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { hashOfDevice } from './device-cookie.ts'
import type { Attempt, SignInLocks } from './sign-in-locks.ts'

/** What all calls of an account share: keyed hashes of addresses, locks against guessing, and the log of security events. */
export type Security = {
  log: (origin: Origin, email: string, event: SecurityEvent) => Promise<void>
  /** For the locks, whose counts know no address. */
  accountHash: (email: string, purpose?: AttemptPurpose) => Promise<Buffer>
  /** Under every purpose. */
  accountHashes: (email: string) => Promise<Buffer[]>
  /**
   * Runs `verify` if the locks allow, counts its outcome, and logs a lock.
   * @throws Refusal `locked`
   */
  attempt: <T>(
    locks: SignInLocks,
    person: Person,
    verify: () => Promise<T | undefined>,
  ) => Promise<{ result: T | undefined; device: 'known' | 'new' }>
  keyedHash: (purpose: string, text: string) => Promise<Buffer>
}

/**
 * What is guessed, and how the log calls it. Each has counts and locks of its own: guesses of a mailed code do not lock the
 * sign-in, nor the other way round.
 */
const EVENTS = {
  account: 'sign_in',
  reset: 'password_reset',
  code: 'sign_in_code',
  second_factor: 'second_factor_code',
} as const
type AttemptPurpose = keyof typeof EVENTS
const PURPOSES = Object.keys(EVENTS) as AttemptPurpose[]

export type Person = { email: string; device: string; origin: Origin; purpose?: AttemptPurpose }

export const securityOf = (findSecret: () => Promise<string>): Security => {
  const hashed = async (purpose: string, text: string): Promise<Buffer> =>
    keyedHash(await findSecret(), purpose, text)
  const log = async (origin: Origin, email: string, event: SecurityEvent): Promise<void> =>
    logSecurityEvent(origin, await hashed('account', normalized(email)), event)
  const accountHash = (email: string, purpose: AttemptPurpose = 'account'): Promise<Buffer> =>
    hashed(purpose, normalized(email))

  return {
    log,
    accountHash,
    accountHashes: (email) => Promise.all(PURPOSES.map((purpose) => accountHash(email, purpose))),
    keyedHash: hashed,
    attempt: async (locks, { email, device, origin, purpose = 'account' }, verify) => {
      const deviceHash = hashOfDevice(device)
      const attempt: Attempt = {
        accountHash: await accountHash(email, purpose),
        deviceHash,
        sources: {
          everywhere: await hashed('everywhere', ''),
          network: await hashed('network', origin.network),
          device: await hashed('device', deviceHash.toString('hex')),
        },
      }
      const event = EVENTS[purpose]
      const { result, isKnownDevice, hasLocked } = await locks
        .attempt(attempt, verify)
        .catch(async (error: unknown) => {
          if (error instanceof Refusal && error.code === 'locked') {
            await log(origin, email, { event, outcome: 'locked' })
          }
          throw error
        })
      const known = isKnownDevice ? 'known' : 'new'
      await log(origin, email, {
        event,
        outcome: result === undefined ? 'failed' : 'succeeded',
        device: known,
      })
      if (hasLocked) await log(origin, email, { event: 'lock', outcome: 'closed', device: known })
      return { result, device: known }
    },
  }
}

export const normalized = (email: string): string => email.trim().toLowerCase()

/** One log line each, without address, name, password or token; the account is a keyed hash. */
export type SecurityEvent =
  | { event: Guessable; outcome: 'succeeded' | 'failed'; device: 'known' | 'new' }
  /** Refused without checking the password or code. */
  | { event: Guessable; outcome: 'locked' }
  | { event: 'lock'; outcome: 'closed'; device: 'known' | 'new' }
  | { event: 'sign_out'; outcome: 'succeeded' }
  | { event: 'password_hash'; outcome: 'replaced' }
  /** `ignored`: unknown address, deactivated, or too many mails. The caller cannot tell. */
  | { event: 'password_mail'; outcome: 'requested' | 'ignored' }
  | { event: 'password'; outcome: 'changed' | 'must_change' }
  | { event: 'session'; outcome: 'ended' }
  | { event: 'passkey' | 'second_factor'; outcome: 'added' | 'removed' }
  | { event: 'account'; outcome: 'deactivated' | 'erased' }
  /** Use of an ended token. */
  | { event: 'token'; outcome: 'revoked' | 'expired' | 'deactivated' }

type Guessable = (typeof EVENTS)[AttemptPurpose]

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
