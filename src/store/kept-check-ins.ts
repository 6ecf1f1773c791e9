import { CHECK_IN_KINDS, type CheckInHere, type CheckInRecord, checkInsLane } from '#domain/check-ins.ts'
import { type CheckInShown, viewCheckIns } from '#domain/check-ins-shown.ts'
import { isUnderstood } from '#domain/outbox/lane.ts'
import type { UserDatabase } from './user-database.ts'

/** The check-ins of every account that this device has read, for lists of orders of all accounts. */
export const keptCheckInsQuery = {
  key: ['check-ins'],
  read: ({ rows, outbox }: UserDatabase): Promise<CheckInShown[]> =>
    rows.db.transaction('r', [rows, outbox], async () => {
      const ofAnyAccount = checkInsLane('')
      const [stored, queue] = await Promise.all([
        rows.where('lane').startsWith(ofAnyAccount).toArray(),
        outbox.where('lane').startsWith(ofAnyAccount).sortBy('seq'),
      ])
      return viewCheckIns(
        stored.map(({ value }) => value as CheckInHere),
        queue.filter((record) => isUnderstood(CHECK_IN_KINDS, record)) as CheckInRecord[],
      )
    }),
}
