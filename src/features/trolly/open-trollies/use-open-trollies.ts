import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ChosenTerms, chosenTermsOf } from '#domain/chosen-delivery.ts'
import { type Totals, totalsOf, withDeliveryCharge } from '#domain/totals.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { deliveryPlacesQuery } from '#src/device/delivery/place-queries.ts'
import { routeOfAddress } from '#src/device/delivery/use-places.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useChoice } from '#src/device/use-choice.ts'
import { useFollowedEveryMs } from '#src/device/use-followed-every.ts'
import { useListState } from '#src/device/use-list-state.ts'
import { useLive } from '#src/device/use-live.ts'
import { discountedLines } from '#src/store/trollies/open-trolly.ts'
import { type StoredSummary, trollySummariesQuery } from '#src/store/trollies/trolly-summaries.ts'

export type TrollySummary = Omit<StoredSummary, 'lines'> & { totals: Totals; delivery?: ChosenTerms }

/** From this device, refreshed whenever shown. */
export const useOpenTrollies = (customerId: string) => {
  const stored = useLive(trollySummariesQuery(customerId))
  const read = useTrolliesRead(customerId)
  const trollies = useCharged(customerId, stored.value ?? NONE)
  const state = useListState({
    stored: stored.state,
    read,
    count: trollies.length,
    name: 'The open trollies',
  })
  return { trollies, ...state }
}

/** The reply's rows go into Dexie and are read from there; the query only tracks the request. */
export const useTrolliesRead = (customerId: string) => {
  const { reads } = useUserDevice()
  const followedEveryMs = useFollowedEveryMs()
  return useQuery({
    queryKey: queryKeys.trolliesRead(customerId),
    queryFn: async () => {
      await reads.refreshTrollies(customerId)
      return Date.now()
    },
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: followedEveryMs,
  })
}

const NONE: StoredSummary[] = []

/** With what they and their delivery cost, as far as this device knows. */
const useCharged = (customerId: string, trollies: StoredSummary[]): TrollySummary[] => {
  const api = useApi()
  const choice = useChoice().value
  const customer = choice?.customer.id === customerId ? choice.customer : undefined
  const addresses = useQuery({
    ...deliveryPlacesQuery(api, customerId),
    enabled: trollies.some(({ trolly }) => trolly.deliveryAddressId),
  }).data
  return useMemo(() => {
    return trollies.map(({ lines, ...summary }) => {
      const totals = totalsOf(discountedLines(summary.trolly, customer?.discounts ?? [], lines))
      if (!customer) return { ...summary, totals }
      const route = routeOfAddress(addresses, summary.trolly.deliveryAddressId)
      const delivery = chosenTermsOf(summary.trolly, customer, { route, site: undefined })
      return delivery
        ? { ...summary, delivery, totals: withDeliveryCharge(totals, delivery) }
        : { ...summary, totals }
    })
  }, [customer, trollies, addresses])
}
