import { type Basket, trollies } from '#contract/trollies.ts'
import { isUnanswered } from '#domain/outbox/operation.ts'
import { laneOf } from '#domain/outbox/record.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { forgetTrolly, replaceTrolly } from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { readLane } from '#src/sync/engine/take.ts'
import { PAGE_LENGTH, readPages } from '#src/sync/reading.ts'
import { findDraft } from './drafts.ts'

/** A read is not stored while an operation is unanswered (it could count twice), nor over a newer state. */
export type Reads = {
  /** @returns 'checked_out' or 'deleted' once dropped; 'unknown' for none, or another user's. @throws ApiError */
  refreshTrolly: (trollyId: string) => Promise<Read | 'unknown'>
  refreshTrollies: (customerId: string) => Promise<void>
}

type Read = 'stored' | 'kept' | 'checked_out' | 'deleted'

export const createReads = ({ database, api }: { database: UserDatabase; api: ApiClient }): Reads => {
  const refreshTrolly: Reads['refreshTrolly'] = async (trollyId) => {
    // The server cannot know a trolly whose creation has not been sent.
    if (await findDraft(database, trollyId)) return 'kept'
    const lane = await readLane(database, laneOf(TROLLY, trollyId))
    if (lane.some(({ operation }) => operation.kind === 'create')) return 'kept'
    try {
      const basket = await api.call(trollies.get, { params: { id: trollyId } })
      return await storeRead(database, basket)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // An address cut short or mistyped: the id is all that the request says.
      if (error.code === 'invalid_request' && !(await database.trollies.get(trollyId))) return 'unknown'
      if (error.code !== 'trolly_not_found') throw error
      await forgetUnlessWaiting(database, trollyId)
      return 'unknown'
    }
  }
  return {
    refreshTrolly,
    refreshTrollies: async (customerId) => {
      const open = await readPages((page) =>
        api.call(trollies.list, { query: { customerId, page, pageLength: PAGE_LENGTH } }),
      )
      const known = await database.trollies
        .where('customerId')
        .equals(customerId)
        // The server does not know a draft.
        .filter(({ version }) => version > 0)
        .toArray()
      const versions = new Map(known.map(({ id, linesVersion }) => [id, linesVersion]))
      const changed = open.filter(({ id, version }) => versions.get(id) !== version)
      for (const { id } of changed) await refreshTrolly(id)
      const openIds = new Set(open.map(({ id }) => id))
      for (const { id } of known) if (!openIds.has(id)) await refreshTrolly(id)
    },
  }
}

/** One transaction, so that nothing is attempted between checking the lane and writing the rows. */
export const storeRead = (database: UserDatabase, basket: Basket): Promise<Read> =>
  database.transaction(
    'rw',
    [
      database.outbox,
      database.trollies,
      database.lines,
      database.products,
      database.prices,
      database.searchIndex,
    ],
    async () => {
      const known = await database.trollies.get(basket.id)
      if (known && known.version > basket.version) return 'kept'
      const lane = await readLane(database, laneOf(TROLLY, basket.id))
      if (lane.some(isUnanswered)) return 'kept'
      if (basket.state === 'open' || lane.length > 0) {
        await replaceTrolly(database, basket)
        return 'stored'
      }
      await forgetTrolly(database, basket.id)
      return basket.state
    },
  )

const forgetUnlessWaiting = (database: UserDatabase, trollyId: string): Promise<void> =>
  database.transaction('rw', [database.outbox, database.trollies, database.lines], async () => {
    if ((await readLane(database, laneOf(TROLLY, trollyId))).length === 0)
      await forgetTrolly(database, trollyId)
  })
