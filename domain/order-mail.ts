/** What people are written to about an order. */
export const MAIL_KINDS = [
  'confirmation',
  'changed',
  'cancelled',
  /** A card was declined; another may follow. */
  'payment_declined',
  /** Nobody paid in time: the order is cancelled. */
  'payment_expired',
  /** Paid after all, once the order was cancelled: the money goes back. */
  'payment_late',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** A confirmation is sent again at most once in this time. */
export const RESEND_AFTER_MS = 60_000
