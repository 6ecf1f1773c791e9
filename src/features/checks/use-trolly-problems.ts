import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CompanyConfig } from '#contract/config.ts'
import type { CheckInput, CheckName } from '#domain/checks/check.ts'
import { creditAsked } from '#domain/checks/credit.ts'
import { checkedDeliveryOf, type KnownPlaces } from '#domain/chosen-delivery.ts'
import type { Customer, DeliveryDay } from '#domain/customer.ts'
import type { PayWay } from '#domain/payment.ts'
import { totalsOf } from '#domain/totals.ts'
import { mayPlaceOrders } from '#domain/user.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useCustomer } from '#src/device/customers/use-customer.ts'
import { useDeliveryDays } from '#src/device/delivery/use-delivery-days.ts'
import { type ChosenPlaces, useChosenPlaces } from '#src/device/delivery/use-places.ts'
import { useUser } from '#src/device/device-context.tsx'
import { discountedLines, type OpenTrolly, productNamesOf } from '#src/store/trollies/open-trolly.ts'
import { checkTrolly, type Problem } from './check-trolly.ts'
import type { RepairContext } from './repair-actions.tsx'
import { mergedProblems, useServerProblems } from './server-problems.ts'
import { useAgreementProblems, withAlternatives } from './use-agreement-problems.ts'

export type TrollyProblems = {
  /** undefined if this device does not know the trolly's customer. */
  customer: Customer | undefined
  places: ChosenPlaces
  /** The problems that this device and the server's last reply can tell. */
  problems: Problem[]
  repairs: RepairContext
}

export type TrollyProblemsParts = {
  confirmations: CheckInput['confirmations']
  payBy?: PayWay
  /** Whom to ask; undefined while unknown. */
  company: CompanyConfig['general'] | undefined
  chooseDay: () => void
  choosePlace: () => void
  onQuantity: RepairContext['onQuantity']
  onAlternatives: RepairContext['onAlternatives']
}

/** What keeps a trolly from being ordered, and how each problem can be repaired on its page. */
export const useTrollyProblems = (
  trolly: OpenTrolly,
  {
    confirmations,
    payBy = 'account',
    company,
    chooseDay,
    choosePlace,
    onQuantity,
    onAlternatives,
  }: TrollyProblemsParts,
): TrollyProblems => {
  const { view } = trolly
  const navigate = useNavigate()
  const customer = useCustomer(view.customerId)
  const { days, now, refetch } = useDeliveryDays(
    view.method === 'collection' ? undefined : view.customerId,
    view.deliveryAddressId,
  )
  const places = useChosenPlaces(view)
  const ahead = useCheckedTrolly(trolly, { customer, deliveryDays: days, places, now, confirmations, payBy })
  const server = useServerProblems(trolly, confirmations)
  const agreed = useAgreementProblems(trolly)
  const problems = useMemo(
    () => [...mergedProblems(ahead, server).map(withAlternatives), ...agreed],
    [ahead, server, agreed],
  )
  const daysAreOld = server.some(({ check }) => NEEDS_DAYS.includes(check))
  useEffect(() => {
    if (daysAreOld) void refetch()
  }, [daysAreOld, refetch])
  // A refused account may have been put on stop since it was read (src/features/customers/use-customer-upkeep.ts says so).
  // A changed total may come from a discount that this device does not know.
  const accountIsOld =
    server.some(({ check }) => check === ('order_customer_check' satisfies CheckName)) ||
    view.decisions.some(({ refusal }) => refusal.code === 'changed')
  const replies = useQueryClient()
  useEffect(() => {
    if (accountIsOld) void replies.invalidateQueries({ queryKey: queryKeys.customer(view.customerId) })
  }, [accountIsOld, replies, view.customerId])
  const nameOf = useMemo(() => productNamesOf(trolly), [trolly])
  return {
    customer,
    places,
    problems,
    repairs: {
      trollyId: view.id,
      onQuantity,
      onAlternatives,
      nameOf,
      office: { phone: company?.contact_phone ?? '', email: company?.contact_email ?? '' },
      onChooseDay: chooseDay,
      onChooseDelivery: () => choosePlace(),
      onChooseCustomer: () => navigate('/other/account'),
    },
  }
}

/** Checks that need unknown data (days, prices, another customer's terms) are left to the server, not failed. */
const useCheckedTrolly = (
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
      canPlaceOrders: mayPlaceOrders(user),
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

/** After a refusal by these checks this device's delivery days or cut-offs are out of date. */
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
const addedPenceOf = ({ view, rows, totals, discounts }: OpenTrolly): number => {
  if (!view.replacesOrderNo) return totals.totalPence
  const goodsPence = (of: 'quantity' | 'orderedQuantity'): number =>
    totalsOf(
      discountedLines(
        view,
        discounts,
        rows.map(({ line, product }) => ({
          product_no: line.product_no,
          quantity: line.removed && of === 'quantity' ? 0 : (line[of] ?? 0),
          product,
        })),
      ),
    ).totalPence
  return goodsPence('quantity') - goodsPence('orderedQuantity')
}
