import type { AccountType } from '#domain/user.ts'

/** Who makes a call: what the token of a request stands for. Holds nothing that a log must not. */
export type Caller = {
  userId: string
  tokenId: string
  accountType: AccountType
  /** Sees every customer without being entered for any (ST, AD, NW). */
  isStaff: boolean
  canPlaceOrders: boolean
}
