import { queryOptions, useQuery } from '@tanstack/react-query'
import { customers } from '#contract/customers.ts'
import type { DeliveryDay } from '#domain/customer.ts'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'

export type DeliveryDays = {
  days: DeliveryDay[]
  /** Server time: this device's clock, corrected. Changes each minute. */
  now: Date
  clockAheadMs: number
  /** When the days were loaded, epoch ms; 0: never. */
  toldAt: number
  isPending: boolean
  error: Error | null
  refetch: () => Promise<unknown>
}

/** @param customerId undefined: loads nothing @param addressId null: the account’s own address */
export const useDeliveryDays = (
  customerId: string | undefined,
  addressId: string | null = null,
): DeliveryDays => {
  const api = useApi()
  const minute = useMinute()
  const query = useQuery({
    ...deliveryDaysQuery(api, customerId ?? '', addressId),
    enabled: customerId !== undefined,
    // New days must replace a cut-off that passes while the page is open.
    refetchInterval: REFRESHED_EVERY_MS,
  })
  const { days = [] } = query.data ?? {}
  const clockAheadMs = clockAheadOf(query.data)
  return {
    days,
    now: new Date(minute - clockAheadMs),
    clockAheadMs,
    toldAt: query.dataUpdatedAt,
    isPending: query.isPending,
    error: query.error,
    refetch: query.refetch,
  }
}

const REFRESHED_EVERY_MS = 15 * 60_000
/** Less may only be the time of the reply. */
const CLOCK_WRONG_MS = 2 * 60_000

export const clockAheadOf = ({ clockAheadMs = 0 }: Partial<DeliveryDaysKnown> = {}): number =>
  Math.abs(clockAheadMs) >= CLOCK_WRONG_MS ? clockAheadMs : 0

/** With this device's clock error. */
type DeliveryDaysKnown = { days: DeliveryDay[]; clockAheadMs: number }

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
