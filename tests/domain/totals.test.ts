import fc from 'fast-check'
import type { Static } from 'typebox'
import { Check } from 'typebox/value'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { Totals as ContractTotals } from '#contract/trollies.ts'
import { lineNetPence } from '#domain/money.ts'
import {
  knownTotalPence,
  progressTo,
  type TotalledLine,
  type Totals,
  totalsOf,
  totalText,
} from '#domain/totals.ts'
import { aProduct } from '#tests/checks/products.ts'

const RATES = [0, 500, 2000]

const lines = fc.array(
  fc
    .record({
      quantity: fc.integer({ min: 0, max: 9999 }),
      pricePence: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { freq: 8 }),
      vatBasisPoints: fc.constantFrom(...RATES),
      catchWeight: fc.boolean(),
      estimatedWeightGrams: fc.integer({ min: 1, max: 50_000 }),
      sold: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    })
    .map(
      ({ quantity, sold, ...facts }): TotalledLine => ({
        quantity,
        product: sold ? aProduct(facts) : null,
      }),
    ),
  { maxLength: 60 },
)

describe('totals', () => {
  it('match the contract’s type', () => {
    expectTypeOf<Totals>().toExtend<Static<typeof ContractTotals>>()
    expectTypeOf<Static<typeof ContractTotals>>().toExtend<Totals>()
    fc.assert(
      fc.property(lines, (some) => {
        expect(Check(ContractTotals, totalsOf(some))).toBe(true)
      }),
    )
  })

  it('charge VAT per rate on the sum of the lines, not line by line', () => {
    // Each line alone would have 0.4 p of VAT, which rounds to nothing.
    const line = { quantity: 1, product: aProduct({ pricePence: 2, vatBasisPoints: 2000 }) }
    expect(totalsOf([line, line, line])).toEqual({
      lineCount: 3,
      netPence: 6,
      vat: [{ vatBasisPoints: 2000, netPence: 6, vatPence: 1 }],
      vatPence: 1,
      totalPence: 7,
      estimated: false,
      unpricedCount: 0,
    })
  })

  it('list each rate in ascending order, and count unpriced lines as nothing', () => {
    expect(
      totalsOf([
        { quantity: 2, product: aProduct({ pricePence: 1000, vatBasisPoints: 2000 }) },
        { quantity: 1, product: aProduct({ pricePence: null, vatBasisPoints: 500 }) },
        { quantity: 4, product: null },
        { quantity: 3, product: aProduct({ pricePence: 333, vatBasisPoints: 0 }) },
        { quantity: 0, product: aProduct({ pricePence: 777_777, vatBasisPoints: 2000 }) },
      ]),
    ).toEqual({
      lineCount: 4,
      netPence: 2999,
      vat: [
        { vatBasisPoints: 0, netPence: 999, vatPence: 0 },
        { vatBasisPoints: 2000, netPence: 2000, vatPence: 400 },
      ],
      vatPence: 400,
      totalPence: 3399,
      estimated: false,
      unpricedCount: 2,
    })
  })

  it('are estimated if they include a catch weight', () => {
    const steak = { catchWeight: true, estimatedWeightGrams: 800 }
    expect(totalsOf([{ quantity: 1, product: aProduct({ ...steak, pricePence: 2000 }) }])).toMatchObject({
      netPence: 1600,
      estimated: true,
    })
    expect(totalsOf([{ quantity: 1, product: aProduct({ ...steak, pricePence: null }) }]).estimated).toBe(
      false,
    )
    expect(totalsOf([{ quantity: 0, product: aProduct({ ...steak, pricePence: 2000 }) }]).estimated).toBe(
      false,
    )
  })

  it('are zero without lines', () => {
    expect(totalsOf([])).toEqual({
      lineCount: 0,
      netPence: 0,
      vat: [],
      vatPence: 0,
      totalPence: 0,
      estimated: false,
      unpricedCount: 0,
    })
  })

  it('add up: lines to rates, rates to sums, goods and VAT to the total', () => {
    fc.assert(
      fc.property(lines, (some) => {
        const { netPence, vat, vatPence, totalPence, lineCount, unpricedCount } = totalsOf(some)
        const present = some.filter(({ quantity }) => quantity > 0)
        const nets = present.map(({ quantity, product }) => lineNetPence(quantity, product))
        const sum = (values: (number | null)[]) =>
          values.reduce<number>((total, value) => total + (value ?? 0), 0)
        expect(netPence).toBe(sum(nets))
        expect(netPence).toBe(sum(vat.map((row) => row.netPence)))
        expect(vatPence).toBe(sum(vat.map((row) => row.vatPence)))
        expect(totalPence).toBe(netPence + vatPence)
        expect(lineCount).toBe(present.length)
        expect(unpricedCount).toBe(nets.filter((net) => net === null).length)
        for (const row of vat) {
          expect(Math.abs(row.vatPence * 10_000 - row.netPence * row.vatBasisPoints)).toBeLessThanOrEqual(
            5000,
          )
        }
      }),
    )
  })

  it('do not depend on the order of the lines', () => {
    const shuffled = lines.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    )
    fc.assert(
      fc.property(shuffled, ([some, other]) => {
        expect(totalsOf(other)).toEqual(totalsOf(some))
      }),
    )
  })
})

describe('the displayed total', () => {
  const priced = { quantity: 2, product: aProduct({ pricePence: 1_250, vatBasisPoints: 0 }) }
  const unpriced = { quantity: 1, product: aProduct({ pricePence: null }) }
  const weighed = {
    quantity: 1,
    product: aProduct({ pricePence: 900, vatBasisPoints: 0, catchWeight: true, estimatedWeightGrams: 1_000 }),
  }
  it.each<[name: string, TotalledLine[], string]>([
    ['nothing in it', [], '£0.00'],
    ['all priced', [priced], '£25.00'],
    ['a part priced', [priced, unpriced], '£25.00'],
    ['none priced', [unpriced], 'No price'],
    ['weighed', [weighed], 'about £9.00'],
  ])('%s', (_, lines, words) => {
    expect(totalText(totalsOf(lines))).toBe(words)
  })
  it('is unknown only if no line has a price', () => {
    expect(knownTotalPence(totalsOf([unpriced]))).toBeNull()
    expect(knownTotalPence(totalsOf([]))).toBe(0)
  })
})

describe('progress to the minimum order and to free delivery', () => {
  it.each([
    ['half way', 5000, 2500, { targetPence: 5000, missingPence: 2500, fraction: 0.5 }],
    ['nothing yet', 5000, 0, { targetPence: 5000, missingPence: 5000, fraction: 0 }],
    ['a penny short', 5000, 4999, { targetPence: 5000, missingPence: 1, fraction: 0.9998 }],
    ['to the penny', 5000, 5000, { targetPence: 5000, missingPence: 0, fraction: 1 }],
    ['beyond it', 5000, 90_000, { targetPence: 5000, missingPence: 0, fraction: 1 }],
    ['nothing to reach', null, 100, null],
    ['a target of nothing', 0, 0, null],
  ])('%s', (_, target, net, expected) => {
    expect(progressTo(target, net)).toEqual(expected)
  })
})
