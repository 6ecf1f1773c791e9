import { checkIns } from '#contract/check-ins.ts'
import {
  afterAnswer,
  CHECK_IN_KINDS,
  type CheckInHere,
  type CheckInOperation,
  checkInsLane,
  checkInText,
  refusedCheckInsText,
} from '#domain/check-ins.ts'
import { noteRefusal, putRow } from '#src/store/lane-rows.ts'
import { type Noun, refusalOf } from '#src/sync/engine/noun.ts'

/** Events: nothing folds and nothing has a version. What was sent is kept as a row of its own until the server's list has it. */
export const checkInsNoun: Noun<CheckInOperation> = {
  rules: CHECK_IN_KINDS,
  words: { title: () => 'Deliveries', text: checkInText, refused: refusedCheckInsText },
  tables: { changed: ['rows'], settled: ['rows'], restored: [] },
  call: (operation) => {
    const { kind, orderId: id, checkInId } = operation
    if (kind === 'check_in') return { endpoint: checkIns.create, params: { id }, body: operation.made }
    const params = { id, checkInId }
    if (kind === 'answer') {
      const { answerId, words } = operation
      return { endpoint: checkIns.answer, params, body: { answerId, words } }
    }
    const { photoId, position, data } = operation
    return { endpoint: checkIns.addPhoto, params, body: { photoId, position, data } }
  },
  codes: { gone: [], refused: ['claim_decided'] },
  plan: async ({ operation }) => ({
    takenBack: [],
    write: { operation, expectedVersion: null, into: undefined },
  }),
  repeated: ({ operation }) => ({ operation, expectedVersion: null }),
  settle: {
    applied: async ({ database, id, record: { operation } }) => {
      const lane = checkInsLane(id)
      const known = await database.rows.get([lane, operation.checkInId])
      const here = afterAnswer(operation, known?.value as CheckInHere | undefined)
      if (here) await putRow(database, lane, here.id, here)
      return new Map()
    },
    refused: async ({ database, record, ...refused }) => {
      const refusal = refusalOf(refused)
      // Its check-in was refused before, which was noted.
      const isOrphan = record.operation.kind === 'photo' && refusal.code === 'claim_not_found'
      if (!isOrphan) await noteRefusal(database, record, refusal.code)
      return refusal
    },
  },
}
