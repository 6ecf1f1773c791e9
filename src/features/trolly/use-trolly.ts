import { useMemo, useState } from 'react'
import { withDeliveryCharge } from '#domain/totals.ts'
import { useCustomer } from '#src/device/customers/use-customer.ts'
import { useDeliveryTerms } from '#src/device/delivery/use-delivery-terms.ts'
import { type Stored, useLive } from '#src/device/use-live.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useProducts } from '#src/device/use-products.ts'
import { type OpenTrolly, openTrollyOf, productNosOf, trollyQuery } from '#src/store/trollies/open-trolly.ts'

export type { OpenTrolly }

/** null: this device has none. Read-only without permission to order. */
export const useTrolly = (trollyId: string): Stored<OpenTrolly | null> => {
  const mayOrder = useMayOrder()
  const known = useStoredTrolly(trollyId)
  const terms = useDeliveryTerms(known.value?.view)
  const { chargePence, freeFromPence = null, minimumOrderPence = 0 } = terms ?? {}
  return useMemo(() => {
    if (!known.value) return known
    const trolly = mayOrder ? known.value : asReadOnly(known.value)
    if (chargePence === undefined) return { ...known, value: trolly }
    const delivery = { chargePence, freeFromPence, minimumOrderPence }
    const totals = withDeliveryCharge(trolly.totals, delivery)
    return { ...known, value: { ...trolly, totals, delivery } }
  }, [known, mayOrder, chargePence, freeFromPence, minimumOrderPence])
}

/** Still the trolly before a change while the products of a new line are being read, so that no row lacks its name. */
const useStoredTrolly = (trollyId: string): Stored<OpenTrolly | null> => {
  const stored = useLive(trollyQuery(trollyId))
  const view = stored.value?.view
  const product_nos = useMemo(() => (view ? productNosOf(view) : []), [view])
  const { state, products, pricesHere, isComplete } = useProducts(view?.priceListId ?? '', product_nos)
  const discounts = useCustomer(view?.customerId)?.discounts
  const known = useMemo((): Stored<OpenTrolly | null> | undefined => {
    if (stored.state !== 'ready') return stored
    if (stored.value === null) return { state: 'ready', value: null }
    if (state === 'failed') return { state, value: undefined }
    if (!isComplete) return undefined
    return { state: 'ready', value: openTrollyOf({ ...stored.value, products, pricesHere, discounts }) }
  }, [stored, state, isComplete, products, pricesHere, discounts])
  const [last, setLast] = useState({ trollyId, known })
  if (known && (known !== last.known || trollyId !== last.trollyId)) setLast({ trollyId, known })
  return known ?? (last.trollyId === trollyId ? last.known : undefined) ?? LOADING
}

const LOADING = { state: 'loading', value: undefined } as const

const asReadOnly = (trolly: OpenTrolly): OpenTrolly => ({
  ...trolly,
  view: { ...trolly.view, readOnly: true },
})
