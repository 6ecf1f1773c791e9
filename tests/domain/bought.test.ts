import { expect, it } from 'vitest'
import { pricesPaid } from '#domain/bought.ts'

it('has each price from the first day that it was paid', () => {
  const paid = (day: string, unitPricePence: number) => ({ day, quantity: 1, unitPricePence })
  expect(
    pricesPaid([
      paid('2026-11-20', 1_140),
      paid('2026-11-13', 1_140),
      paid('2026-06-05', 1_095),
      paid('2026-01-09', 1_140),
    ]),
  ).toEqual([
    { unitPricePence: 1_140, from: '2026-11-13' },
    { unitPricePence: 1_095, from: '2026-06-05' },
    { unitPricePence: 1_140, from: '2026-01-09' },
  ])
  expect(pricesPaid([])).toEqual([])
})
