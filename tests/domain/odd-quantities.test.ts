import { expect, test } from 'vitest'
import { oddQuantities } from '#domain/odd-quantities.ts'

const ordered = new Map([
  ['A', [4, 4, 3, 4]],
  ['SINGLE', [6, 6, 6]],
  ['NEW', [1, 1]],
  ['PARTY', [2, 2, 2, 60, 2]],
])
const unit = (unitCount: number, otherUnitProductNo: string | null) => ({ unitCount, otherUnitProductNo })
const products = new Map([
  ['CASE', unit(24, 'SINGLE')],
  ['SINGLE', unit(1, 'CASE')],
])

const oddOf = (product_no: string, quantity: number) =>
  oddQuantities(ordered, [{ product_no, quantity }], products)[0]?.usual

test('ten times the usual is odd, and less is not', () => {
  expect(oddOf('A', 40)).toEqual({ product_no: 'A', quantity: 4 })
  expect(oddOf('A', 39)).toBeUndefined()
})

test('nothing is odd with few orders, nor what was ordered before', () => {
  expect(oddOf('NEW', 100)).toBeUndefined()
  expect(oddOf('UNKNOWN', 100)).toBeUndefined()
  expect(oddOf('PARTY', 60)).toBeUndefined()
  expect(oddOf('PARTY', 61)).toBeDefined()
})

test('cases of what is always ordered singly are compared by the single item', () => {
  expect(oddOf('CASE', 6)).toEqual({ product_no: 'SINGLE', quantity: 6 })
  expect(oddOf('CASE', 2)).toBeUndefined()
})
