import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PRODUCT_MARKS, productMark } from '#domain/product-mark.ts'
import { familyGroups } from '#server/db/demo/families/read-families.ts'

const of = (category: string, more: { group?: string; department?: string; name?: string } = {}) =>
  productMark({ category, group: '', department: '', name: '', ...more })

it.each([
  ['Whole milks', 'milk'],
  ['Milk chocolates', 'chocolate'],
  ['Peanut butters', 'honey'],
  ['Canned tuna', 'tin'],
  ['Tunas', 'fish'],
  ['Iced & bottle tea', 'drink'],
  ['Tea bags', 'hot-drink'],
  ['Potato crisps', 'snack'],
  ['French fries potatoes & onion rings', 'potato'],
  ['Cider vinegars', 'sauce'],
  ['Butter chicken', 'poultry'],
  ['Cream cheeses', 'cheese'],
  ['Toilet Tissue', 'paper'],
  ['Pizza Boxes', 'packaging'],
])('draws %s as %s', (category, mark) => {
  expect(of(category)).toBe(mark)
})

it.each([
  ['Chicken Thighs & Legs', 'Halal Drumsticks', 'drumstick'],
  ['Chicken', 'Breaded Fillets', 'nuggets'],
  ['Bacon & Gammon', 'Smoked Gammon Steaks', 'ham'],
  ['Citrus', 'Limes', 'lime'],
  ['Onions & Leeks', 'Spring Onions', 'vegetables'],
  ['Stock & Bouillon', 'Chicken Stock', 'soup'],
  ['Crisps', 'Prawn Cocktail', 'snack'],
  ['Burger Buns & Baps', 'Seeded Burger Buns', 'bun'],
  ['Hand Towels & Roll', 'Blue Centrefeed Roll', 'blue-roll'],
  ['Tomatoes and their products', 'Passata', 'tomato'],
])('within %s draws %s as %s', (category, name, mark) => {
  expect(of(category, { name })).toBe(mark)
})

it('uses the most specific text that matches', () => {
  expect(of('Other', { group: 'Cheese', department: 'Frozen', name: 'Milk' })).toBe('cheese')
  expect(of('', { department: 'Bakery', name: 'Ham roll' })).toBe('bun')
  expect(of('', { name: 'Ham' })).toBe('ham')
  expect(of('', { name: 'Family bag' })).toBe('box')
})

it('has a drawing for every mark, and never draws a demo product as the plain box', () => {
  const drawings = new Set(
    [...readFileSync('src/ui/list/product-marks.svg', 'utf8').matchAll(/id="([\w-]+)"/g)].map(([, id]) => id),
  )
  expect([...drawings].toSorted()).toEqual([...PRODUCT_MARKS].toSorted())
  for (const { department, group, families } of familyGroups())
    for (const { category, names } of families)
      for (const { name } of names)
        expect(of(category, { group, department, name }), `${department} › ${category} › ${name}`).not.toBe(
          'box',
        )
})
