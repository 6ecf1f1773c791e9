import { useQuery } from '@tanstack/react-query'
import type { DeliveryDay } from '#domain/customer.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { deliveryDaysQuery } from './delivery-queries.ts'

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

/** @param customerId undefined: loads nothing @param addressId null: of the account */
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
  const { days = [], clockAheadMs = 0 } = query.data ?? {}
  const isWrong = Math.abs(clockAheadMs) >= CLOCK_WRONG_MS
  return {
    days,
    now: new Date(minute - (isWrong ? clockAheadMs : 0)),
    clockAheadMs: isWrong ? clockAheadMs : 0,
    toldAt: query.dataUpdatedAt,
    isPending: query.isPending,
    error: query.error,
    refetch: query.refetch,
  }
}

const REFRESHED_EVERY_MS = 15 * 60_000
/** Less may only be the time of the reply. */
const CLOCK_WRONG_MS = 2 * 60_000
