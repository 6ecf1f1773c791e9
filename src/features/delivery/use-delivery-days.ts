import { useQuery } from '@tanstack/react-query'
import type { DeliveryDay } from '#domain/customer.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { pressedBy } from '#src/device/started-by.ts'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { deliveryDaysQuery } from './delivery-queries.ts'

/** What this device knows of a customer's delivery days. */
export type DeliveryDays = {
  days: DeliveryDay[]
  /** The server's time: this device's clock, corrected by its known error. Changes each minute. */
  now: Date
  /** How far this device's clock is ahead, if by enough to matter; else 0. */
  clockAheadMs: number
  /** When the days were told, epoch milliseconds; 0: never. */
  toldAt: number
  isPending: boolean
  /** Why they could not be brought up to date just now. */
  error: Error | null
  refetch: () => Promise<unknown>
  /** For a person's "Try again". */
  again: () => Promise<unknown>
}

/** @param customerId undefined: none is chosen, and nothing is asked */
export const useDeliveryDays = (customerId: string | undefined): DeliveryDays => {
  const api = useApi()
  const minute = useMinute()
  const query = useQuery({
    ...deliveryDaysQuery(api, customerId ?? ''),
    enabled: customerId !== undefined,
    // A cut-off that passes while the page is open has to be met by new days.
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
    again: pressedBy(queryKeys.deliveryDates(customerId ?? ''), query.refetch),
  }
}

const REFRESHED_EVERY_MS = 15 * 60_000
/** Under two minutes it is the time that the answer took, and nobody's business. */
const CLOCK_WRONG_MS = 2 * 60_000
