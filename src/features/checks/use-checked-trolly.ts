import { useMemo } from 'react'
import type { CheckInput, CheckName } from '#domain/checks/check.ts'
import { creditAsked } from '#domain/checks/credit.ts'
import { checkedDeliveryOf, type KnownPlaces } from '#domain/chosen-delivery.ts'
import type { Customer, DeliveryDay } from '#domain/customer.ts'
import type { PayWay } from '#domain/payment.ts'
import { totalsOf } from '#domain/totals.ts'
import { useUser } from '#src/device/device-context.tsx'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { checkTrolly, type Problem } from './check-trolly.ts'

/** Checks that need unknown data (days, prices, another customer's terms) are left to the server, not failed. */
export const useCheckedTrolly = (
  trolly: OpenTrolly,
  known: {
    customer: Customer | undefined
    deliveryDays: DeliveryDay[]
    places: KnownPlaces
    now: Date
    confirmations: CheckInput['confirmations']
    payBy: PayWay
  },
): Problem[] => {
  const user = useUser()
  const { customer, deliveryDays, now, confirmations, payBy } = known
  const { route, site } = known.places
  const minute = Math.floor(now.getTime() / 60_000)
  return useMemo(() => {
    if (!customer) return []
    const delivery = checkedDeliveryOf(trolly.view, { route, site })
    const isElsewhere = trolly.view.method === 'collection' || !!trolly.view.deliveryAddressId
    const isUnknown = isElsewhere && delivery === undefined
    const hasDays = deliveryDays.length > 0 || delivery?.method === 'collection' || route === null
    const problems = checkTrolly(trolly, {
      customer,
      canPlaceOrders: user.can_place_orders === 1,
      deliveryDays,
      ...(delivery && { delivery }),
      credit: creditAsked(customer, payBy, addedPenceOf(trolly)),
      now: new Date(minute * 60_000),
      confirmations,
    })
    const unknown = [
      ...(isUnknown || (!hasDays && trolly.view.deliveryDay !== null) ? NEEDS_DAYS : []),
      ...(isUnknown ? NEEDS_PLACE : []),
      ...(trolly.pricesHere ? [] : NEEDS_PRICES),
    ]
    return problems.filter(({ check }) => !unknown.includes(check))
  }, [trolly, customer, user, deliveryDays, route, site, minute, confirmations, payBy])
}

const NEEDS_DAYS: readonly string[] = [
  'order_delivery_date_check',
  'order_cutoff_check',
] satisfies CheckName[]
const NEEDS_PLACE: readonly string[] = ['order_minimum_value_check'] satisfies CheckName[]
/** A partial total can exceed a maximum, but cannot yet fail a minimum. */
const NEEDS_PRICES: readonly string[] = [
  'order_unpriced_items_check',
  'order_minimum_value_check',
] satisfies CheckName[]

/** What it adds to what the customer owes. Of a change, the goods alone: what was charged for delivery is not known here. */
const addedPenceOf = ({ view, rows, totals }: OpenTrolly): number => {
  if (!view.replacesOrderNo) return totals.totalPence
  const goodsPence = (of: 'quantity' | 'orderedQuantity'): number =>
    totalsOf(
      rows.map(({ line, product }) => ({
        quantity: line.removed && of === 'quantity' ? 0 : (line[of] ?? 0),
        product,
      })),
    ).totalPence
  return goodsPence('quantity') - goodsPence('orderedQuantity')
}
