import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  FAVOURITES,
  FAVOURITES_LANE,
  FAVOURITES_SHOWN,
  type Favourite,
  type FavouriteOperation,
  lastAddedFirst,
} from '#domain/favourites.ts'
import { reasonOf } from '#src/api/messages.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useNounRead } from '#src/device/use-noun-read.ts'
import { useReached } from '#src/device/use-reached.ts'
import { type Stored, useStored } from '#src/device/use-stored.ts'
import { readShown } from '#src/store/lane-rows.ts'
import { findProducts } from '#src/store/products/pricing.ts'
import { StarButton } from '#src/ui/list/star-button.tsx'

/** On this device, waiting changes included. */
const useFavourites = (): Stored<Favourite[]> =>
  useStored((database) => readShown(database, FAVOURITES_SHOWN), [])

type TrollyAtHand = { id: string; customerId: string; priceListId: string }

/** Stable props for lists of products. `onFavourite` works with and without a connection. */
export const useFavouriteMarks = (trolly: TrollyAtHand) => {
  const { queue } = useUserDevice()
  const { value } = useFavourites()
  useNounRead(FAVOURITES, trolly)
  const trollyId = trolly.id
  const favourites = useMemo(() => new Set(value?.map(({ product_no }) => product_no)), [value])
  const onFavourite = useCallback(
    (product_no: string, wanted: boolean) => {
      const operation: FavouriteOperation = {
        kind: wanted ? 'star' : 'unstar',
        product_no,
        trollyId,
        at: new Date().toISOString(),
      }
      queue.append(FAVOURITES_LANE, operation).catch(showFailure)
    },
    [queue, trollyId],
  )
  return { favourites, onFavourite }
}

type FavouriteStarProps = { product: { product_no: string; name: string }; trolly: TrollyAtHand }

export function FavouriteStar({ product: { product_no, name }, trolly }: FavouriteStarProps) {
  const { favourites, onFavourite } = useFavouriteMarks(trolly)
  const isFavourite = favourites.has(product_no)
  return (
    <StarButton name={name} pressed={isFavourite} onPress={() => onFavourite(product_no, !isFavourite)} />
  )
}

const NONE: readonly Favourite[] = []

/**
 * With products and prices for a customer, as far as this device knows them. A product whose star is put out on the page
 * keeps its row until the page is left, so that nothing moves under the finger and another press brings it back.
 */
export const useFavouriteProducts = (customer: { customerId: string; priceListId: string }) => {
  const read = useNounRead(FAVOURITES, customer)
  const stored = useFavourites()
  const [kept, setKept] = useState(NONE)
  const current = stored.value ?? NONE
  const favourites = useMemo(() => withKept(current, kept), [current, kept])
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  }, [current])
  const keep = useCallback((product_no: string) => {
    const removed = latest.current.filter((each) => each.product_no === product_no)
    setKept((before) => [...removed, ...before])
  }, [])
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
    keep,
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
            onRetry: read.again,
          }
        : undefined,
  }
}

/** A star lit again keeps its former place. */
const withKept = (current: readonly Favourite[], kept: readonly Favourite[]): readonly Favourite[] => {
  if (kept.length === 0) return current
  const all = [...current, ...kept].map((each): [string, Favourite] => [each.product_no, each])
  return [...new Map(all).values()].sort(lastAddedFirst)
}
