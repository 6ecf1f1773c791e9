import { createHmac } from 'node:crypto'
import type { Origin } from '#server/plugins/origin.ts'

/** One log line each, without address, name, password or token; the account is a keyed hash. */
export type SecurityEvent =
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

export const logSecurityEvent = ({ network, log }: Origin, account: Buffer, event: SecurityEvent): void => {
  const line = { ...event, account: account.toString('hex').slice(0, 16), network }
  log[WARNINGS.has(event.outcome) ? 'warn' : 'info'](line, 'security event')
}

export const keyedHash = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose} ${text}`).digest()
