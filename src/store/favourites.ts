import {
  FAVOURITE_KINDS,
  FAVOURITES,
  type Favourite,
  type FavouriteRecord,
  viewFavourites,
} from '#domain/favourites.ts'
import { isUnderstood } from '#domain/outbox/lane.ts'
import { laneOf } from '#domain/outbox/record.ts'
import type { UserDatabase } from './user-database.ts'

/** The lane of the user's one set. */
export const FAVOURITES_LANE = laneOf(FAVOURITES, 'own')

/** Not `async`: see `change` in src/sync/trollies/taken-back.ts. */
export const readFavouritesQueue = ({ outbox }: UserDatabase): PromiseLike<FavouriteRecord[]> =>
  outbox
    .where('lane')
    .equals(FAVOURITES_LANE)
    .sortBy('seq')
    .then((records) => records.filter((record) => isUnderstood(FAVOURITE_KINDS, record)) as FavouriteRecord[])

export const listFavourites = async (database: UserDatabase): Promise<Favourite[]> => {
  const [stored, queue] = await Promise.all([database.favourites.toArray(), readFavouritesQueue(database)])
  return viewFavourites(stored, queue)
}
