import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { customers } from '#contract/customers.ts'
import { findRoute } from '#domain/route-match.ts'
import type { ApiClient } from '#src/api/client.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useLive } from '#src/device/use-live.ts'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findChoice, keepChoice } from '#src/store/choice.ts'
import { trollyOutlineQuery } from '#src/store/trollies/trollies.ts'

export const TROLLY_PAGES = [
  { path: '/orders/create-{id}' },
  { path: '/orders/create/search-{id}' },
  { path: '/orders/create/search/checkout-{id}' },
]

/** Makes an opened trolly current, again on return from another window, and switches to its customer. */
export const useTrollyAtHand = (): void => {
  const api = useApi()
  const device = useUserDevice()
  const { pathname } = useLocation()
  const trollyId = findRoute(TROLLY_PAGES, pathname)?.params.id
  const current = useOrderingFor().value?.trolly
  const isCurrent = current?.id === trollyId
  const opened = useLive(trollyOutlineQuery(isCurrent ? undefined : trollyId)).value
  const found = isCurrent ? current : opened
  // A draft becomes current with its first product.
  const trolly = found?.state === 'open' && !found.isDraft ? found : undefined
  const customerId = trolly?.customerId
  const deliveryDay = trolly?.deliveryDay ?? null
  useEffect(() => {
    if (trollyId === undefined || customerId === undefined) return
    // Offline another customer's terms may be missing: keep the choice.
    const goOn = () => void goOnWith({ api, device, trollyId, customerId, deliveryDay }).catch(() => {})
    goOn()
    window.addEventListener('focus', goOn)
    return () => window.removeEventListener('focus', goOn)
  }, [api, device, trollyId, customerId, deliveryDay])
}

const goOnWith = async (parts: {
  api: ApiClient
  device: UserDevice
  trollyId: string
  customerId: string
  deliveryDay: string | null
}): Promise<void> => {
  const { api, device, trollyId, customerId, deliveryDay } = parts
  const { database } = device
  const choice = await findChoice(database)
  if (choice?.customer.id === customerId) {
    if (choice.trollyId !== trollyId) await device.keep(() => changeChoice(database, { trollyId }))
    return
  }
  const customer = await api.call(customers.get, { params: { id: customerId } })
  await device.keep(() => keepChoice(database, { customer, deliveryDay, trollyId }))
}
