import { expect, test } from 'vitest'
import { recallsIn, safetyEntries } from '#domain/safety-entries.ts'

test('a recall concerns orders that hold the goods, from the first delivery of them on', () => {
  const recall = { reference: 'R-7', batches: [], useBy: '', reason: 'Metal', action: 'destroy', advice: '' }
  const entries = safetyEntries([
    {
      id: 'one',
      edition: 1,
      at: '2026-11-24T09:00:00.000Z',
      products: [{ product_no: 'C3', name: '', pack: '', quantity: 4, lastBought: '2026-11-20' }],
      before: null,
      after: null,
      recall: { ...recall, boughtSince: '2026-11-20' },
      isRead: true,
      isConfirmed: true,
    },
  ])
  const isConcerned = (deliveryDay: string, product_no: string, deliveredQuantity: number | null) =>
    recallsIn({ deliveryDay, lines: [{ product_no, quantity: 2, deliveredQuantity }] }, entries).length > 0
  expect(isConcerned('2026-11-20', 'C3', 2)).toBe(true)
  expect(isConcerned('2026-12-02', 'C3', null)).toBe(true)
  expect(isConcerned('2026-11-19', 'C3', 2)).toBe(false)
  expect(isConcerned('2026-11-20', 'C3', 0)).toBe(false)
  expect(isConcerned('2026-11-20', 'A1', 2)).toBe(false)
})
