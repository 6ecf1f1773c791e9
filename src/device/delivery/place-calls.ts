import { type CollectionAddress, collectionAddresses } from '#contract/collection-addresses.ts'
import { type DeliveryAddress, deliveryAddresses } from '#contract/delivery-addresses.ts'
import type { ApiClient } from '#src/api/client.ts'

type Calling = { signal: AbortSignal }

/** More are on their own page. */
const PLACES_MAX = 96

export const findAddresses = async (
  api: ApiClient,
  customerId: string,
  calling: Calling,
): Promise<DeliveryAddress[]> =>
  (
    await api.call(deliveryAddresses.search, {
      body: { customerId, page: 1, pageLength: PLACES_MAX },
      ...calling,
    })
  ).data

export const findSites = async (api: ApiClient, calling: Calling): Promise<CollectionAddress[]> =>
  (await api.call(collectionAddresses.search, { body: { page: 1, pageLength: PLACES_MAX }, ...calling })).data
