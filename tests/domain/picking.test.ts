import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPlaced, replacedQuantity } from '#domain/as-placed.ts'
import type { SubstitutionChoice, TakeSubstitute } from '#domain/line-terms.ts'
import { scaledShares } from '#domain/paperwork/bill.ts'
import { agreedPricePence, mayPick, reducedBy, shortTexts, substituteRefused } from '#domain/picking.ts'
import { allowedText } from '#domain/picking-words.ts'
import { ALLERGENS, type Allergen, type Product } from '#domain/product.ts'
import { shortText } from '#domain/shortages.ts'
import { allergenDifference, isConfirmed } from '#domain/substitution.ts'

const NONE = { contains: [], mayContain: [], unknown: false }
const FREE = { contains: [] as Allergen[], mayContain: [] as Allergen[] }

const aSubstitute = (parts: Partial<Product> = {}): Product =>
  ({ product_no: 'L2', name: 'Limes', pack: '1 kg', pricePence: 210, ...FREE, ...parts }) as Product

const agreedTo = (seen: Partial<TakeSubstitute['seen']> = {}, confirmed = {}): TakeSubstitute => ({
  kind: 'take',
  product_no: 'L2',
  seen: { name: 'Limes', pack: '1 kg', pricePence: 200, ...FREE, ...seen },
  confirmed: { ...NONE, ...confirmed },
})

describe('whether the agreed substitute may come', () => {
  const egg: Allergen[] = ['eggs']
  it.each<
    [string, TakeSubstitute, Parameters<typeof substituteRefused>[1], Product | null, string | undefined]
  >([
    ['as it was agreed', agreedTo(), FREE, aSubstitute(), undefined],
    ['dearer, as the agreed price is charged', agreedTo(), FREE, aSubstitute({ pricePence: 999 }), undefined],
    ['no longer sold', agreedTo(), FREE, null, 'gone'],
    ['without a price', agreedTo(), FREE, aSubstitute({ pricePence: null }), 'gone'],
    ['without a price that was seen', agreedTo({ pricePence: null }), FREE, aSubstitute(), 'dearer'],
    ['with an allergen that was added since', agreedTo(), FREE, aSubstitute({ contains: egg }), 'allergens'],
    [
      'with an allergen that the original got as well',
      agreedTo(),
      { ...FREE, contains: egg },
      aSubstitute({ contains: egg }),
      'allergens',
    ],
    [
      'with a confirmed allergen',
      agreedTo({ contains: egg }, { contains: egg }),
      FREE,
      aSubstitute({ contains: egg }),
      undefined,
    ],
    [
      'with one that may be in it, confirmed to be',
      agreedTo({ contains: egg }, { contains: egg }),
      FREE,
      aSubstitute({ mayContain: egg }),
      undefined,
    ],
    [
      'with one that is in it, confirmed only to maybe be',
      agreedTo({ mayContain: egg }, { mayContain: egg }),
      FREE,
      aSubstitute({ contains: egg }),
      'allergens',
    ],
    ['no longer declared', agreedTo(), FREE, aSubstitute({ mayContain: null }), 'allergens'],
    [
      'not declared, as was confirmed',
      agreedTo({ contains: null }, { unknown: true }),
      FREE,
      aSubstitute({ contains: null }),
      undefined,
    ],
    [
      'for an original that is not known, with an allergen',
      agreedTo({ contains: egg }),
      null,
      aSubstitute({ contains: egg }),
      'allergens',
    ],
  ])('%s', (_, agreed, original, substitute, refused) => {
    expect(substituteRefused(agreed, original, substitute)).toBe(refused)
  })

  it('is charged at the lower of the agreed price and today’s', () => {
    expect(agreedPricePence(agreedTo(), aSubstitute({ pricePence: 210 }))).toBe(200)
    expect(agreedPricePence(agreedTo(), aSubstitute({ pricePence: 190 }))).toBe(190)
  })

  const levels = fc.subarray([...ALLERGENS])
  const declared = fc.record({
    contains: fc.option(levels, { freq: 4 }),
    mayContain: fc.option(levels, { freq: 4 }),
  })
  it('never lets through an allergen that is added or unknown and was not confirmed', () => {
    const confirmed = fc.record({ contains: levels, mayContain: levels, unknown: fc.boolean() })
    const property = fc.property(
      fc.record({ original: fc.option(declared), seen: declared, now: declared, confirmed }),
      ({ original, seen, now, confirmed }) => {
        const substitute = aSubstitute(now)
        if (substituteRefused(agreedTo(seen, confirmed), original, substitute) !== undefined) return
        expect(isConfirmed(allergenDifference(original, substitute), confirmed)).toBe(true)
        expect(isConfirmed(allergenDifference(seen, substitute), confirmed)).toBe(true)
        if (now.contains === null || now.mayContain === null) expect(confirmed.unknown).toBe(true)
      },
    )
    fc.assert(property, { seed: 48, numRuns: 2_000 })
  })
})

describe('a line that substitutes replace in part', () => {
  it('keeps its share of price and discounts, and is as placed again without them', () => {
    const amount = fc.integer({ min: 0, max: 100_000 })
    const property = fc.property(
      fc.record({
        quantity: fc.integer({ min: 1, max: 50 }),
        unit: amount,
        off: fc.array(amount, { maxLength: 3 }),
      }),
      fc.nat(),
      ({ quantity, unit, off }, some) => {
        const fullPence = quantity * unit
        const discounts = off.map((pence, at) => ({
          discountId: `d${at}`,
          name: `D${at}`,
          pence: Math.floor((pence * fullPence) / 400_000),
        }))
        const offPence = discounts.reduce((sum, { pence }) => sum + pence, 0)
        const placed = { quantity, netPence: fullPence - offPence, discounts }
        const replaced = some % (quantity + 1)
        const reduced = { ...placed, ...reducedBy(placed, replaced) }
        expect(replacedQuantity(reduced)).toBe(replaced)
        const left = reduced.discounts?.reduce((sum, { pence }) => sum + pence, 0) ?? 0
        // Of goods priced by the piece, price and discounts still make the full price of what is left.
        expect(reduced.netPence + left).toBe((quantity - replaced) * unit)
        expect(asPlaced([reduced])).toEqual([{ ...placed, placed: null }])
        expect({ ...reduced, ...reducedBy(reduced, 0) }).toEqual({ ...placed, placed: null })
      },
    )
    fc.assert(property, { seed: 48, numRuns: 500 })
  })

  it('has no discount where not a penny of it is left', () => {
    const discounts = [{ discountId: 'd', name: 'D', pence: 1 }]
    const reduced = reducedBy({ quantity: 3, netPence: 299, discounts }, 2)
    expect(reduced).toMatchObject({ quantity: 1, netPence: 100, discounts: null })
    expect(scaledShares([{ discountId: 'd', name: 'D', pence: 0 }], 0)).toEqual([])
  })
})

describe('what is said of a line that is short', () => {
  const line = (substitution: SubstitutionChoice | null, parts = {}) => ({
    name: 'Lemons',
    position: 0,
    quantity: 3,
    shortQuantity: 2,
    substitution,
    ...parts,
  })
  const limes = { name: 'Limes', position: 1, quantity: 1, standsFor: 0 }
  const placed = { quantity: 3, netPence: 0, discounts: null }
  it.each([
    ['wait', [line({ kind: 'wait' })], ['2 of 3 to follow'], '2 short: Lemons; to follow'],
    ['leave out', [line({ kind: 'leave_out' })], ['2 of 3 will be missing'], '2 short: Lemons'],
    ['nothing', [line(null)], ['2 of 3 will be missing'], '2 short: Lemons'],
    [
      'a substitute for some',
      [line(agreedTo(), { quantity: 2, placed }), limes],
      ['1 of 3 replaced by Limes', '1 of 3 will be missing'],
      '2 short: Lemons; Limes instead',
    ],
    ['nothing missing', [line(null, { shortQuantity: null })], [], ''],
  ])('%s', (_, lines, texts, home) => {
    const [first] = lines
    expect(first && shortTexts(first as never, lines as never)).toEqual(texts)
    expect(shortText(lines)).toBe(home)
  })

  it('tells the picker what is allowed and nothing else', () => {
    expect(allowedText({ kind: 'wait' }, 2, 0)).toBe('2 to follow with a later delivery. Send nothing else.')
    expect(allowedText({ kind: 'leave_out' }, 2, 0)).toBe('2 left out and not charged. Send nothing else.')
    expect(allowedText(null, 2, 0)).toBe('Nothing was agreed. Send what there is.')
    expect(allowedText(agreedTo(), 1, 1)).toBe(
      'Send 1 of Limes, at no more than £2.00 each. 1 left out and not charged.',
    )
  })
})

it('is picked from when it is placed until it is delivered', () => {
  expect(
    (
      ['awaiting_payment', 'placed', 'picking', 'dispatched', 'delivered', 'cancelled', 'replaced'] as const
    ).filter((status) => mayPick({ status })),
  ).toEqual(['placed', 'picking', 'dispatched'])
})
