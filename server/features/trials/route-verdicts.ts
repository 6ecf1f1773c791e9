import type { CheckResult } from '#domain/checks/check.ts'
import { cutOffCheck, deliveryDateCheck } from '#domain/checks/delivery-checks.ts'
import { checkedDeliveryOf, deliveryTermsOf, minimumOrderOf } from '#domain/chosen-delivery.ts'
import type { DeliveryDay } from '#domain/customer.ts'
import { deliveryChargeOf } from '#domain/delivery-charge.ts'
import { offeredDays } from '#domain/delivery-days.ts'
import { type DeliveryRoute, isServed, longestRouteOf } from '#domain/delivery-route.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { progressTo } from '#domain/totals.ts'
import type { DeliveredOrder, PlacedOrder } from './trials.repository.ts'

/** Why the checks would refuse an order, by the first that fails. */
type Reason = 'unserved' | 'otherDay' | 'late' | 'tooSmall'

export type Verdict<Route> = { route: Route | undefined; reason: Reason | undefined; chargePence: number }

/** The route of an order's postcode, served or not. Many orders go to few postcodes. */
export const routesOf = <Route extends DeliveryRoute>(routes: readonly Route[]) => {
  const known = new Map<string, Route | undefined>()
  return ({ postcode }: PlacedOrder): Route | undefined => {
    if (!known.has(postcode)) known.set(postcode, longestRouteOf(postcode, routes))
    return known.get(postcode)
  }
}

/** What the checkout would have said of an order, had these been the routes when it was placed. */
export const verdictsBy = <Route extends DeliveryRoute>(
  routes: readonly Route[],
  holidays: readonly string[],
) => {
  const routeOf = routesOf(routes)
  const daysOfTerms = new Map<string, DeliveryDay[]>()
  const daysOf = (
    { deliveryWeekdays, cutOffTime }: Route,
    { cutOffDaysBefore, placedAt }: DeliveredOrder,
  ) => {
    const terms = { deliveryWeekdays, cutOffTime, cutOffDaysBefore, holidays }
    const key = `${londonDayOf(placedAt)} ${deliveryWeekdays} ${cutOffTime} ${cutOffDaysBefore}`
    const days = daysOfTerms.get(key) ?? offeredDays(terms, placedAt)
    daysOfTerms.set(key, days)
    return days
  }

  const reasonOf = (order: DeliveredOrder, route: Route | undefined): Reason | undefined => {
    // The account's own days, cut-off and minimum count, which no postcode changes.
    if (order.deliveryAddressId === null) return undefined
    const { deliveryDay, placedAt: now, netPence } = order
    const delivery = deliveryOf(order, route)
    const deliveryDays = route === undefined ? [] : daysOf(route, order)
    const day = { deliveryDay, deliveryDays, ...(delivery && { delivery }), now, lines: [] }
    if (hasFailed(deliveryDateCheck(day))) {
      return delivery?.method === 'delivery' && !delivery.served ? 'unserved' : 'otherDay'
    }
    if (hasFailed(cutOffCheck(day))) return 'late'
    return isTooSmall(order, route, netPence) ? 'tooSmall' : undefined
  }

  return (order: DeliveredOrder): Verdict<Route> => {
    const route = routeOf(order)
    const account = { ...order, deliveryChargePence: route?.deliveryChargePence ?? 0 }
    const charge = deliveryChargeOf(
      deliveryTermsOf(order, account, { route: servedRoute(route) }),
      order.netPence,
    )
    return { route, reason: reasonOf(order, route), chargePence: charge?.deliveryChargePence ?? 0 }
  }
}

export const isTooSmall = (order: PlacedOrder, route: DeliveryRoute | undefined, netPence: number): boolean =>
  (progressTo(minimumOrderOf(order, deliveryOf(order, route)), netPence)?.missingPence ?? 0) > 0

/** A site is not read: a collection has no minimum at any. */
const deliveryOf = (order: PlacedOrder, route: DeliveryRoute | undefined) =>
  checkedDeliveryOf(order, { route: servedRoute(route), site: null })

const servedRoute = (route: DeliveryRoute | undefined): DeliveryRoute | null =>
  route !== undefined && isServed(route) ? route : null

const hasFailed = ({ error_messages }: CheckResult): boolean => error_messages.length > 0
