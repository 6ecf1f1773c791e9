import { type LanePlan, planLane } from '#domain/outbox/lane.ts'
import type { Refusal } from '#domain/outbox/operation.ts'
import { idOfLane, type Lane, type OutboxRecord, type StoredRequest } from '#domain/outbox/record.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { isReached } from './last-contact.ts'
import { type Noun, type Nouns, nounOf } from './noun.ts'
import { buildRequest } from './requests.ts'
import { readSync, requireGeneration } from './sync-state.ts'

/** With the bytes that every attempt sends. */
export type Leaving = OutboxRecord & { request: StoredRequest; attemptsInARow: number }

/**
 * Commits attempts, state and exact bytes before sending, so that a crash repeats the same bytes.
 * @returns them with the epoch in which their versions were seen
 */
export const takeFromLane = (parts: {
  database: UserDatabase
  noun: Noun
  generation: number
  lane: Lane
  now: number
  /** One operation, though more could go together. */
  alone?: boolean
}): Promise<{ leaving: Leaving[]; epoch: string | undefined }> => {
  const { database, noun, generation, lane, now, alone = false } = parts
  const { outbox, sync, rows } = database
  return database.transaction('rw', noun.whole ? [outbox, sync, rows] : [outbox, sync], async () => {
    await requireGeneration(database, generation, now)
    const plan = planLane(noun.rules, await readLane(database, lane), now, await isReached(database))
    await database.outbox.where('opId').anyOf(plan.drop).delete()
    await database.outbox.where('opId').anyOf(plan.ask).modify({ state: 'attention', refusal: TOO_OLD })
    const sent = plan.send.slice(0, alone ? 1 : undefined)
    const id = idOfLane(lane)
    const whole = await Promise.all(
      sent.map(({ operation }) => noun.whole?.({ database, id, operation }) ?? operation),
    )
    const leaving = sent.map(
      (record, at): Leaving => ({
        ...record,
        attempts: record.attempts + 1,
        attemptsInARow: (record.attemptsInARow ?? 0) + 1,
        state: 'sending',
        request:
          record.request ?? buildRequest(noun, { ...record, operation: whole[at] ?? record.operation }),
      }),
    )
    await database.outbox.bulkPut(leaving)
    return { leaving, epoch: await readSync(database, 'epoch') }
  })
}

export const readLane = (database: UserDatabase, lane: Lane): Promise<OutboxRecord[]> =>
  database.outbox.where('lane').equals(lane).sortBy('seq')

/** A newer build's lanes are left alone. */
export const planLanes = async (
  database: UserDatabase,
  nouns: Nouns,
  now: number,
): Promise<PlannedLane[]> => {
  const lanes = (await database.outbox.orderBy('lane').uniqueKeys()) as Lane[]
  const reached = await isReached(database)
  const planned = lanes.map(async (lane): Promise<PlannedLane | undefined> => {
    const noun = nounOf(nouns, lane)
    return noun && { lane, noun, plan: planLane(noun.rules, await readLane(database, lane), now, reached) }
  })
  return (await Promise.all(planned)).filter((lane) => lane !== undefined)
}

export type PlannedLane = { lane: Lane; noun: Noun; plan: LanePlan }

const TOO_OLD: Refusal = {
  code: 'too_old',
  message:
    'This was sent a while ago and we never heard back. It may have arrived, so please check before sending it again.',
  status: 0,
}
