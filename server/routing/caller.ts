import type { AccountType } from '#domain/user.ts'

export type Caller = {
  userId: string
  tokenId: string
  accountType: AccountType
  /** Sees every customer (ST, AD, NW). */
  isStaff: boolean
  canPlaceOrders: boolean
  /** Routes of their own; null: the account type's. */
  aclRoutes: string[] | null
}
