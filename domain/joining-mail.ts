/** Mail to those who join and, as `…_office`, to the office. */
export const JOINING_MAIL_KINDS = [
  'cash_account',
  'cash_account_office',
  /** Somebody tried to open an account with the address of one that exists. */
  'address_in_use',
  'account_request',
  'account_request_office',
  /** What the office decided on a request, or on an account that was opened online. */
  'account_open',
  'account_rejected',
  'account_closed',
  /** An administrator added them. */
  'user_added',
  'postcode_request',
  'postcode_request_office',
  'postcode_served',
] as const
export type JoiningMailKind = (typeof JOINING_MAIL_KINDS)[number]

export const isJoiningMail = (kind: string): kind is JoiningMailKind =>
  (JOINING_MAIL_KINDS as readonly string[]).includes(kind)
