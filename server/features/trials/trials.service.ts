import type { deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import type { discounts } from '#contract/discounts.ts'
import type { DeliveryRoute } from '#domain/delivery-route.ts'
import { type Discount, discountWithOneMore } from '#domain/discounts.ts'
import { DAY_MS } from '#domain/durations.ts'
import { totalsOf } from '#domain/totals.ts'
import type { Database } from '#server/db/database.ts'
import { findHolidays } from '#server/features/collection-addresses/collection-addresses.repository.ts'
import { requirePrefix } from '#server/features/maintained/nouns.ts'
import type { Answers } from '#server/routing/answers.ts'
import { isTooSmall, routesOf, type Verdict, verdictsBy } from './route-verdicts.ts'
import {
  countOrders,
  readDeliveredOrders,
  readDiscountedOrders,
  readDiscounts,
  readRoutes,
} from './trials.repository.ts'

/** What rules would have done to the orders of the last four weeks, worked out by the rules that orders follow. */

type Parts = { database: Database; now: () => Date }

const DAYS = 28
const daysBefore = (now: Date): Date => new Date(now.getTime() - DAYS * DAY_MS)

export const discountTrialService = ({ database, now }: Parts): Answers<Pick<typeof discounts, 'trial'>> => ({
  trial: async ({ body: { id, code, ...fields } }) => {
    const since = daysBefore(now())
    const [saved, routes] = await Promise.all([readDiscounts(database), readRoutes(database)])
    // Last month's orders were for earlier days than those it is planned for.
    const tried: Discount = { ...fields, id: code, validFrom: null, validTo: null }
    const others = saved.filter(({ recordId }) => recordId !== id)
    const routeOf = routesOf(routes)
    const result = {
      days: DAYS,
      orders: await countOrders(database, since),
      changed: 0,
      differencePence: 0,
      refused: 0,
    }
    for await (const order of readDiscountedOrders(database, { since, limits: tried })) {
      const { customerId, priceListId, deliveryDay: day, lines } = order
      const { without: was, with: is } = discountWithOneMore(lines, others, tried, {
        customerId,
        priceListId,
        day,
      })
      if (was === is) continue
      result.changed += 1
      result.differencePence += was - is
      const { netPence } = totalsOf(lines)
      const route = routeOf(order)
      if (isTooSmall(order, route, netPence - is) && !isTooSmall(order, route, netPence - was))
        result.refused += 1
    }
    return result
  },
})

/** Compares with what the saved rules would do to the same orders, so that only the change is told. */
export const postcodeTrialService = ({
  database,
  now,
}: Parts): Answers<Pick<typeof deliveryPostcodes, 'trial'>> => ({
  trial: async ({ body: { id, ...fields } }) => {
    const tried: DeliveryRoute = { ...fields, prefix: requirePrefix(fields.prefix) }
    const [saved, holidays] = await Promise.all([readRoutes(database), findHolidays(database)])
    const changed = saved.find((route) => route.id === id)
    const others = saved.filter((route) => route !== changed && route.prefix !== tried.prefix)
    const [before, after] = [
      verdictsBy<DeliveryRoute>(saved, holidays),
      verdictsBy([...others, tried], holidays),
    ]
    const result = { days: DAYS, ...NONE }
    const prefixes = [tried, ...(changed ? [changed] : [])].map(({ prefix }) => prefix)
    for await (const order of readDeliveredOrders(database, { since: daysBefore(now()), prefixes })) {
      const [was, is] = [before(order), after(order)]
      if (is.route !== tried && (changed === undefined || was.route !== changed)) continue
      result.orders += 1
      if (order.deliveryAddressId !== null) result.toAddresses += 1
      count(result, was, is)
    }
    return result
  },
})

const NONE = {
  orders: 0,
  toAddresses: 0,
  unserved: 0,
  otherDay: 0,
  late: 0,
  tooSmall: 0,
  accepted: 0,
  charged: 0,
  differencePence: 0,
}

const count = (result: typeof NONE, was: Verdict<DeliveryRoute>, is: Verdict<DeliveryRoute>): void => {
  if (was.reason !== undefined) {
    if (is.reason === undefined) result.accepted += 1
  } else if (is.reason !== undefined) {
    result[is.reason] += 1
  } else if (is.chargePence !== was.chargePence) {
    result.charged += 1
    result.differencePence += is.chargePence - was.chargePence
  }
}
