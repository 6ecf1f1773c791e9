import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '#src/api/query-keys.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useChoice } from '#src/device/use-choice.ts'
import { notePricesUsed } from '#src/store/products/price-lists.ts'

/** Mount once. Progress is in the database; a failure only leaves older prices, whose age is shown. */
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
    // Only decides which price lists are dropped first.
    if (priceListId !== '') notePricesUsed(database, priceListId, Date.now()).catch(() => {})
  }, [database, priceListId])
}

const BROUGHT_UP_TO_DATE_EVERY_MS = 10 * 60_000
