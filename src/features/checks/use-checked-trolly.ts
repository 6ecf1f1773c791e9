import { useMemo } from 'react'
import type { CheckInput, CheckName } from '#domain/checks/check.ts'
import type { Customer, DeliveryDay } from '#domain/customer.ts'
import { useUser } from '#src/device/device-context.tsx'
import type { OpenTrolly } from '#src/store/open-trolly.ts'
import { checkTrolly, type Problem } from './check-trolly.ts'

/**
 * What stands between the trolly and its order, as far as this device can tell. Checks of what it does not know (days
 * or prices never loaded, another customer's terms) are left to the server rather than failed.
 */
export const useCheckedTrolly = (
  trolly: OpenTrolly,
  known: {
    customer: Customer | undefined
    /** [] where they were never told. */
    deliveryDays: DeliveryDay[]
    now: Date
    confirmations: CheckInput['confirmations']
  },
): Problem[] => {
  const user = useUser()
  const { customer, deliveryDays, now, confirmations } = known
  const minute = Math.floor(now.getTime() / 60_000)
  return useMemo(() => {
    if (!customer) return []
    const problems = checkTrolly(trolly, {
      customer,
      canPlaceOrders: user.can_place_orders === 1,
      deliveryDays,
      now: new Date(minute * 60_000),
      confirmations,
    })
    const unknown = [
      ...(deliveryDays.length === 0 && trolly.view.deliveryDay !== null ? NEEDS_DAYS : []),
      ...(trolly.pricesHere ? [] : NEEDS_PRICES),
    ]
    return problems.filter(({ check }) => !unknown.includes(check))
  }, [trolly, customer, user, deliveryDays, minute, confirmations])
}

const NEEDS_DAYS: readonly string[] = [
  'order_delivery_date_check',
  'order_cutoff_check',
] satisfies CheckName[]
/** What a known part comes to may be too much already; too little it is not before all of it is known. */
const NEEDS_PRICES: readonly string[] = [
  'order_unpriced_items_check',
  'order_minimum_value_check',
] satisfies CheckName[]
