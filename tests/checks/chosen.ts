import { checkedDeliveryOf, deliveryTermsOf, type KnownPlaces } from '#domain/chosen-delivery.ts'
import { collectionDays } from '#domain/collection.ts'
import { offeredDays } from '#domain/delivery-days.ts'
import { routeOfPostcode } from '#domain/delivery-route.ts'
import type { DeliveryChoice } from '#domain/trolly.ts'
import type { World } from './world.ts'

export const SITE_ID = '0190a000-0000-7000-8000-00000000c011'
export const ADDRESS_ID = '0190a000-0000-7000-8000-00000000add4'

/** How a case's goods reach the customer, as an up-to-date device knows it. */
export const chosenIn = (world: World) => {
  const choice: Required<DeliveryChoice> = {
    method: world.method,
    deliveryAddressId: world.address ? ADDRESS_ID : null,
    collectionSiteId: world.hasSite ? SITE_ID : null,
    collectionSlot: world.slot,
  }
  const { now, holidays, booked, address, routes } = world
  const found = address && routeOfPostcode(address.postcode, routes)
  const site = { ...PLACE, ...world.site, days: collectionDays(world.site, { now, holidays, booked }) }
  const places: KnownPlaces = {
    route: address ? (address.deleted ? null : (found ?? null)) : undefined,
    site,
  }
  const ofAccount = routeOfPostcode(world.customer.postcode, routes)
  const customer = { ...world.customer, deliveryChargePence: ofAccount?.deliveryChargePence ?? 0 }
  const delivery = checkedDeliveryOf(choice, places)
  return {
    choice,
    customer,
    ...(delivery && { delivery }),
    terms: deliveryTermsOf(choice, customer, places),
    deliveryDays: offeredDays({ ...world.route, ...(found ?? {}), holidays }, now),
  }
}

const PLACE = { id: SITE_ID, addressLines: [], town: '', postcode: '' }
