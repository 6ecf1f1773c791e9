import { queryOptions } from '@tanstack/react-query'
import type { CollectionAddress } from '#contract/collection-addresses.ts'
import type { DeliveryAddress } from '#contract/delivery-addresses.ts'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'

/* Kept on the device, to choose a place offline. Most trollies name none, so the calls come late. */

export const deliveryPlacesQuery = (api: ApiClient, customerId: string) =>
  queryOptions({
    queryKey: queryKeys.deliveryPlaces(customerId),
    queryFn: async ({ signal }): Promise<DeliveryAddress[]> =>
      (await import('./place-calls.ts')).findAddresses(api, customerId, { signal }),
  })

export const collectionAddressesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.collectionAddresses(),
    queryFn: async ({ signal }): Promise<CollectionAddress[]> =>
      (await import('./place-calls.ts')).findSites(api, { signal }),
  })
