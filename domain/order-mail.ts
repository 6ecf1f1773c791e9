export const MAIL_KINDS = [
  'confirmation',
  'changed',
  'cancelled',
  /** Another card may follow. */
  'payment_declined',
  'payment_expired',
  /** Paid after all, once the order was cancelled: the money goes back. */
  'payment_late',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Minimum time between two confirmations on request. */
export const RESEND_AFTER_MS = 60_000
