import { expect, test } from 'vitest'
import { recallsIn, safetyEntries } from '#domain/safety-entries.ts'
import { boughtText } from '#domain/safety-words.ts'

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

test('goods are delivered, on order, or only agreed as a substitute', () => {
  const said = (quantity: number, lastBought: string) =>
    boughtText(
      { product_no: 'C3', name: 'Pork Pies', pack: '12', quantity, lastBought },
      new Date('2026-11-30T09:00:00Z'),
    )
  expect(said(1_200, '2026-11-30')).toBe('You bought 1,200 × Pork Pies, 12. Last delivery: Mon 30 Nov')
  expect(said(2, '2026-12-02')).toBe('You bought 2 × Pork Pies, 12. On order for Wed 2 Dec')
  expect(said(0, '2026-12-02')).toBe('You agreed to Pork Pies, 12 as a substitute. On order for Wed 2 Dec')
})
