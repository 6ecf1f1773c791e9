import { queryOptions } from '@tanstack/react-query'
import { customers } from '#contract/customers.ts'
import type { DeliveryDay } from '#domain/customer.ts'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'

/** With this device's clock error. */
export type DeliveryDaysKnown = { days: DeliveryDay[]; clockAheadMs: number }

/** Kept on the device, to choose a day offline. */
export const deliveryDaysQuery = (api: ApiClient, customerId: string, addressId: string | null = null) =>
  queryOptions({
    queryKey: queryKeys.deliveryDates(customerId, addressId),
    queryFn: async ({ signal }): Promise<DeliveryDaysKnown> => {
      const { data, serverTime } = await api.call(customers.deliveryDates, {
        params: { id: customerId },
        ...(addressId !== null && { query: { delivery_address_id: addressId } }),
        signal,
      })
      return { days: data, clockAheadMs: Date.now() - Date.parse(serverTime) }
    },
  })
