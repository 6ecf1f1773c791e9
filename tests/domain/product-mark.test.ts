import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { productMark } from '#domain/product-mark.ts'
import { familyGroups } from '#server/db/demo/families/read-families.ts'

const of = (category: string, more: { group?: string; department?: string; name?: string } = {}) =>
  productMark({ category, group: '', department: '', name: '', ...more })

it.each([
  ['Whole milks', 'milk'],
  ['Milk chocolates', 'sweet'],
  ['Peanut butters', 'jar'],
  ['Canned tuna', 'tin'],
  ['Tunas', 'fish'],
  ['Iced & bottle tea', 'drink'],
  ['Tea bags', 'hot-drink'],
  ['Potato crisps', 'snack'],
  ['French fries potatoes & onion rings', 'potato'],
  ['Cider vinegars', 'oil'],
  ['Butter chicken', 'poultry'],
  ['Cream cheeses', 'cheese'],
  ['Toilet Tissue', 'paper'],
  ['Pizza Boxes', 'packaging'],
])('draws %s as %s', (category, mark) => {
  expect(of(category)).toBe(mark)
})

it('uses the most specific text that matches', () => {
  expect(of('Other', { group: 'Cheese', department: 'Frozen', name: 'Milk' })).toBe('cheese')
  expect(of('', { department: 'Bakery', name: 'Ham roll' })).toBe('bread')
  expect(of('', { name: 'Ham' })).toBe('bacon')
  expect(of('', { name: 'Family bag' })).toBe('box')
})

it('has a drawing for every demo product, never the plain box', () => {
  const drawings = new Set(
    [...readFileSync('src/ui/list/product-marks.svg', 'utf8').matchAll(/id="([\w-]+)"/g)].map(([, id]) => id),
  )
  for (const { department, group, families } of familyGroups()) {
    for (const { category } of families) {
      const mark = of(category, { group, department })
      expect(drawings).toContain(mark)
      expect(mark, `${department} › ${group} › ${category}`).not.toBe('box')
    }
  }
})
