import type { CheckedDelivery } from './checks/check.ts'
import type { SiteWithDays } from './collection.ts'
import type { Customer } from './customer.ts'
import type { DeliveryTerms } from './delivery-charge.ts'
import { type DeliveryChoice, deliveryChoiceOf } from './trolly.ts'

/** null: the address is outside the delivery area now. */
export type RouteTerms = { minimumOrderPence: number; deliveryChargePence: number } | null

/** undefined: the device does not know the place. */
export type KnownPlaces = { route: RouteTerms | undefined; site: SiteWithDays | null | undefined }

export const deliveryTermsOf = (
  choice: DeliveryChoice,
  { freeDeliveryPence, deliveryChargePence = 0 }: Pick<Customer, 'freeDeliveryPence' | 'deliveryChargePence'>,
  { route }: Pick<KnownPlaces, 'route'>,
): DeliveryTerms => {
  const { method, deliveryAddressId } = deliveryChoiceOf(choice)
  if (method === 'collection') return { chargePence: 0, freeFromPence: freeDeliveryPence }
  if (deliveryAddressId !== null && route) return termsOfRoute({ freeDeliveryPence }, route)
  return { chargePence: deliveryChargePence, freeFromPence: freeDeliveryPence }
}

export const termsOfRoute = (
  { freeDeliveryPence }: Pick<Customer, 'freeDeliveryPence'>,
  { deliveryChargePence }: NonNullable<RouteTerms>,
): DeliveryTerms => ({ chargePence: deliveryChargePence, freeFromPence: freeDeliveryPence })

export type ChosenTerms = DeliveryTerms & { minimumOrderPence: number }

/** undefined: this device does not know the place. */
export const chosenTermsOf = (
  choice: DeliveryChoice,
  customer: Pick<Customer, 'freeDeliveryPence' | 'deliveryChargePence' | 'minimumOrderPence'>,
  places: KnownPlaces,
): ChosenTerms | undefined => {
  const { method, deliveryAddressId } = deliveryChoiceOf(choice)
  if (method === 'delivery' && deliveryAddressId !== null && places.route === undefined) return undefined
  const minimumOrderPence =
    method === 'collection' ? 0 : minimumOrderOf(customer, checkedDeliveryOf(choice, places))
  return { ...deliveryTermsOf(choice, customer, places), minimumOrderPence }
}

/** The address's postcode decides, otherwise the account; a collection has none. */
export const minimumOrderOf = (
  { minimumOrderPence }: Pick<Customer, 'minimumOrderPence'>,
  delivery: CheckedDelivery | undefined,
): number => (delivery?.method === 'collection' ? 0 : (delivery?.minimumOrderPence ?? minimumOrderPence))

/** undefined: to the account, or to a place this device does not know. */
export const checkedDeliveryOf = (
  choice: DeliveryChoice,
  { route, site }: KnownPlaces,
): CheckedDelivery | undefined => {
  const { method, deliveryAddressId, collectionSiteId, collectionSlot } = deliveryChoiceOf(choice)
  if (method === 'collection') {
    if (collectionSiteId === null) return { method, site: null, slot: collectionSlot }
    return site === undefined ? undefined : { method, site, slot: collectionSlot }
  }
  if (deliveryAddressId === null || route === undefined) return undefined
  return { method, minimumOrderPence: route?.minimumOrderPence ?? 0, served: route !== null }
}
