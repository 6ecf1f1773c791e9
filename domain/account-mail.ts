export const ACCOUNT_MAIL_KINDS = [
  'password_reset',
  'password_changed',
  'passkey_added',
  'second_factor_on',
  'second_factor_off',
] as const
export type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]

/** How long the link and the code of a mail work. */
export const RESET_WITHIN_MS = 3_600_000
