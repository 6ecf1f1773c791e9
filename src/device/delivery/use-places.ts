import { useQuery } from '@tanstack/react-query'
import type { CollectionAddress } from '#contract/collection-addresses.ts'
import type { DeliveryAddress } from '#contract/delivery-addresses.ts'
import type { KnownPlaces } from '#domain/chosen-delivery.ts'
import { keepsSlot } from '#domain/collection.ts'
import { deliveryChoiceOf, type TrollyHead } from '#domain/trolly.ts'
import { useApi } from '#src/device/device-context.tsx'
import { collectionAddressesQuery, deliveryPlacesQuery } from './place-queries.ts'

/** The places a trolly names, as far as this device knows them. */
export type ChosenPlaces = KnownPlaces & {
  address: DeliveryAddress | undefined
  site: CollectionAddress | null | undefined
}

/** @param trolly undefined: not read yet */
export const useChosenPlaces = (trolly: TrollyHead | undefined): ChosenPlaces => {
  const api = useApi()
  const { method, deliveryAddressId, collectionSiteId } = deliveryChoiceOf(trolly ?? {})
  const isCollected = method === 'collection'
  const addresses = useQuery({
    ...deliveryPlacesQuery(api, trolly?.customerId ?? ''),
    enabled: !isCollected && deliveryAddressId !== null,
  }).data
  const sites = useQuery({ ...collectionAddressesQuery(api), enabled: isCollected }).data
  if (isCollected) {
    const site = sites?.find(({ id }) => id === collectionSiteId)
    return {
      route: undefined,
      address: undefined,
      site: sites && (site && trolly ? keepsSlot(site, trolly) : null),
    }
  }
  return {
    site: undefined,
    address: addresses?.find(({ id }) => id === deliveryAddressId),
    route: routeOfAddress(addresses, deliveryAddressId),
  }
}

/** @param addresses undefined: not known */
export const routeOfAddress = (
  addresses: readonly DeliveryAddress[] | undefined,
  addressId: string | null | undefined,
): KnownPlaces['route'] => {
  if (!addressId || !addresses) return undefined
  // One that is not listed was deleted.
  return addresses.find(({ id }) => id === addressId)?.delivery ?? null
}
