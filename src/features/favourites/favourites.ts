import { useCallback, useMemo } from 'react'
import {
  FAVOURITES,
  FAVOURITES_LANE,
  FAVOURITES_SHOWN,
  type Favourite,
  type FavouriteOperation,
} from '#domain/favourites.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useNounRead } from '#src/device/stored-reads.ts'
import { type LiveQuery, type Stored, useLive } from '#src/device/use-live.ts'
import { readShown } from '#src/store/lane-rows.ts'

/** On this device, waiting changes included. */
export const useFavourites = (): Stored<Favourite[]> => useLive(FAVOURITES_HERE)

const FAVOURITES_HERE: LiveQuery<Favourite[]> = {
  key: ['favourites'],
  read: (database) => readShown(database, FAVOURITES_SHOWN),
}

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
