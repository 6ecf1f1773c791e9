import type { AccountType } from '#domain/user.ts'

export type Caller = {
  userId: string
  tokenId: string
  accountType: AccountType
  /** Sees every customer without being entered for any (ST, AD, NW). */
  isStaff: boolean
  canPlaceOrders: boolean
}
