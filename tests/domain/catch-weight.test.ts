import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  estimatedGramsOf,
  estimateParts,
  estimateText,
  isPlausibleWeight,
  lineAmountText,
  orderedEstimateText,
  sharedGrams,
  weighedText,
  weightText,
} from '#domain/catch-weight.ts'
import { lineNetPence } from '#domain/money.ts'

it('works out an order’s estimated weight from its price, to the few grams that half a penny buys', () => {
  const some = fc.record({
    quantity: fc.integer({ min: 1, max: 999 }),
    estimatedWeightGrams: fc.integer({ min: 100, max: 50_000 }),
    pricePence: fc.integer({ min: 50, max: 10_000 }),
  })
  fc.assert(
    fc.property(some, ({ quantity, estimatedWeightGrams, pricePence }) => {
      const netPence = lineNetPence(quantity, { pricePence, catchWeight: true, estimatedWeightGrams }) ?? 0
      const grams = estimatedGramsOf({ quantity, unitPricePence: pricePence, netPence }) ?? Number.NaN
      expect(Math.abs(grams - quantity * estimatedWeightGrams)).toBeLessThanOrEqual(500 / pricePence + 1)
    }),
  )
  expect(estimatedGramsOf({ quantity: 2, unitPricePence: 0, netPence: 0 })).toBeUndefined()
})

it('takes a fifth to five times of what was expected for plausible, and any weight of what costs nothing', () => {
  const plausible = (grams: number) => isPlausibleWeight(grams, 2_400)
  expect([479, 480, 2_400, 12_000, 12_001].map(plausible)).toEqual([false, true, true, true, false])
  expect(isPlausibleWeight(2_400_000, undefined)).toBe(true)
})

it('shares a product’s weight between its lines to the gram', () => {
  const pieces = fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9_999_999 }),
      pieces.filter((counts) => counts.some((count) => count > 0)),
      (grams, counts) => {
        const shares = sharedGrams(grams, counts)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(grams)
        expect(shares.every((share, at) => share >= 0 && (counts[at] !== 0 || share === 0))).toBe(true)
      },
    ),
  )
  expect(sharedGrams(10_000, [1, 2, 0, 1])).toEqual([2_500, 5_000, 0, 2_500])
})

it('writes weights in kilograms, an estimate to ten grams', () => {
  expect([weightText(12_450), weightText(3_000), weightText(7)]).toEqual(['12.45 kg', '3 kg', '0.007 kg'])
  expect([estimateText(4_248), estimateText(64)]).toEqual(['4.25 kg', '0.064 kg'])
  const line = { quantity: 2, unitPricePence: 1_250, netPence: 3_000 }
  expect(weighedText({ ...line, deliveredWeightGrams: 2_486 })).toBe('Estimated 2.4 kg, delivered 2.486 kg')
  expect(weighedText({ ...line, netPence: 0, deliveredWeightGrams: 2_486 })).toBe('Delivered 2.486 kg')
  expect(weighedText({ ...line, deliveredWeightGrams: null })).toBeUndefined()
})

it('says what an estimate comes from, so that a person can add it up', () => {
  const goose = { pricePence: 409, catchWeight: true, estimatedWeightGrams: 2_501 }
  expect(lineAmountText({ quantity: 2, product: goose })).toBe('about £20.46')
  expect(estimateParts(2, goose)).toEqual(['2 × about 2.501 kg', '× £4.09 per kg'])
  expect(estimateParts(1_000, { ...goose, estimatedWeightGrams: 800 })?.[0]).toBe('1,000 × about 0.8 kg')
  // Without a price or a weight there is no amount to explain, and other goods have no estimate.
  expect(estimateParts(2, { ...goose, pricePence: null })).toBeUndefined()
  expect(lineAmountText({ quantity: 2, product: { ...goose, estimatedWeightGrams: null } })).toBe('No price')
  expect(estimateParts(2, { ...goose, catchWeight: false })).toBeUndefined()
  expect(lineAmountText({ quantity: 2, product: { ...goose, catchWeight: false } })).toBe('£8.18')
})

it('says the same of an order until it is weighed', () => {
  const line = { quantity: 2, unitPricePence: 409, netPence: 2_046, catchWeight: true }
  expect(orderedEstimateText(line)).toBe('2 × about 2.5 kg × £4.09 per kg')
  expect(orderedEstimateText({ ...line, deliveredWeightGrams: null })).toBe('2 × about 2.5 kg × £4.09 per kg')
  expect(orderedEstimateText({ ...line, deliveredWeightGrams: 5_120 })).toBeUndefined()
  expect(orderedEstimateText({ ...line, billedPence: 2_046 })).toBeUndefined()
  expect(orderedEstimateText({ ...line, netPence: 0 })).toBeUndefined()
  expect(orderedEstimateText({ ...line, catchWeight: false })).toBeUndefined()
})
