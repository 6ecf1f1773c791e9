import type { Endpoint } from '#contract/endpoint.ts'
import { GUARDED_ROUTES, routesAvailable } from '#domain/routes.ts'
import { mayDistribute, mayReport } from '#domain/user.ts'
import type { Caller } from './caller.ts'
import { Refusal } from './refusal.ts'

/** Checks the account; statements check the customer. @throws Refusal `may_not_order`, `forbidden` */
export const requireAccess = (
  { access, route }: Pick<Endpoint, 'access' | 'route'>,
  caller: Caller,
): void => {
  if (access === 'orderer' && !caller.canPlaceOrders) throw new Refusal('may_not_order')
  if (access === 'reporter' && !mayReport(caller.accountType)) throw new Refusal('forbidden')
  if (access === 'distributor' && !mayDistribute(caller.accountType)) throw new Refusal('forbidden')
  if (access === 'staff' && !caller.isStaff) throw new Refusal('forbidden')
  if (route !== undefined && !mayOpen(caller, route)) throw new Refusal('forbidden')
}

/** A route that no list names is open to all whom the call lets in. */
const mayOpen = ({ accountType, aclRoutes }: Caller, route: string): boolean =>
  !GUARDED_ROUTES.some((guarded) => guarded === route) ||
  routesAvailable(accountType, aclRoutes).includes(route)
