import { expect, test } from 'vitest'
import { usualProducts } from '#domain/usual-products.ts'

const NOW = Date.parse('2026-11-22T09:00:00Z')
const daysAgo = (days: number): number => NOW - days * 86_400_000

test('puts frequent orders before rare ones', () => {
  const history = { product_nos: ['A', 'B'], times: [2, 9], lastPlacedMs: [daysAgo(3), daysAgo(3)] }
  expect(usualProducts(history, NOW)).toEqual(['B', 'A'])
})

test('ranks a former favourite below current orders', () => {
  const history = { product_nos: ['A', 'B'], times: [30, 8], lastPlacedMs: [daysAgo(300), daysAgo(7)] }
  expect(usualProducts(history, NOW)).toEqual(['B', 'A'])
})

test('orders ties by product number, and tolerates a clock that is behind', () => {
  const history = { product_nos: ['C', 'A', 'B'], times: [1, 1, 1], lastPlacedMs: [NOW, daysAgo(-1), NOW] }
  expect(usualProducts(history, NOW)).toEqual(['A', 'B', 'C'])
})
