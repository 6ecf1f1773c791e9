import { claims } from '#contract/claims.ts'
import { type CheckInOperation, checkInsLane, isPhoto } from '#domain/check-ins.ts'
import { checkInsShown } from '#domain/check-ins-shown.ts'
import { isUnanswered } from '#domain/outbox/operation.ts'
import { dropAnswers } from '#src/store/answer-draft.ts'
import { countAnswered, readQueue, replaceRows } from '#src/store/lane-rows.ts'
import type { ReadPorts } from './reading.ts'

/** Replaces the account's stored check-ins. @throws ApiError; then nothing has changed */
export const refreshCheckIns = async (ports: ReadPorts): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries += 1) if ((await readOnce(ports)) !== 'overtaken') return
}

/** Changes answered meanwhile are few. */
const TRIES = 3

/** As for stock alerts: nothing is stored that may lack or repeat what this device has sent. */
const readOnce = async ({ database, api, customer: { customerId } }: ReadPorts) => {
  const lane = checkInsLane(customerId)
  const answered = await countAnswered(database, lane)
  const { data } = await api.call(claims.own, { params: { id: customerId } })
  return await database.transaction('rw', ['outbox', 'sync', 'rows', 'downloads'], async () => {
    if ((await countAnswered(database, lane)) !== answered) return 'overtaken'
    const queue = await readQueue<CheckInOperation>(database, checkInsShown(customerId))
    // A photo is the same one by its id, and may take minutes.
    if (queue.some((waiting) => !isPhoto(waiting.operation) && isUnanswered(waiting))) return 'kept'
    await replaceRows(database, lane, data, ({ id }) => id)
    // A colleague has answered, or the office no longer waits.
    const settled = data.filter(({ state }) => state !== 'asked')
    await dropAnswers(
      database,
      customerId,
      settled.map(({ id }) => id),
    )
    return 'stored'
  })
}
