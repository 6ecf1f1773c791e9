import { type CountChanged, counts } from '#contract/counts.ts'
import {
  COUNT_KINDS,
  type Count,
  type CountOperation,
  countOperationText,
  countsLane,
  refusedCountsText,
  withEntry,
} from '#domain/counts/count.ts'
import { isUntouched } from '#domain/outbox/operation.ts'
import { subjectOf } from '#domain/outbox/rules.ts'
import { noteRefusal, putRow, readQueue } from '#src/store/lane-rows.ts'
import { type Appended, type Noun, type Plan, refusalOf } from '#src/sync/engine/noun.ts'
import { refreshCounts } from './reads.ts'

export const countsNoun: Noun<CountOperation> = {
  rules: COUNT_KINDS,
  words: { title: () => 'Counts', text: countOperationText, refused: refusedCountsText },
  // As for favourites: the stored counts are shown until they are read again.
  tables: { changed: ['rows'], settled: ['rows'], restored: [] },
  call: (operation, customerId) => {
    const { id: countId, templateId, startedAt } = operation.start
    const params = { id: customerId, countId }
    if (operation.kind === 'close') {
      const { state, trollyId } = operation
      return { endpoint: counts.close, params, body: { templateId, startedAt, state, trollyId } }
    }
    const { product_no: productNo, halves, countedAt } = operation
    return {
      endpoint: counts.enter,
      params: { ...params, productNo },
      body: { templateId, startedAt, halves, countedAt },
    }
  },
  codes: { gone: [], refused: ['count_closed'] },
  plan,
  repeated: ({ operation }) => ({ operation, expectedVersion: null }),
  settle: {
    applied: ({ database, id: customerId, reply }) => {
      const { id, templateId, startedAt, startedByName, state, entry } = reply as CountChanged
      const lane = countsLane(customerId)
      return database.rows
        .get([lane, id])
        .then((row) => {
          const { entries = [] } = (row?.value as Count | undefined) ?? {}
          const count = { id, templateId, startedAt, startedByName, state, entries }
          return putRow(database, lane, id, entry ? withEntry(count, entry) : count)
        })
        .then(() => new Map()) as Promise<Map<never, never>>
    },
    refused: async ({ database, id, record, ...refused }) => {
      const refusal = refusalOf(refused)
      await noteRefusal(database, record, refusal.code)
      if (refusal.code === 'count_closed')
        await putRow(database, countsLane(id), record.operation.start.id, undefined)
      return refusal
    },
  },
  refresh: refreshCounts,
}

async function plan({ database, id, operation }: Appended<CountOperation>): Promise<Plan> {
  const queue = await readQueue<CountOperation>(database, { lane: countsLane(id), rules: COUNT_KINDS })
  const subject = subjectOf(COUNT_KINDS, operation)
  const into = queue.findLast(
    (queued) => isUntouched(queued) && subjectOf(COUNT_KINDS, queued.operation) === subject,
  )
  return { takenBack: [], write: { operation, expectedVersion: null, into } }
}
