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

const READ = 'favourites'

/** Requires a transaction with `favourites` and `downloads`. */
export const replaceFavourites = async (
  { favourites, downloads }: UserDatabase,
  rows: readonly Favourite[],
  now: number,
): Promise<void> => {
  await favourites.clear()
  await favourites.bulkPut(rows)
  await downloads.put({ name: READ, cursor: '', at: now, usedAt: now })
}

/** Waiting changes included. undefined: the server's have never been read. */
export const findFavouriteNumbers = async (
  database: UserDatabase,
): Promise<ReadonlySet<string> | undefined> => {
  const [read, favourites] = await Promise.all([database.downloads.get(READ), listFavourites(database)])
  return read && new Set(favourites.map(({ product_no }) => product_no))
}

/** One word for each, and one for having been read. */
export const favouriteWords = async (database: UserDatabase): Promise<string[]> => {
  const numbers = await findFavouriteNumbers(database)
  return numbers === undefined ? [] : [READ, ...numbers]
}

/** Noted with the refusal, until a page has told the person. */
export type RefusedStar = { product_no: string; code: string }

const REFUSED_STARS = 'refusedStars'

/** Not `async`: see `change` in src/sync/trollies/taken-back.ts. */
export const noteRefusedStar = (database: UserDatabase, star: RefusedStar): PromiseLike<unknown> =>
  database.sync
    .get(REFUSED_STARS)
    .then((row) =>
      database.sync.put({ name: REFUSED_STARS, value: [...((row?.value ?? []) as RefusedStar[]), star] }),
    )

export const readRefusedStars = async (database: UserDatabase): Promise<RefusedStar[]> =>
  ((await database.sync.get(REFUSED_STARS))?.value as RefusedStar[] | undefined) ?? []

/** Each is taken once, whatever the number of tabs. */
export const takeRefusedStars = (database: UserDatabase): Promise<RefusedStar[]> =>
  database.transaction('rw', database.sync, async () => {
    const stars = await readRefusedStars(database)
    await database.sync.delete(REFUSED_STARS)
    return stars
  })
