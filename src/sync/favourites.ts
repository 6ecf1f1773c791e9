import { type FavouriteChanged, favourites } from '#contract/favourites.ts'
import {
  FAVOURITE_KINDS,
  FAVOURITES_LANE,
  FAVOURITES_SHOWN,
  type Favourite,
  type FavouriteOperation,
  favouriteText,
  refusedFavouritesText,
} from '#domain/favourites.ts'
import { noteRefusal, putRow } from '#src/store/lane-rows.ts'
import { type Noun, refusalOf } from '#src/sync/engine/noun.ts'
import { PAGE_LENGTH, type ReadPorts, readPages } from './reading.ts'
import { planOfSet, refreshSet } from './set-reads.ts'

export const favouritesNoun: Noun<FavouriteOperation> = {
  rules: FAVOURITE_KINDS,
  words: { title: () => 'Favourites', text: favouriteText, refused: refusedFavouritesText },
  // After a restore the stored set is shown, and changes go by it, until it is read again.
  tables: { changed: ['rows'], settled: ['rows'], restored: [] },
  call: ({ kind, product_no, trollyId }) => ({
    endpoint: kind === 'star' ? favourites.add : favourites.remove,
    params: { id: trollyId, productNo: product_no },
  }),
  codes: { gone: [], refused: [] },
  plan: (appended) => planOfSet(appended, FAVOURITES_SHOWN),
  repeated: ({ operation }) => ({ operation, expectedVersion: null }),
  settle: {
    applied: async ({ database, reply }) => {
      const { product_no, addedAt } = reply as FavouriteChanged
      const stored = addedAt === null ? undefined : { product_no, addedAt }
      await putRow(database, FAVOURITES_LANE, product_no, stored)
      return new Map()
    },
    refused: async ({ database, record, ...refused }) => {
      const refusal = refusalOf(refused)
      if (record.operation.kind === 'star') await noteRefusal(database, record, refusal.code)
      return refusal
    },
  },
  refresh,
}

/** @throws ApiError; then nothing has changed */
function refresh(ports: ReadPorts): Promise<void> {
  const { customerId } = ports.customer
  return refreshSet(ports, FAVOURITES_SHOWN, async () => {
    const found = await readPages((page) =>
      ports.api.call(favourites.search, { body: { customerId, page, pageLength: PAGE_LENGTH } }),
    )
    return {
      rows: found.map(({ product_no, addedAt }): Favourite => ({ product_no, addedAt })),
      products: found.flatMap(({ product }) => product ?? []),
    }
  })
}
