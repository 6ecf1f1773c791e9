import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Favourite } from '#domain/favourites.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { pressedBy, startedBy } from '#src/device/started-by.ts'
import { useReached } from '#src/device/use-reached.ts'
import { type Stored, useStored } from '#src/device/use-stored.ts'
import { listFavourites } from '#src/store/favourites.ts'
import { findProducts } from '#src/store/pricing.ts'
import { refreshFavourites } from '#src/sync/favourites/reads.ts'

/** On this device, waiting changes included. */
const useFavourites = (): Stored<Favourite[]> => useStored(listFavourites, [])

const FRESH_MS = 10 * 60_000

/** Updates the database from the server. A failure changes nothing. */
export const useFavouritesRead = (customer: { customerId: string; priceListId: string }) => {
  const api = useApi()
  const { database } = useUserDevice()
  return useQuery({
    queryKey: queryKeys.favouritesRead(customer.customerId),
    queryFn: async (context) => {
      await refreshFavourites({ database, api, startedBy: startedBy(context, true) }, customer)
      return Date.now()
    },
    staleTime: FRESH_MS,
  })
}

export const useIsFavourite = (product_no: string): boolean => {
  const { value } = useFavourites()
  return useMemo(() => value?.some((each) => each.product_no === product_no) ?? false, [value, product_no])
}

const NONE: readonly Favourite[] = []

/** With products and prices for a customer, as far as this device knows them. */
export const useFavouriteProducts = (customer: { customerId: string; priceListId: string }) => {
  const read = useFavouritesRead(customer)
  const stored = useFavourites()
  const favourites = stored.value ?? NONE
  const product_nos = useMemo(() => favourites.map(({ product_no }) => product_no), [favourites])
  const found = useStored(
    (database) => findProducts(database, customer.priceListId, product_nos),
    [customer.priceListId, product_nos],
  )
  const products = useMemo(
    () => product_nos.flatMap((product_no) => found.value?.get(product_no) ?? []),
    [product_nos, found.value],
  )
  const count = favourites.length
  const reached = useReached()
  const { health } = useUserDevice()
  const isUnreadable = stored.state === 'failed' || found.state === 'failed'
  const isReading = stored.state === 'loading' || found.state === 'loading'
  return {
    products,
    /** No longer sold, or never downloaded. */
    missing: found.value ? product_nos.filter((product_no) => !found.value.has(product_no)) : [],
    count,
    loading: isReading || (read.isPending && count === 0),
    failed: isUnreadable
      ? { words: 'This device’s storage can’t be read.', onRetry: health.reopen }
      : // Offline, the status line is enough once there is something to show.
        read.isError && (count === 0 || reached)
        ? {
            words: `Your favourites could not be ${count > 0 ? 'updated' : 'loaded'}. ${reasonOf(read.error)}`,
            onRetry: pressedBy(queryKeys.favouritesRead(customer.customerId), read.refetch),
          }
        : undefined,
  }
}
