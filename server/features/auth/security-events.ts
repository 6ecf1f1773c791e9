import { createHmac } from 'node:crypto'
import type { Origin } from '#server/plugins/origin.ts'

/**
 * What an operator must be able to look for: one line of the log each, without address, name, password or token. The
 * account is a keyed hash, which only this database's secret can make of an address; the network is what locks go by.
 */
export type SecurityEvent =
  | { event: 'sign_in'; outcome: 'succeeded' | 'failed'; device: 'known' | 'new' }
  /** Refused without looking at the password. */
  | { event: 'sign_in'; outcome: 'locked' }
  | { event: 'lock'; outcome: 'closed'; device: 'known' | 'new' }
  | { event: 'sign_out'; outcome: 'succeeded' }
  | { event: 'password_hash'; outcome: 'replaced' }
  /** A token was used although it had ended. */
  | { event: 'token'; outcome: 'revoked' | 'expired' | 'deactivated' }

/** Worth a look; the others end well, or are anybody's mistake. */
const WARNINGS: ReadonlySet<SecurityEvent['outcome']> = new Set([
  'locked',
  'closed',
  'revoked',
  'deactivated',
])

export const logSecurityEvent = ({ network, log }: Origin, account: Buffer, event: SecurityEvent): void => {
  const line = { ...event, account: account.toString('hex').slice(0, 16), network }
  log[WARNINGS.has(event.outcome) ? 'warn' : 'info'](line, 'security event')
}

export const keyedHash = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose} ${text}`).digest()
