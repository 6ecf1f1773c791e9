import { type FavouriteChanged, favourites } from '#contract/favourites.ts'
import { FAVOURITE_KINDS, type FavouriteOperation } from '#domain/favourites.ts'
import { isUnanswered, isUntouched } from '#domain/outbox/operation.ts'
import { noteRefusedStar, readFavouritesQueue } from '#src/store/favourites.ts'
import { type Appended, type Noun, type Plan, refusalOf } from '#src/sync/engine/noun.ts'

export const favouritesNoun: Noun<FavouriteOperation> = {
  rules: FAVOURITE_KINDS,
  // After a restore the stored set is shown, and changes go by it, until it is read again.
  tables: { changed: ['favourites'], settled: ['favourites'], restored: [] },
  call: ({ kind, product_no, trollyId }) => ({
    endpoint: kind === 'star' ? favourites.add : favourites.remove,
    params: { id: trollyId, productNo: product_no },
  }),
  codes: { gone: [], refused: [] },
  plan,
  repeated: ({ operation }) => ({ operation, expectedVersion: null }),
  settle: {
    applied: async ({ database, reply }) => {
      const { product_no, addedAt } = reply as FavouriteChanged
      if (addedAt === null) await database.favourites.delete(product_no)
      else await database.favourites.put({ product_no, addedAt })
      return new Map()
    },
    refused: async ({ database, record: { operation }, ...refused }) => {
      const refusal = refusalOf(refused)
      if (operation.kind === 'star')
        await noteRefusedStar(database, { product_no: operation.product_no, code: refusal.code })
      return refusal
    },
  },
}

/** A change back to what the server has needs no call, unless an earlier one may have arrived. */
async function plan({ database, operation }: Appended<FavouriteOperation>): Promise<Plan> {
  const [stored, queue] = await Promise.all([
    database.favourites.get(operation.product_no),
    readFavouritesQueue(database),
  ])
  const ofProduct = queue.filter((queued) => queued.operation.product_no === operation.product_no)
  const into = ofProduct.findLast(isUntouched)
  const isSo = (stored !== undefined) === (operation.kind === 'star')
  if (isSo && !ofProduct.some(isUnanswered)) return { takenBack: into ? [into.opId] : [], write: null }
  return { takenBack: [], write: { operation, expectedVersion: null, into } }
}
