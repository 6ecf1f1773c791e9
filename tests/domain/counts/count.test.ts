import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type AddOutcome, decideAll } from '#domain/add-all.ts'
import { countLines, nextLineOf, shelfByShelf } from '#domain/counts/lines.ts'
import { halvesText, parseHalves, quantityMissing } from '#domain/counts/quantity.ts'
import { parOn } from '#domain/templates/pars.ts'
import type { TemplateItem } from '#domain/templates/template.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'

const item = (product_no: string, settings: Partial<TemplateItem> = {}): TemplateItem => ({
  product_no,
  parLevel: null,
  lastQuantity: null,
  position: 1,
  deleted: false,
  addedAt: '2026-11-24T07:00:00.000Z',
  ...settings,
})

describe('a par', () => {
  const pars = { parLevel: 8, parLevels: [null, 4, null, null, null, 12, null] }
  it.each([
    ['2026-12-01', 4], // a Tuesday
    ['2026-12-05', 12], // a Saturday
    ['2026-12-02', 8],
    [null, 8],
  ])('for a delivery on %s is %i', (day, par) => expect(parOn(pars, day)).toBe(par))

  it('is the usual one in rows of earlier builds, and of no day where none is set', () => {
    expect(parOn({ parLevel: 3 }, '2026-12-01')).toBe(3)
    expect(parOn({ parLevel: null, parLevels: pars.parLevels }, '2026-12-02')).toBeNull()
  })
})

describe('a quantity on the shelf', () => {
  it.each([
    ['3', 6],
    ['0', 0],
    ['½', 1],
    ['3½', 7],
    ['3.5', 7],
    ['3,5', 7],
    ['3.', 6],
    [' 12 ', 24],
    ['', undefined],
    ['.', undefined],
    ['3.2', undefined],
    ['-1', undefined],
    ['10000', undefined],
    ['three', undefined],
  ])('typed as “%s” is %s halves', (typed, halves) => expect(parseHalves(typed)).toBe(halves))

  test('is read as it is written', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 * QUANTITY_MAX }), (halves) => {
        expect(parseHalves(halvesText(halves))).toBe(halves)
      }),
    )
  })
})

describe('what is missing', () => {
  const quantities = fc.record({
    par: fc.integer({ min: 1, max: QUANTITY_MAX }),
    halves: fc.nat({ max: 2 * QUANTITY_MAX }),
    inTrolly: fc.nat({ max: QUANTITY_MAX }),
  })

  test('is whole packs, the fewest that bring shelf and trolly up to the par', () => {
    fc.assert(
      fc.property(quantities, ({ par, halves, inTrolly }) => {
        const order = quantityMissing({ par, halves, inTrolly })
        expect(Number.isInteger(order) && order >= 0).toBe(true)
        expect(halves / 2 + inTrolly + order).toBeGreaterThanOrEqual(par)
        if (order > 0) expect(halves / 2 + inTrolly + order - 1).toBeLessThan(par)
      }),
    )
  })

  it.each([
    [{ par: 8, halves: 6, inTrolly: 0 }, 5],
    [{ par: 8, halves: 7, inTrolly: 0 }, 5],
    [{ par: 8, halves: 7, inTrolly: 2 }, 3],
    [{ par: 8, halves: 0, inTrolly: 9 }, 0],
    [{ par: null, halves: 0, inTrolly: 0 }, 0],
    [{ par: 8, halves: null, inTrolly: 0 }, 0],
  ])('of %o is %i', (parts, order) => expect(quantityMissing(parts)).toBe(order))

  test('is ordered once, however often and by however many devices the count is finished', () => {
    const asked = fc.array(quantities, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 3 }), (all, times) => {
        const held = new Map(all.map(({ inTrolly }, at) => [String(at), inTrolly]))
        const wanted = all.flatMap((parts, at) => {
          const order = quantityMissing(parts)
          const quantity = parts.inTrolly + order
          return order === 0 || quantity > QUANTITY_MAX
            ? []
            : [{ product_no: String(at), name: '', quantity, fillsUp: true, isTyped: true }]
        })
        const results: AddOutcome[][] = []
        for (let time = 0; time < times; time += 1) {
          const lines = [...held].flatMap(([product_no, quantity]) =>
            quantity === 0 ? [] : [{ product_no, quantity, removed: false, decision: null }],
          )
          const { operations, outcomes } = decideAll({
            view: { lines: lines as never },
            wanted,
            products: new Map(),
            isListWhole: false,
            pricesHere: false,
            now: new Date(0),
          })
          results.push(outcomes)
          for (const { kind, product_no, quantity } of operations) {
            expect(kind).toBe('set')
            held.set(product_no, quantity)
          }
          if (time > 0) expect(operations).toEqual([])
        }
        for (const { product_no, quantity } of wanted) expect(held.get(product_no)).toBe(quantity)
      }),
    )
  })
})

describe('the lines of a count', () => {
  const items = [
    item('A', { shelf: 'Fridge', parLevel: 8 }),
    item('B', { parLevel: 2 }),
    item('C', { shelf: 'Fridge', parLevel: 4 }),
    item('D'),
  ]
  const entry = (product_no: string, halves: number | null) => ({ product_no, halves, countedAt: '' })

  it('go shelf by shelf, in the order of each shelf’s first product', () => {
    expect(shelfByShelf(items).map(({ product_no }) => product_no)).toEqual(['A', 'C', 'B', 'D'])
  })

  it('go on at the first product without an entry: a skipped one has been dealt with', () => {
    const lines = countLines({
      items,
      products: new Map(),
      entries: [entry('A', 3), entry('C', null), entry('gone', 1)],
      deliveryDay: null,
      inTrolly: new Map([['A', 1]]),
    })
    expect(lines.map(({ product_no, order }) => [product_no, order])).toEqual([
      ['A', 6],
      ['C', 0],
      ['B', 0],
      ['D', 0],
    ])
    expect(nextLineOf(lines)).toBe(2)
  })
})
