import { describe, expect, test } from 'vitest'
import { dayNumberOf, dayOfNumber, type PastOrder } from '#domain/purchase-history.ts'
import { usualOrder, usualQuantity } from '#domain/usual-order.ts'
import { whyText } from '#domain/usual-order-words.ts'
import { aKitchensOrders, historyOf } from '#tests/support/kitchen-orders.ts'

const SEEDS = [1, 2, 3]
/** From May to December: each rhythm begins or ends in them. */
const FORETOLD_WEEKS = 34

type Line = { product_no: string; quantity: number }
type Foretell = (before: readonly PastOrder[], day: number) => readonly Line[]

/**
 * Precision: of the lines that were foretold, how many were ordered. Recall: of the lines that were ordered, how many were foretold,
 * one-offs and lines ordered now and then included. Quantities: of those in both, how many are what was ordered.
 */
const measured = (foretell: Foretell) => {
  const sum = { foretold: 0, ordered: 0, both: 0, quantity: 0 }
  for (const seed of SEEDS) {
    const orders = aKitchensOrders(seed)
    const from = (orders.at(-1)?.day ?? 0) - FORETOLD_WEEKS * 7
    for (const [place, { day, lines }] of orders.entries()) {
      if (day <= from) continue
      const real = new Map(lines.map(({ product_no, quantity }) => [product_no, quantity]))
      const foretold = foretell(orders.slice(0, place), day)
      const both = foretold.filter(({ product_no }) => real.has(product_no))
      sum.foretold += foretold.length
      sum.ordered += lines.length
      sum.both += both.length
      sum.quantity += both.filter(({ product_no, quantity }) => real.get(product_no) === quantity).length
    }
  }
  return {
    precision: sum.both / sum.foretold,
    recall: sum.both / sum.ordered,
    quantities: sum.quantity / sum.both,
  }
}

describe('two years of kitchens with known rhythms, whose people forget, skip and try things', () => {
  test('at least nine of ten lines are right, where a repeated order has far fewer', () => {
    const usual = measured((before, day) => usualOrder(historyOf(before), dayOfNumber(day)))
    expect(usual.precision).toBeGreaterThan(0.9)
    expect(usual.recall).toBeGreaterThan(0.9)
    // One in seventeen was changed for the day.
    expect(usual.quantities).toBeGreaterThan(0.9)

    const lastOrder = measured((before) => before.at(-1)?.lines ?? [])
    const lastOnWeekday = measured(
      (before, day) => before.findLast((order) => (day - order.day) % 7 === 0)?.lines ?? [],
    )
    for (const plain of [lastOrder, lastOnWeekday]) {
      expect(plain.precision).toBeLessThan(usual.precision)
      expect(plain.recall).toBeLessThan(usual.recall)
    }
  })
})

const FRIDAY = dayNumberOf('2026-11-27')

/** @param weeks before Friday 27 November 2026 at which a product was ordered; each week has another line, so that it has a delivery */
const usualOf = (weeks: readonly number[], quantityAt: (week: number) => number = () => 1) => {
  const orders = Array.from({ length: 100 }, (_, at) => 100 - at).map((week) => ({
    day: FRIDAY - week * 7,
    placedMs: 0,
    lines: [
      { product_no: 'BREAD', quantity: 1 },
      ...(weeks.includes(week) ? [{ product_no: 'A', quantity: quantityAt(week) }] : []),
    ],
  }))
  return usualOrder(historyOf(orders), '2026-11-27').find(({ product_no }) => product_no === 'A')
}

const every = (weeks: number, from = weeks): number[] =>
  Array.from({ length: Math.floor((100 - from) / weeks) + 1 }, (_, nth) => from + nth * weeks)

const whyOf = (weeks: readonly number[]): string | undefined => {
  const line = usualOf(weeks)
  return line && whyText(line.why)
}

describe('a product', () => {
  test('ordered each week but one is proposed, with how often it was', () => {
    expect(whyOf(every(1).filter((week) => week !== 3))).toBe('12 of the last 13 Fridays')
  })

  test('ordered every other week is proposed in its week only', () => {
    expect(whyOf(every(2))).toBe('Every other week')
    expect(whyOf(every(2, 1))).toBeUndefined()
  })

  test('is proposed after two orders in a row, and no more after two weeks without', () => {
    expect(usualOf([1])).toBeUndefined()
    expect(usualOf([1, 2])).toBeDefined()
    expect(usualOf(every(1, 2))).toBeDefined()
    expect(usualOf(every(1, 3))).toBeUndefined()
  })

  test('of the season comes back in its first week', () => {
    expect(whyOf([49, 50, 51, 52, 53, 100, 99].filter((week) => week < 54))).toBe('At this time last year')
  })

  test('has the quantity of its last two orders, not that of one party', () => {
    expect(usualOf(every(1), (week) => (week <= 2 ? 6 : 2))?.quantity).toBe(6)
    expect(usualOf(every(1), (week) => (week === 1 ? 40 : 2))?.quantity).toBe(2)
    expect(usualQuantity([])).toBe(1)
  })
})

test('an order for the day that has been placed is not proposed again', () => {
  const orders = [1, 2, 3, 4, 0].map((week) => ({
    day: FRIDAY - week * 7,
    placedMs: 0,
    lines:
      week === 0
        ? [{ product_no: 'A', quantity: 1 }]
        : ['A', 'B'].map((product_no) => ({ product_no, quantity: 1 })),
  }))
  expect(usualOrder(historyOf(orders), '2026-11-27').map(({ product_no }) => product_no)).toEqual(['B'])
})

test('a weekday without deliveries, beside a bank holiday, has what the nearest usual one has', () => {
  const orders = every(1).map((week) => ({
    day: FRIDAY - week * 7,
    placedMs: 0,
    lines: [{ product_no: 'A', quantity: 4 }],
  }))
  expect(usualOrder(historyOf(orders), '2026-11-26')).toMatchObject([{ product_no: 'A', quantity: 4 }])
})
