import { expect, test } from 'vitest'
import type { Product } from '#domain/product.ts'
import { isWellStocked, namesApart, productWords } from '#domain/product-words.ts'

const cream = { name: 'Double Cream', brand: 'Cowslip Vale', pack: '12 × 1 l' }

test('a product is called by its name alone if no other has it', () => {
  const names = namesApart([
    { ...cream, product_no: '1' },
    { ...cream, product_no: '2', name: 'Single Cream' },
  ])
  expect([...names]).toEqual([
    ['1', 'Double Cream'],
    ['2', 'Single Cream'],
  ])
})

test('products with the same name get just enough detail to tell them apart', () => {
  const names = namesApart([
    { ...cream, product_no: '1' },
    { ...cream, product_no: '2', pack: '1 l' },
    { ...cream, product_no: '3', brand: 'Hartsmere' },
    { ...cream, product_no: '4', brand: 'Old Churn House' },
    { ...cream, product_no: '5', brand: 'Old Churn House' },
    { ...cream, product_no: '6', brand: '', pack: '' },
  ])
  expect([...names.values()]).toEqual([
    'Double Cream, Cowslip Vale, 12 × 1 l',
    'Double Cream, Cowslip Vale, 1 l',
    'Double Cream, Hartsmere',
    'Double Cream, Old Churn House, 12 × 1 l, 4',
    'Double Cream, Old Churn House, 12 × 1 l, 5',
    'Double Cream',
  ])
})

test.each([
  [{ unitCount: 12, contentAmount: 12_000 }, 6_000, '£5.00/l'],
  [{ unitCount: 1, contentAmount: 1_000 }, 519, undefined],
  [{ unitCount: 1, contentAmount: 500 }, 260, '£5.20/l'],
])('a unit price is shown if it adds information: %j at %i', (parts, pricePence, perText) => {
  const product = {
    ...cream,
    stockQuantity: 50,
    minimumAge: null,
    contentMeasure: 'ml' as const,
    pricePence,
    ...parts,
  }
  expect(productWords(product as Partial<Product> as Product).perText).toBe(perText)
})

test.each([
  [0, 'Out of stock'],
  [9, '9 left'],
  [10, undefined],
])('with %i in stock a row says %s', (stockQuantity, label) => {
  const product = { ...cream, stockQuantity, pricePence: null, minimumAge: null } as Product
  expect(productWords(product).badges[0]?.label).toBe(label)
  expect(isWellStocked(product)).toBe(label === undefined)
})

test('the badge that matters most comes first, for a row with room for one', () => {
  const everything = {
    ...cream,
    stockQuantity: 4,
    pricePence: null,
    minimumAge: 18,
    catchWeight: true,
    isNew: true,
    isSpotPriced: true,
    promotion: true,
    reducedToClear: true,
  } as Partial<Product> as Product
  expect(productWords(everything).badges.map(({ label }) => label)).toEqual([
    '4 left',
    'Reduced to clear',
    'Promotion',
    'Spot price',
    'New',
    'Catch weight',
  ])
  expect(productWords({ ...everything, stockQuantity: 0 }).badges[0]?.label).toBe('Out of stock')
  expect(productWords(everything).minimumAge).toBe(18)
})
