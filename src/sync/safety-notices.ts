import { safetyNotices } from '#contract/safety-notices.ts'
import { SAFETY_KINDS, type SafetyNotice, type SafetyOperation, safetyLane } from '#domain/safety-notices.ts'
import { findRow, putRow } from '#src/store/lane-rows.ts'
import { type Noun, refusalOf } from '#src/sync/engine/noun.ts'

/** Each change is one of its own; they leave in one batch. What the server has is read by safety-reads.ts. */
export const safetyNoun: Noun<SafetyOperation> = {
  rules: SAFETY_KINDS,
  words: { title: () => 'Safety notices', text: () => 'Read' },
  tables: { changed: ['rows'], settled: ['rows'], restored: [] },
  call: (body, id) => ({ endpoint: safetyNotices.note, params: { id }, body }),
  codes: { gone: [], refused: [] },
  plan: async ({ operation }) => ({
    takenBack: [],
    write: { operation, expectedVersion: null, into: undefined },
  }),
  repeated: ({ operation }) => ({ operation, expectedVersion: null }),
  settle: {
    applied: async ({ database, id, record: { operation } }) => {
      const lane = safetyLane(id)
      for (const notice of operation.notices) {
        const stored = await findRow<SafetyNotice>(database, lane, notice.id)
        const mark = operation.kind === 'read' ? 'isRead' : 'isConfirmed'
        // A recall that was reworded meanwhile is still to be read.
        if (stored?.edition === notice.edition)
          await putRow(database, lane, notice.id, { ...stored, [mark]: true })
      }
      return new Map()
    },
    refused: async (refused) => refusalOf(refused),
  },
}
