import { expect, test, vi } from 'vitest'
import { FAVOURITES_LANE } from '#domain/favourites.ts'
import type { AnyOperation } from '#domain/outbox/operation.ts'
import { type Lane, laneOf } from '#domain/outbox/record.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import { templateLane } from '#src/store/templates.ts'
import { createQueue } from '#src/sync/engine/queue.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import { aHead } from '#tests/support/signed-in.tsx'
import { aPhone } from './phone.ts'

const AT = '2026-03-03T09:00:00.000Z'
const TROLLY_LANE = laneOf(TROLLY, 'T1')
const LINE = { product_no: 'A', quantity: 1, seenPricePence: 100, addedAt: AT }

const TEMPLATE = {
  id: 'P1',
  customerId: 'C1',
  ownerId: 'user',
  ownerName: 'Robin Cook',
  name: 'Friday bar',
  visibility: 'private' as const,
  version: 1,
  detailsVersion: 1,
  itemCount: 1,
  deleted: false,
  createdAt: AT,
  updatedAt: AT,
}
const ITEM = { product_no: 'A', parLevel: null, lastQuantity: 1, position: 1, deleted: false, addedAt: AT }

// Taps come in series (docs/decisions/0012); other operations are sent at once.
test.each<[Lane, AnyOperation & Record<string, unknown>, 'now' | 'soon']>([
  [TROLLY_LANE, { kind: 'add', ...LINE }, 'soon'],
  [TROLLY_LANE, { kind: 'set', ...LINE }, 'soon'],
  [TROLLY_LANE, { kind: 'details', changes: { poNumber: 'PO-1' } }, 'now'],
  [FAVOURITES_LANE, { kind: 'star', product_no: 'A', trollyId: 'T1', at: AT }, 'soon'],
  [templateLane('P1'), { kind: 'setItem', product_no: 'A', settings: { parLevel: 3 } }, 'soon'],
  [templateLane('P1'), { kind: 'delete' }, 'now'],
])('%s: %o is sent %s', async (lane, operation, sent) => {
  const { database } = aPhone()
  await database.trollies.put(aHead({ id: 'T1' }))
  await database.templates.put({ ...TEMPLATE, itemsVersion: 1 })
  await database.templateItems.put({ ...ITEM, templateId: 'P1' })
  const onChange = vi.fn()
  await createQueue({ database, nouns: NOUNS, now: Date.now, onChange }).append(lane, operation)
  expect(onChange.mock.calls).toEqual([[sent]])
})
