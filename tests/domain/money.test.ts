import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  halfUpQuotient,
  lineNetPence,
  moneyText,
  savingPerContent,
  shareOf,
  type UnitPriced,
  unitPriceText,
  vatOf,
} from '#domain/money.ts'

const plain = (pricePence: number | null) => ({ pricePence, catchWeight: false, estimatedWeightGrams: null })
const weighed = (pricePence: number | null, estimatedWeightGrams: number | null) => ({
  pricePence,
  catchWeight: true,
  estimatedWeightGrams,
})

describe('rounding', () => {
  it.each([
    [5n, 2n, 3],
    [-5n, 2n, -3],
    [4n, 3n, 1],
    [5n, 3n, 2],
    [-4n, 3n, -1],
    [0n, 7n, 0],
    [1n, 2n, 1],
    [49n, 100n, 0],
    [50n, 100n, 1],
    [1005n, 10n, 101],
  ])('%s / %s is %s', (numerator, denominator, expected) => {
    expect(halfUpQuotient(numerator, denominator)).toBe(expected)
  })

  it('gives the nearest whole number, halves away from zero, for numbers of any size', () => {
    const whole = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n })
    // Large, but with a quotient that a double holds exactly.
    const divisor = fc.bigInt({ min: 2n ** 28n, max: 2n ** 60n })
    fc.assert(
      fc.property(whole, divisor, (numerator, denominator) => {
        const twiceError = 2n * (BigInt(halfUpQuotient(numerator, denominator)) * denominator - numerator)
        const towardsZero = numerator < 0n ? denominator : -denominator
        expect(twiceError >= -denominator && twiceError <= denominator).toBe(true)
        expect(twiceError).not.toBe(towardsZero)
      }),
    )
  })

  it('of a share is that of whole numbers of any size', () => {
    const whole = fc.oneof(fc.integer({ min: -5_000_000, max: 5_000_000 }), fc.maxSafeInteger())
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 1 }), (net, part, of) => {
        const exact = halfUpQuotient(BigInt(net) * BigInt(part), BigInt(of))
        expect(shareOf(net, part, of)).toBe(exact)
        const halves = 2 * part + 1
        expect(shareOf(net, halves, 2)).toBe(halfUpQuotient(BigInt(net) * BigInt(halves), 2n))
      }),
    )
  })

  it('gives a credit that exactly cancels its charge', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 10_000 }), (net, rate) => {
        expect(vatOf(net, rate) + vatOf(-net, rate)).toBe(0)
      }),
    )
  })
})

describe('the price of a line', () => {
  it.each([
    ['quantity times price', 7, plain(1299), 9093],
    ['zero for a free product', 12, plain(0), 0],
    ['null without a price', 3, plain(null), null],
    ['null for a product no longer sold', 3, null, null],
    ['the estimated grams of a catch weight times the price', 3, weighed(1150, 1250), 4313],
    ['rounded up from half a penny for a catch weight', 1, weighed(1, 500), 1],
    ['rounded down below half a penny for a catch weight', 1, weighed(1, 499), 0],
    ['rounded once per line, not per item', 3, weighed(1, 500), 2],
    ['null for a catch weight without a price', 1, weighed(null, 500), null],
    ['null for a catch weight without an estimated weight', 1, weighed(900, null), null],
  ])('is %s', (_, quantity, product, expected) => {
    expect(lineNetPence(quantity, product)).toBe(expected)
  })

  it('is exact beyond the range of a double’s product', () => {
    // 9,999 × 100,003 g × £999,999.99: floating point is 2 pence off before it divides.
    expect(lineNetPence(9999, weighed(99_999_999, 100_003))).toBe(
      Number((9999n * 100_003n * 99_999_999n + 500n) / 1000n),
    )
  })

  it('is within half a penny of the exact product', () => {
    const bounded = (max: number) => fc.integer({ min: 1, max })
    fc.assert(
      fc.property(bounded(9999), bounded(100_000), bounded(1_000_000), (quantity, grams, pence) => {
        const net = BigInt(lineNetPence(quantity, weighed(pence, grams)) ?? -1)
        const twiceError = 2n * (net * 1000n - BigInt(quantity) * BigInt(grams) * BigInt(pence))
        expect(twiceError > -1000n && twiceError <= 1000n).toBe(true)
      }),
    )
  })
})

describe('VAT', () => {
  it.each([
    [1000, 2000, 200],
    [2, 2000, 0],
    [3, 2000, 1],
    [10, 500, 1],
    [9, 500, 0],
    [12_345, 0, 0],
    [999_999_999, 2000, 200_000_000],
  ])('of %s pence at %s basis points is %s', (net, rate, expected) => {
    expect(vatOf(net, rate)).toBe(expected)
  })
})

describe('money as text', () => {
  it.each([
    [0, '£0.00'],
    [5, '£0.05'],
    [123_456, '£1,234.56'],
    [-5, '-£0.05'],
    [-123_456, '-£1,234.56'],
    [-0, '£0.00'],
    [100_000_000, '£1,000,000.00'],
    [null, 'No price'],
  ])('%s is %s', (pence, expected) => {
    expect(moneyText(pence)).toBe(expected)
  })

  it('is written as Intl writes it', () => {
    const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (pence) => {
        expect(moneyText(pence)).toBe(pounds.format(pence / 100))
      }),
    )
  })

  it('shows every penny', () => {
    const most = 5_000_000_000_000_000
    fc.assert(
      fc.property(fc.integer({ min: -most, max: most }), (pence) => {
        const text = moneyText(pence)
        expect(text).toMatch(/^-?£\d{1,3}(,\d{3})*\.\d\d$/)
        expect(Number(text.replace(/[£,.]/g, ''))).toBe(pence)
      }),
    )
  })
})

describe('the unit price', () => {
  const product = (parts: Partial<UnitPriced>): UnitPriced => ({
    ...plain(1000),
    contentAmount: null,
    contentMeasure: null,
    unitCount: 1,
    ...parts,
  })

  it.each<[string, Partial<UnitPriced>, string | null]>([
    ['per kilogram', { pricePence: 850, contentAmount: 2500, contentMeasure: 'g' }, '£3.40 per kg'],
    ['per litre', { pricePence: 630, contentAmount: 6000, contentMeasure: 'ml' }, '£1.05 per litre'],
    ['per kilogram of a catch weight', { ...weighed(1150, 1250), unitCount: 4 }, '£11.50 per kg'],
    ['per item', { pricePence: 4800, unitCount: 24 }, '£2.00 each'],
    ['per item if the measure is unknown', { pricePence: 850, contentAmount: 2500 }, '£8.50 each'],
    ['in tenths of a penny below a pound', { pricePence: 1800, unitCount: 2000 }, '0.9p each'],
    ['in whole pence without a decimal point', { pricePence: 90, unitCount: 2 }, '45p each'],
    ['in pounds from a pound', { pricePence: 9995, unitCount: 100 }, '£1.00 each'],
    ['null without a price', { pricePence: null }, null],
  ])('is of %s', (_, parts, expected) => {
    expect(unitPriceText(product(parts))).toBe(expected)
  })
})

it.each([
  ['of a litre', { pricePence: 1_000, contentAmount: 12_000, contentMeasure: 'ml' as const }, 33],
  [
    'where it costs as much',
    { pricePence: 1_500, contentAmount: 12_000, contentMeasure: 'ml' as const },
    null,
  ],
  [
    'of what is measured otherwise',
    { pricePence: 100, contentAmount: 12_000, contentMeasure: 'g' as const },
    null,
  ],
  ['without a price', { pricePence: null, contentAmount: 12_000, contentMeasure: 'ml' as const }, null],
])('says what a case saves %s', (_, parts, saving) => {
  const each = { pricePence: 125, contentAmount: 1_000, contentMeasure: 'ml' as const }
  const rest = { unitCount: 1, catchWeight: false, estimatedWeightGrams: null }
  expect(savingPerContent({ ...rest, ...parts }, { ...rest, ...each })).toBe(saving)
})
