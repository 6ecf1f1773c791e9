import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CheckInput } from '#domain/checks/check.ts'
import type { Customer } from '#domain/customer.ts'
import type { PayWay } from '#domain/payment.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import { useCustomer } from '#src/device/customers/use-customer.ts'
import { type ChosenPlaces, useChosenPlaces } from '#src/device/delivery/use-places.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import type { Problem } from '#src/features/checks/check-trolly.ts'
import type { RepairContext } from '#src/features/checks/repair-actions.tsx'
import { mergedProblems, useServerProblems } from '#src/features/checks/server-problems.ts'
import { useCheckedTrolly } from '#src/features/checks/use-checked-trolly.ts'
import { useCompany } from '#src/features/company/company-context.tsx'
import { OrderByOf } from '#src/features/delivery/order-by.tsx'
import { DeliverySheet } from '#src/features/delivery/places/delivery-sheet.tsx'
import { useDeliveryDays } from '#src/features/delivery/use-delivery-days.ts'
import { changeLine } from '#src/features/trolly/edit-trolly.ts'
import { nameIn } from '#src/features/trolly/names.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { ChangeDaySheet } from './change-day-sheet.tsx'

export type TrollyPageParts = {
  /** undefined if this device does not know the trolly's customer. */
  customer: Customer | undefined
  /** The problems that this device and the server's last reply can tell. */
  problems: Problem[]
  repairs: RepairContext
  chooseDay: () => void
  /** Its address, or place and time of its collection. */
  chooseDelivery: (method?: DeliveryMethod) => void
  places: ChosenPlaces
  orderBy: ReactNode
  /** Render them at the end of the page. */
  sheets: ReactNode
}

export const useTrollyPage = (
  trolly: OpenTrolly,
  confirmations: CheckInput['confirmations'],
  payBy: PayWay = 'account',
): TrollyPageParts => {
  const { view } = trolly
  const device = useUserDevice()
  const navigate = useNavigate()
  const company = useCompany()
  const [choosingDay, setChoosingDay] = useState(false)
  const [choosingDelivery, setChoosingDelivery] = useState<DeliveryMethod>()
  const customer = useCustomer(view.customerId)
  const isCollected = view.method === 'collection'
  const { days, now, refetch } = useDeliveryDays(
    isCollected ? undefined : view.customerId,
    view.deliveryAddressId,
  )
  const places = useChosenPlaces(view)
  const ahead = useCheckedTrolly(trolly, { customer, deliveryDays: days, places, now, confirmations, payBy })
  const server = useServerProblems(trolly, confirmations)
  const problems = useMemo(() => mergedProblems(ahead, server), [ahead, server])
  const daysAreOld = server.some(({ check }) => OF_DAYS.includes(check))
  useEffect(() => {
    if (daysAreOld) void refetch()
  }, [daysAreOld, refetch])
  const nameOf = useMemo(() => nameIn(trolly), [trolly])
  const setQuantity = (product_no: string, quantity: number) =>
    changeLine(device, view.id, {
      product_no,
      asked: { quantity, by: 0, entry: 'typed' },
    }).catch(wasShown)
  const chooseDay = () => setChoosingDay(true)
  const chooseDelivery = (method = view.method ?? 'delivery') => setChoosingDelivery(method)
  return {
    customer,
    problems,
    repairs: {
      trollyId: view.id,
      onQuantity: setQuantity,
      nameOf,
      office: { phone: company?.contact_phone ?? '', email: company?.contact_email ?? '' },
      onChooseDay: chooseDay,
      onChooseDelivery: () => chooseDelivery(),
      onChooseCustomer: () => navigate('/other/account'),
    },
    chooseDay,
    chooseDelivery,
    places,
    orderBy:
      view.deliveryDay === null || (isCollected && !view.collectionSlot) ? null : <OrderByOf trolly={view} />,
    sheets: (
      <>
        <ChangeDaySheet trolly={view} open={choosingDay} onClose={() => setChoosingDay(false)} />
        <DeliverySheet
          trolly={view}
          choosing={choosingDelivery}
          onClose={() => setChoosingDelivery(undefined)}
        />
      </>
    ),
  }
}

/** After these refusals this device's delivery days or cut-offs are out of date. */
const OF_DAYS: Problem['check'][] = ['order_delivery_date_check', 'order_cutoff_check']

/** The error has already been shown, and a button has nothing to reset. */
const wasShown = (): void => {}
