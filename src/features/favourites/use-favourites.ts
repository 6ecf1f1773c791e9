import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Favourite } from '#domain/favourites.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { type Stored, useStored } from '#src/device/use-stored.ts'
import { listFavourites } from '#src/store/favourites.ts'
import { findProducts } from '#src/store/pricing.ts'
import { refreshFavourites } from '#src/sync/favourites/reads.ts'

/** On this device, waiting changes included. */
const useFavourites = (): Stored<Favourite[]> => useStored(listFavourites, [])

const FRESH_MS = 10 * 60_000

/** Reads them into the database; a failure leaves what is there. */
export const useFavouritesRead = (customer: { customerId: string; priceListId: string }) => {
  const api = useApi()
  const { database } = useUserDevice()
  return useQuery({
    queryKey: queryKeys.favouritesRead(customer.customerId),
    queryFn: async () => {
      await refreshFavourites({ database, api }, customer)
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
  const isReading = stored.state === 'loading' || found.state === 'loading'
  return {
    products,
    /** No longer sold, or never downloaded. */
    missing: found.value ? product_nos.filter((product_no) => !found.value.has(product_no)) : [],
    count,
    loading: isReading || (read.isPending && count === 0),
    // Without a connection the status line says so, and what is kept is shown.
    failed:
      read.isError && (count === 0 || reached)
        ? {
            words: `Your favourites could not be ${count > 0 ? 'updated' : 'loaded'}. ${reasonOf(read.error)}`,
            onRetry: () => void read.refetch(),
          }
        : undefined,
  }
}
