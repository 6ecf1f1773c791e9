import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  DISCOUNT_KINDS,
  type Discount,
  type DiscountableLine,
  type DiscountedOrder,
  discountsOf,
  discountWithOneMore,
  type LineDiscount,
  priceBreaksOf,
} from '#domain/discounts.ts'
import { lineNetPence } from '#domain/money.ts'

const ORDER: DiscountedOrder = { customerId: 'C1', priceListId: 'TRADE', day: '2026-11-30' }

const discount = (parts: Partial<Discount> = {}): Discount => ({
  id: 'd1',
  name: 'Spring dairy offer',
  customerId: null,
  priceListId: null,
  productNo: null,
  brand: null,
  category: null,
  kind: 'percent',
  basisPoints: 1_000,
  offUnitPence: 0,
  minimumUnits: 0,
  minimumNetPence: 0,
  validFrom: null,
  validTo: null,
  combines: false,
  onPromotions: false,
  capPence: null,
  active: true,
  ...parts,
})

type Product = NonNullable<DiscountableLine['product']>

const line = (
  product_no: string,
  quantity: number,
  parts: Partial<Product> = {},
): DiscountableLine & { product: Product } => ({
  product_no,
  quantity,
  product: {
    pricePence: 1_000,
    catchWeight: false,
    estimatedWeightGrams: null,
    brand: 'Acme',
    department: 'Chilled',
    group: 'Dairy',
    category: 'Butter',
    unitCount: 1,
    isSpotPriced: false,
    promotion: false,
    reducedToClear: false,
    ...parts,
  },
})

const penceOf = (found: Map<string, LineDiscount>): Record<string, number> =>
  Object.fromEntries([...found].map(([product_no, { discountPence }]) => [product_no, discountPence]))

describe('a setting of a discount', () => {
  const cases: [string, Partial<Discount>, Record<string, number>][] = [
    ['percent, of every line', {}, { A: 200, B: 100 }],
    ['percent, rounded half up', { basisPoints: 125 }, { A: 25, B: 13 }],
    ['pence off each unit', { kind: 'per_unit', offUnitPence: 30 }, { A: 60, B: 30 }],
    ['more off than the price', { kind: 'per_unit', offUnitPence: 5_000 }, { A: 2_000, B: 1_000 }],
    ['its customer', { customerId: 'C1' }, { A: 200, B: 100 }],
    ['another customer', { customerId: 'C2' }, {}],
    ['its price list', { priceListId: 'TRADE' }, { A: 200, B: 100 }],
    ['another price list', { priceListId: 'CASH' }, {}],
    ['one product', { productNo: 'B' }, { B: 100 }],
    ['a brand', { brand: 'Bidco' }, { B: 100 }],
    ['a category', { category: 'Butter' }, { A: 200, B: 100 }],
    ['a group', { category: 'Dairy' }, { A: 200, B: 100 }],
    ['a department', { category: 'Frozen' }, {}],
    ['a quantity that a line reaches', { minimumUnits: 2 }, { A: 200 }],
    ['spend that is reached', { minimumNetPence: 3_000 }, { A: 200, B: 100 }],
    ['spend that is missed by a penny', { minimumNetPence: 3_001 }, {}],
    ['spend on other goods', { brand: 'Bidco', minimumNetPence: 1_001 }, {}],
    ['its first day', { validFrom: '2026-11-30' }, { A: 200, B: 100 }],
    ['a day before its first', { validFrom: '2026-12-01' }, {}],
    ['its last day', { validTo: '2026-11-30' }, { A: 200, B: 100 }],
    ['a day after its last', { validTo: '2026-11-29' }, {}],
    ['a cap, spread over the lines', { capPence: 100 }, { A: 67, B: 33 }],
    ['a cap that is not reached', { capPence: 300 }, { A: 200, B: 100 }],
    ['an inactive one', { active: false }, {}],
  ]
  it.each(cases)('%s', (_, parts, expected) => {
    const lines = [line('A', 2), line('B', 1, { brand: 'Bidco', pricePence: 1_000 })]
    expect(penceOf(discountsOf(lines, [discount(parts)], ORDER))).toEqual(expected)
  })
})

describe('a product', () => {
  const cases: [string, Partial<Product>, Partial<Discount>, number | undefined][] = [
    ['without a price', { pricePence: null }, {}, undefined],
    ['with a spot price', { isSpotPriced: true }, { onPromotions: true }, undefined],
    ['on promotion', { promotion: true }, {}, undefined],
    ['on promotion, if the discount allows it', { promotion: true }, { onPromotions: true }, 200],
    ['reduced to clear', { reducedToClear: true }, {}, undefined],
    ['in cases, counted by its units', { unitCount: 6 }, { minimumUnits: 12 }, 200],
    ['of estimated weight', { catchWeight: true, estimatedWeightGrams: 1_250 }, {}, 250],
    [
      'of estimated weight, off each kilogram',
      { catchWeight: true, estimatedWeightGrams: 1_250 },
      { kind: 'per_unit', offUnitPence: 40 },
      100,
    ],
    ['of unknown weight', { catchWeight: true }, {}, undefined],
  ]
  it.each(cases)('%s', (_, product, parts, expected) => {
    const found = discountsOf([line('A', 2, product)], [discount(parts)], ORDER)
    expect(found.get('A')?.discountPence).toBe(expected)
  })

  it('that is no longer sold has none', () => {
    expect(discountsOf([{ product_no: 'A', quantity: 1, product: null }], [discount()], ORDER).size).toBe(0)
  })
})

describe('several discounts', () => {
  const five = discount({ id: 'a', name: 'Five', basisPoints: 500, combines: true })
  const seven = discount({ id: 'b', name: 'Seven', basisPoints: 700, combines: true })
  const ten = discount({ id: 'c', name: 'Ten', basisPoints: 1_000 })
  const namesOf = (discounts: Discount[]) =>
    discountsOf([line('A', 1)], discounts, ORDER)
      .get('A')
      ?.shares.map(({ name, pence }) => `${name} ${pence}`)

  it('add up if they combine and come to more than the best of the others', () => {
    expect(namesOf([seven, ten, five])).toEqual(['Five 50', 'Seven 70'])
  })
  it('leave the line to the best one otherwise', () => {
    expect(namesOf([five, ten])).toEqual(['Ten 100'])
  })
  it('prefer those that combine at a tie', () => {
    expect(namesOf([five, { ...ten, basisPoints: 500 }])).toEqual(['Five 50'])
  })
  it('take no more than the line’s net together', () => {
    const most = { basisPoints: 7_000 }
    expect(
      namesOf([
        { ...five, ...most },
        { ...seven, ...most },
      ]),
    ).toEqual(['Five 700', 'Seven 300'])
  })
})

/** Few values of each, so that discounts and lines often meet. */
const someLines: fc.Arbitrary<DiscountableLine[]> = fc.uniqueArray(
  fc.record({
    product_no: fc.integer({ min: 1, max: 30 }).map(String),
    quantity: fc.integer({ min: 1, max: 9_999 }),
    product: fc.option(
      fc.record({
        pricePence: fc.option(fc.integer({ min: 0, max: 100_000 })),
        catchWeight: fc.boolean(),
        estimatedWeightGrams: fc.option(fc.integer({ min: 1, max: 30_000 })),
        brand: fc.constantFrom('Acme', 'Bidco'),
        department: fc.constant('Chilled'),
        group: fc.constantFrom('Dairy', 'Meat'),
        category: fc.constantFrom('Butter', 'Bacon'),
        unitCount: fc.integer({ min: 1, max: 24 }),
        isSpotPriced: fc.boolean(),
        promotion: fc.boolean(),
        reducedToClear: fc.boolean(),
      }),
      { freq: 9 },
    ),
  }),
  { selector: ({ product_no }) => product_no, maxLength: 15 },
)

const someDiscounts: fc.Arbitrary<Discount[]> = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('Spring', 'Autumn'),
    customerId: fc.constantFrom(null, null, 'C1', 'C2'),
    priceListId: fc.constantFrom(null, null, 'TRADE'),
    productNo: fc.constantFrom(null, null, '1', '2'),
    brand: fc.constantFrom(null, null, 'Acme'),
    category: fc.constantFrom(null, null, 'Dairy', 'Bacon'),
    kind: fc.constantFrom(...DISCOUNT_KINDS),
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
    offUnitPence: fc.integer({ min: 0, max: 2_000 }),
    minimumUnits: fc.constantFrom(0, 0, 12),
    minimumNetPence: fc.constantFrom(0, 0, 50_000),
    validFrom: fc.constantFrom(null, null, '2026-12-01'),
    validTo: fc.constantFrom(null, null, '2026-11-29'),
    combines: fc.boolean(),
    onPromotions: fc.boolean(),
    capPence: fc.option(fc.integer({ min: 0, max: 5_000 })),
    active: fc.constantFrom(true, true, false),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
)

describe('any lines and discounts', () => {
  const always = (check: (lines: DiscountableLine[], discounts: Discount[]) => void) =>
    fc.assert(fc.property(someLines, someDiscounts, check), { seed: 20_261_129, numRuns: 2_000 })

  it('come to the same with one more as all of them together', () => {
    always((lines, discounts) => {
      const [more, ...others] = discounts
      if (!more) return
      const penceOf = (all: readonly Discount[]): number =>
        [...discountsOf(lines, all, ORDER).values()].reduce(
          (sum, { discountPence }) => sum + discountPence,
          0,
        )
      expect(discountWithOneMore(lines, others, more, ORDER)).toEqual({
        without: penceOf(others),
        with: penceOf(discounts),
      })
    })
  })

  it('never take more off a line than it costs, and name every penny', () => {
    always((lines, discounts) => {
      const found = discountsOf(lines, discounts, ORDER)
      for (const { product_no, quantity, product } of lines) {
        const { discountPence, shares } = found.get(product_no) ?? { discountPence: 0, shares: [] }
        expect(discountPence).toBeLessThanOrEqual(lineNetPence(quantity, product) ?? 0)
        expect(shares.every(({ pence }) => Number.isSafeInteger(pence) && pence > 0)).toBe(true)
        expect(shares.reduce((sum, { pence }) => sum + pence, 0)).toBe(discountPence)
      }
    })
  })

  it('keep the cap of each discount', () => {
    always((lines, discounts) => {
      const shares = [...discountsOf(lines, discounts, ORDER).values()].flatMap((each) => each.shares)
      for (const { id, capPence } of discounts) {
        const taken = shares
          .filter(({ discountId }) => discountId === id)
          .reduce((sum, { pence }) => sum + pence, 0)
        expect(taken).toBeLessThanOrEqual(capPence ?? Number.MAX_SAFE_INTEGER)
      }
    })
  })

  it('spend a cap to the penny where one discount alone reaches it', () => {
    always((lines, [first]) => {
      if (first === undefined) return
      const sum = (found: Map<string, LineDiscount>) =>
        [...found.values()].reduce((total, { discountPence }) => total + discountPence, 0)
      const whole = sum(discountsOf(lines, [{ ...first, capPence: null }], ORDER))
      const withCap = sum(discountsOf(lines, [first], ORDER))
      expect(withCap).toBe(Math.min(whole, first.capPence ?? whole))
    })
  })

  it('give the same in whatever order they come', () => {
    always((lines, discounts) => {
      const given = discountsOf(lines, discounts, ORDER)
      const reversed = discountsOf([...lines].reverse(), [...discounts].reverse(), ORDER)
      for (const { product_no } of lines) expect(reversed.get(product_no)).toEqual(given.get(product_no))
    })
  })
})

describe('price breaks', () => {
  const breaksOf = (discounts: Discount[], parts: Partial<Product> = {}) =>
    priceBreaksOf({ product_no: 'A', ...line('A', 1, parts).product }, discounts, ORDER).map(
      ({ quantity, unitPricePence }) => [quantity, unitPricePence],
    )
  const from = (minimumUnits: number, basisPoints: number, parts: Partial<Discount> = {}) =>
    discount({ id: `d${minimumUnits}`, minimumUnits, basisPoints, ...parts })

  it('are where the price falls, a case counting as its units', () => {
    expect(breaksOf([from(5, 500), from(24, 1_000)], { unitCount: 6 })).toEqual([
      [1, 950],
      [4, 900],
    ])
    expect(breaksOf([from(5, 1_000), from(24, 500)])).toEqual([
      [1, 1_000],
      [5, 900],
    ])
  })

  it('leave out what depends on the rest of the trolly, and what does not apply', () => {
    const others = [
      from(0, 1_000, { minimumNetPence: 5_000 }),
      from(1, 1_000, { capPence: 100 }),
      from(2, 1_000, { validTo: '2026-11-29' }),
      from(3, 1_000, { brand: 'Other' }),
    ]
    expect(breaksOf(others)).toEqual([[1, 1_000]])
    expect(breaksOf(others, { pricePence: null })).toEqual([])
  })

  it('are what the lines of a trolly then cost', () => {
    const discounts = [from(3, 700), from(10, 1_200), from(6, 0, { kind: 'per_unit', offUnitPence: 90 })]
    for (const [quantity = 0, price = 0] of breaksOf(discounts)) {
      const off = discountsOf([line('A', quantity)], discounts, ORDER).get('A')?.discountPence ?? 0
      expect(quantity * 1_000 - off).toBe(quantity * price)
    }
  })
})
