import { openCounts } from '#contract/open-counts.ts'
import { COUNT_KINDS, countsLane } from '#domain/counts/count.ts'
import { isUnanswered } from '#domain/outbox/operation.ts'
import { countAnswered, readQueue, replaceRows } from '#src/store/lane-rows.ts'
import type { ReadPorts } from '#src/sync/reading.ts'

/** Replaces the account's stored counts. @throws ApiError; then nothing has changed */
export async function refreshCounts(ports: ReadPorts): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) if ((await readOnce(ports)) !== 'overtaken') return
}

/** Changes answered meanwhile are seldom more than one batch. */
const TRIES = 3

/** Skipped while a change is unanswered, which the reply may already include; and where one was answered since, which it may lack. */
async function readOnce({ database, api, customer }: ReadPorts) {
  const lane = countsLane(customer.customerId)
  const answered = await countAnswered(database, lane)
  const { data } = await api.call(openCounts.list, { params: { id: customer.customerId } })
  return await database.transaction('rw', ['outbox', 'sync', 'rows', 'downloads'], async () => {
    if ((await countAnswered(database, lane)) !== answered) return 'overtaken'
    if ((await readQueue(database, { lane, rules: COUNT_KINDS })).some(isUnanswered)) return 'kept'
    await replaceRows(database, lane, data, ({ id }) => id)
    return 'stored'
  })
}
