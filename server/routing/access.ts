import type { Access } from '#contract/endpoint.ts'
import { mayReport } from '#domain/user.ts'
import type { Caller } from './caller.ts'
import { Refusal } from './refusal.ts'

/** Checks the account; statements check the customer. @throws Refusal `may_not_order`, `forbidden` */
export const requireAccess = (access: Access, caller: Caller): void => {
  if (access === 'orderer' && !caller.canPlaceOrders) throw new Refusal('may_not_order')
  if (access === 'reporter' && !mayReport(caller.accountType)) throw new Refusal('forbidden')
  if (access === 'staff' && !caller.isStaff) throw new Refusal('forbidden')
}
