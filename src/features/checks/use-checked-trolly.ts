import { useMemo } from 'react'
import type { CheckInput, CheckName } from '#domain/checks/check.ts'
import type { Customer, DeliveryDay } from '#domain/customer.ts'
import { useUser } from '#src/device/device-context.tsx'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { checkTrolly, type Problem } from './check-trolly.ts'

/** Checks that need unknown data (days, prices, another customer's terms) are left to the server, not failed. */
export const useCheckedTrolly = (
  trolly: OpenTrolly,
  known: {
    customer: Customer | undefined
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
/** A partial total can exceed a maximum, but cannot yet fail a minimum. */
const NEEDS_PRICES: readonly string[] = [
  'order_unpriced_items_check',
  'order_minimum_value_check',
] satisfies CheckName[]
