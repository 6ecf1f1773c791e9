import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AddedAllergens, DeclaredAllergens } from '#domain/line-terms.ts'
import { ALLERGENS, type Product } from '#domain/product.ts'
import {
  allergenDifference,
  alternativesTo,
  brokenAgreement,
  isConfirmed,
  isSameTerms,
  NOTHING_CONFIRMED,
  needsConfirmation,
  takeSubstitute,
} from '#domain/substitution.ts'
import { addedText, confirmationTexts, substitutionText, termsTexts } from '#domain/substitution-words.ts'

const oil = (parts: Partial<Product> = {}): Product => ({
  product_no: 'OIL10',
  name: 'Sunflower Oil',
  brand: '',
  pack: '10 l',
  unit: 'each',
  otherUnitProductNo: null,
  unitCount: 1,
  contentAmount: 10_000,
  contentMeasure: 'ml',
  gtins: [],
  department: 'Grocery',
  group: 'Oils',
  category: 'Frying oils',
  storageType: 'ambient',
  vatBasisPoints: 0,
  contains: [],
  mayContain: [],
  suitableFor: [],
  catchWeight: false,
  estimatedWeightGrams: null,
  minimumAge: null,
  isSpotPriced: false,
  promotion: false,
  reducedToClear: false,
  isNew: false,
  stockQuantity: 20,
  salesRank: 1,
  pricePence: 1_420,
  ...parts,
})

describe('the difference of two products’ allergens', () => {
  it('has what rises, and what is gone', () => {
    const before = { contains: ['milk' as const], mayContain: ['nuts' as const, 'eggs' as const] }
    const after = { contains: ['nuts' as const], mayContain: ['mustard' as const, 'eggs' as const] }
    expect(allergenDifference(before, after)).toEqual({
      contains: ['nuts'],
      mayContain: ['mustard'],
      unknown: false,
      removed: ['milk'],
    })
  })

  it('counts an allergen that is only possible now as a lower level', () => {
    const difference = allergenDifference(
      { contains: ['milk'], mayContain: [] },
      { contains: [], mayContain: ['milk'] },
    )
    expect(needsConfirmation(difference)).toBe(false)
    expect(difference.removed).toEqual(['milk'])
  })

  it('never reads an allergen that is not declared as absent', () => {
    const unknown = { contains: ['milk' as const], mayContain: null }
    const difference = allergenDifference({ contains: ['milk', 'nuts'], mayContain: [] }, unknown)
    expect(difference).toEqual({ contains: [], mayContain: [], unknown: true, removed: [] })
    // Of an original that nobody knows, all of the substitute's are news.
    expect(allergenDifference(null, { contains: ['milk'], mayContain: ['nuts'] })).toMatchObject({
      contains: ['milk'],
      mayContain: ['nuts'],
      unknown: false,
    })
  })
})

const someAllergens = fc.subarray([...ALLERGENS])
const declared: fc.Arbitrary<DeclaredAllergens> = fc.record({
  contains: fc.option(someAllergens),
  mayContain: fc.option(someAllergens),
})
const confirmed: fc.Arbitrary<AddedAllergens> = fc.record({
  contains: someAllergens,
  mayContain: someAllergens,
  unknown: fc.boolean(),
})

describe('a confirmation', () => {
  it('covers a substitute only if every allergen that it may add was named', () => {
    fc.assert(
      fc.property(fc.option(declared), declared, confirmed, (original, substitute, said) => {
        const isCovered = isConfirmed(allergenDifference(original, substitute), said)
        const levelOf = (product: DeclaredAllergens | null, allergen: (typeof ALLERGENS)[number]) =>
          product?.contains?.includes(allergen) ? 2 : product?.mayContain?.includes(allergen) ? 1 : 0
        const isFullyDeclared = substitute.contains !== null && substitute.mayContain !== null
        const mayCome =
          (isFullyDeclared || said.unknown) &&
          ALLERGENS.every((allergen) => {
            const after = levelOf(substitute, allergen)
            if (after <= levelOf(original, allergen)) return true
            return said.contains.includes(allergen) || (after === 1 && said.mayContain.includes(allergen))
          })
        expect(isCovered).toBe(mayCome)
      }),
    )
  })

  it('of exactly what is added always covers it, and nothing covers what adds nothing', () => {
    fc.assert(
      fc.property(fc.option(declared), declared, (original, substitute) => {
        const difference = allergenDifference(original, substitute)
        expect(isConfirmed(difference, difference)).toBe(true)
        expect(isConfirmed(difference, NOTHING_CONFIRMED)).toBe(!needsConfirmation(difference))
      }),
    )
  })
})

describe('the alternatives to a product', () => {
  const numbersOf = (candidates: Product[], purchased: string[] = []) =>
    alternativesTo(oil(), candidates, new Set(purchased)).map(({ product }) => product.product_no)

  it('are of its category, unit and size, priced and in stock', () => {
    const others: [string, Partial<Product>][] = [
      ['category', { category: 'Olive oils' }],
      ['unit', { unit: 'case' }],
      ['size', { contentAmount: 1_000 }],
      ['measure', { contentMeasure: 'g' }],
      ['price', { pricePence: null }],
      ['stock', { stockQuantity: 0 }],
      ['age', { minimumAge: 18 }],
      ['weight', { catchWeight: true, estimatedWeightGrams: 10_000 }],
    ]
    const candidates = [
      oil(),
      oil({ product_no: 'GOOD' }),
      ...others.map(([product_no, parts]) => oil({ product_no, ...parts })),
    ]
    expect(numbersOf(candidates)).toEqual(['GOOD'])
  })

  it('have none without a category', () => {
    expect(
      alternativesTo(oil({ category: '' }), [oil({ product_no: 'X', category: '' })], new Set()),
    ).toEqual([])
  })

  it('begin with those that need no confirmation, then bought ones, near packs and low prices', () => {
    const candidates = [
      oil({ product_no: 'ADDS', contains: ['mustard'], pricePence: 100 }),
      oil({ product_no: 'DEAR', pricePence: 1_500 }),
      oil({ product_no: 'CHEAP', pricePence: 1_300 }),
      oil({ product_no: 'LARGE', contentAmount: 15_000, pricePence: 1_300 }),
      oil({ product_no: 'BOUGHT', pricePence: 9_000 }),
    ]
    expect(numbersOf(candidates, ['BOUGHT'])).toEqual(['BOUGHT', 'CHEAP', 'DEAR', 'LARGE', 'ADDS'])
  })
})

describe('an agreed substitute', () => {
  const agreed = takeSubstitute(oil({ contains: ['mustard'] }), {
    contains: ['mustard'],
    mayContain: [],
    unknown: false,
  })
  const original = oil({ product_no: 'OTHER' })

  it.each<[string, Product | null, ReturnType<typeof brokenAgreement>]>([
    ['as it was', oil({ contains: ['mustard'] }), undefined],
    ['without the allergen', oil(), undefined],
    ['cheaper', oil({ contains: ['mustard'], pricePence: 1 }), undefined],
    ['dearer', oil({ contains: ['mustard'], pricePence: 1_421 }), 'dearer'],
    ['with another allergen', oil({ contains: ['mustard', 'milk'] }), 'allergens'],
    ['no longer declared', oil({ contains: null }), 'allergens'],
    ['without a price', oil({ pricePence: null }), 'gone'],
    ['no longer sold', null, 'gone'],
  ])('that is %s', (_, now, broken) => {
    expect(brokenAgreement(agreed, original, now)).toBe(broken)
  })

  it('is the same whatever the order of its fields, as jsonb has one of its own', () => {
    const { confirmed: said, seen, ...rest } = agreed
    const { name, ...others } = seen
    expect(
      isSameTerms(
        { substitution: agreed },
        { substitution: { confirmed: said, ...rest, seen: { ...others, name } } },
      ),
    ).toBe(true)
    expect(isSameTerms({ note: 'x' }, { note: 'x', substitution: { kind: 'wait' } })).toBe(false)
    expect(isSameTerms({ substitution: { kind: 'wait' } }, { substitution: { kind: 'leave_out' } })).toBe(
      false,
    )
  })
})

it('says in words what differs and what was agreed', () => {
  const added: AddedAllergens = { contains: ['mustard'], mayContain: ['nuts', 'soybeans'], unknown: true }
  expect(addedText(added)).toBe('adds mustard, may contain nuts, soybeans, allergens not known')
  expect(confirmationTexts(added)).toEqual([
    'It contains mustard',
    'It may contain nuts',
    'It may contain soybeans',
    'Its allergens are not known',
  ])
  expect(substitutionText(takeSubstitute(oil(), NOTHING_CONFIRMED))).toBe(
    'If short: take Sunflower Oil 10 l (OIL10) at £14.20',
  )
  expect(termsTexts({ note: 'for Saturday’s wedding', substitution: { kind: 'wait' } })).toEqual([
    '“for Saturday’s wedding”',
    'If short: wait for it',
  ])
})
