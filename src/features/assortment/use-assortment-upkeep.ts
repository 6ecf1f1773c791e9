import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '#src/api/query-keys.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useChoice } from '#src/device/use-choice.ts'
import { notePricesUsed } from '#src/store/price-lists.ts'

/**
 * Brings the product list and the chosen customer's prices to this device once a customer is chosen, and keeps them up to
 * date while the app is looked at. Once, in the shell. How far it has come stands in the database, where the status line
 * reads it; a failure is no more than prices that are a little older, which say their age.
 */
export const useAssortmentUpkeep = (): void => {
  const { assortment, database } = useUserDevice()
  const customer = useChoice().value?.customer
  const { id: customerId = '', priceListId = '' } = customer ?? {}
  useQuery({
    queryKey: queryKeys.assortmentRead(customerId, priceListId),
    queryFn: async ({ signal }) => {
      await assortment.refresh({ customerId, priceListId }, { signal })
      return Date.now()
    },
    enabled: customerId !== '',
    staleTime: BROUGHT_UP_TO_DATE_EVERY_MS,
    refetchInterval: BROUGHT_UP_TO_DATE_EVERY_MS,
  })
  useEffect(() => {
    // Which lists are dropped first hangs on it, and nothing else.
    if (priceListId !== '') notePricesUsed(database, priceListId, Date.now()).catch(() => {})
  }, [database, priceListId])
}

const BROUGHT_UP_TO_DATE_EVERY_MS = 10 * 60_000
