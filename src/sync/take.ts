import type { LanePlan } from '#domain/operations/lane.ts'
import { planLane } from '#domain/operations/lane.ts'
import type { Refusal } from '#domain/operations/operation.ts'
import type { OutboxRecord, StoredRequest } from '#domain/operations/outbox-record.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { isReached } from './last-contact.ts'
import { buildRequest } from './requests.ts'
import { requireGeneration } from './sync-state.ts'

/** With the bytes that every attempt sends. */
export type Leaving = OutboxRecord & { request: StoredRequest; attemptsInARow: number }

/** Commits attempts, state and exact bytes before sending, so that a crash repeats the same bytes. */
export const takeFromLane = (parts: {
  database: UserDatabase
  generation: number
  lane: string
  now: number
}): Promise<Leaving[]> => {
  const { database, generation, lane, now } = parts
  return database.transaction('rw', [database.outbox, database.sync], async () => {
    await requireGeneration(database, generation, now)
    const plan = planLane(await readLane(database, lane), now, await isReached(database))
    await database.outbox.where('opId').anyOf(plan.drop).delete()
    await database.outbox.where('opId').anyOf(plan.ask).modify({ state: 'attention', refusal: TOO_OLD })
    const leaving = plan.send.map(
      (record): Leaving => ({
        ...record,
        attempts: record.attempts + 1,
        attemptsInARow: (record.attemptsInARow ?? 0) + 1,
        state: 'sending',
        request: record.request ?? buildRequest(record),
      }),
    )
    await database.outbox.bulkPut(leaving)
    return leaving
  })
}

export const readLane = (database: UserDatabase, lane: string): Promise<OutboxRecord[]> =>
  database.outbox.where('lane').equals(lane).sortBy('seq')

export const planLanes = async (
  database: UserDatabase,
  now: number,
): Promise<{ lane: string; plan: LanePlan }[]> => {
  const lanes = (await database.outbox.orderBy('lane').uniqueKeys()) as string[]
  const reached = await isReached(database)
  return Promise.all(
    lanes.map(async (lane) => ({ lane, plan: planLane(await readLane(database, lane), now, reached) })),
  )
}

const TOO_OLD: Refusal = {
  code: 'too_old',
  message:
    'This was sent a while ago and we never heard back. It may have arrived, so please check before sending it again.',
  status: 0,
}
