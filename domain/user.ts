/**
 * C1 basic customer (no reports) · C2 customer with reports · DS distributor · ST staff · AD administrator ·
 * NW internal: sees the prefixed frontend errors.
 */
export const ACCOUNT_TYPES = ['C1', 'C2', 'DS', 'ST', 'AD', 'NW'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

/** How long a sign-in holds at the server, unless it is ended before. */
export const SESSION_DAYS = 90

const STAFF_TYPES: readonly AccountType[] = ['ST', 'AD', 'NW']

export const isStaffType = (accountType: AccountType): boolean => STAFF_TYPES.includes(accountType)

/** After this many wrong passwords in a row the account is locked … */
export const SIGN_IN_FAILURES_MAX = 5
/** … for this long. */
export const SIGN_IN_LOCK_MS = 15 * 60_000

export type User = {
  id: string
  username: string
  email: string
  account_type: AccountType
  acl_routes_available: string[]
  can_place_orders: 0 | 1
  privacy_settings: { cookies_accept: '0' | '1' }
  contact_email: boolean
  contact_sms: boolean
  contact_tel: boolean
  contact_post: boolean
}
