import { type DismissalChanged, dismissals } from '#contract/dismissals.ts'
import {
  DISMISSAL_KINDS,
  type DismissalOperation,
  dismissalsLane,
  dismissalsShown,
  dismissalText,
} from '#domain/dismissals.ts'
import { putRow } from '#src/store/lane-rows.ts'
import { type Noun, refusalOf } from '#src/sync/engine/noun.ts'
import type { ReadPorts } from './reading.ts'
import { planOfSet, refreshSet } from './set-reads.ts'

export const dismissalsNoun: Noun<DismissalOperation> = {
  rules: DISMISSAL_KINDS,
  words: { title: () => 'Usual order', text: dismissalText },
  // As for favourites: the stored set is shown until it is read again.
  tables: { changed: ['rows'], settled: ['rows'], restored: [] },
  call: ({ kind, product_no }, customerId) => ({
    endpoint: kind === 'dismiss' ? dismissals.dismiss : dismissals.putBack,
    params: { id: customerId, productNo: product_no },
  }),
  codes: { gone: [], refused: [] },
  plan: (appended) => planOfSet(appended, dismissalsShown(appended.id)),
  repeated: ({ operation }) => ({ operation, expectedVersion: null }),
  settle: {
    applied: async ({ database, id, reply }) => {
      const { product_no, dismissedAt } = reply as DismissalChanged
      const stored = dismissedAt === null ? undefined : { product_no, dismissedAt }
      await putRow(database, dismissalsLane(id), product_no, stored)
      return new Map()
    },
    refused: async (refused) => refusalOf(refused),
  },
  refresh,
}

/** @throws ApiError; then nothing has changed */
function refresh(ports: ReadPorts): Promise<void> {
  const { customerId } = ports.customer
  return refreshSet(ports, dismissalsShown(customerId), async () => {
    const { data } = await ports.api.call(dismissals.list, { params: { id: customerId } })
    return { rows: data, products: [] }
  })
}
