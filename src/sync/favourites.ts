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
import { isUnanswered, isUntouched } from '#domain/outbox/operation.ts'
import { countAnswered, noteRefusal, putRow, readQueue, replaceRows } from '#src/store/lane-rows.ts'
import { putProducts } from '#src/store/trollies/trollies.ts'
import { type Appended, type Noun, type Plan, refusalOf } from '#src/sync/engine/noun.ts'
import { PAGE_LENGTH, type ReadPorts, readPages } from './reading.ts'

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
  plan,
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

/** Sent even where the stored row says the same: after a sign-out or a restored database the server may have it otherwise. */
async function plan({ database, operation }: Appended<FavouriteOperation>): Promise<Plan> {
  const queue = await readQueue<FavouriteOperation>(database, FAVOURITES_SHOWN)
  const into = queue.findLast(
    (queued) => queued.operation.product_no === operation.product_no && isUntouched(queued),
  )
  return { takenBack: [], write: { operation, expectedVersion: null, into } }
}

/** Replaces the stored favourites and adds their products. @throws ApiError; then nothing has changed */
async function refresh(ports: ReadPorts): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) if ((await readOnce(ports)) !== 'overtaken') return
}

/** Changes answered meanwhile are seldom more than one batch. */
const TRIES = 3

/** Skipped while a change is unanswered, which the reply may already include; and where one was answered since, which it may lack. */
async function readOnce({ database, api, customer }: ReadPorts) {
  const { customerId, priceListId } = customer
  const answered = await countAnswered(database, FAVOURITES_LANE)
  const found = await readPages((page) =>
    api.call(favourites.search, { body: { customerId, page, pageLength: PAGE_LENGTH } }),
  )
  const rows = found.map(({ product_no, addedAt }): Favourite => ({ product_no, addedAt }))
  const products = found.flatMap(({ product }) => product ?? [])
  const tables = ['outbox', 'sync', 'rows', 'downloads', 'products', 'prices', 'searchIndex']
  return await database.transaction('rw', tables, async () => {
    if ((await countAnswered(database, FAVOURITES_LANE)) !== answered) return 'overtaken'
    if ((await readQueue(database, FAVOURITES_SHOWN)).some(isUnanswered)) return 'kept'
    await replaceRows(database, FAVOURITES_LANE, rows, ({ product_no }) => product_no)
    await putProducts(database, priceListId, products)
    return 'stored'
  })
}
