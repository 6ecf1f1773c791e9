/** C1 basic customer · C2 customer with reports · DS distributor · ST staff · AD administrator · NW internal */
export const ACCOUNT_TYPES = ['C1', 'C2', 'DS', 'ST', 'AD', 'NW'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

/** A session ends after so many days without use; that of staff so many hours after the sign-in, used or not. */
export const SESSION_IDLE_DAYS = 30
export const STAFF_SESSION_HOURS = 12

export const STAFF_TYPES: readonly AccountType[] = ['ST', 'AD', 'NW']

export const isStaffType = (accountType: AccountType): boolean => STAFF_TYPES.includes(accountType)

/** C1 is denied reports: filters and the file of active orders, product search analysis and stock alerts. */
export const mayReport = (accountType: AccountType): boolean => accountType !== 'C1'

/** Codes of distributors are for distributors and staff. */
export const mayDistribute = (accountType: AccountType): boolean =>
  accountType === 'DS' || isStaffType(accountType)

/** The server sends a number; another one, or a stored session, may have text or a boolean. */
export type CanPlaceOrders = 0 | 1 | '0' | '1' | boolean | null

/** Only an explicit 0, `"0"` or false denies: a missing value allows (specification, sections 3 and 6). */
export const mayPlaceOrders = ({ can_place_orders }: { can_place_orders?: CanPlaceOrders }): boolean =>
  Number(can_place_orders ?? 1) !== 0

export const SIGN_IN_FAILURES_MAX = 5
export const SIGN_IN_LOCK_MS = 15 * 60_000

export type User = {
  id: string
  username: string
  email: string
  account_type: AccountType
  acl_routes_available: string[]
  can_place_orders?: CanPlaceOrders
  privacy_settings: { cookies_accept: '0' | '1' }
  contact_email: boolean
  contact_sms: boolean
  contact_tel: boolean
  contact_post: boolean
  default_customer?: string | null
}
