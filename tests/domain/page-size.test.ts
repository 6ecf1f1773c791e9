import { expect, it } from 'vitest'
import { pageSizeOf } from '#domain/page-size.ts'

it.each([
  ['nothing stored', undefined, 24],
  ['nothing stored', null, 24],
  ['over 96', 97, 12],
  ['far over 96', 5000, 12],
  ['96 itself', 96, 48],
  ['over 48', 49, 48],
  ['48 itself', 48, 48],
  ['a size below', 36, 36],
  ['the smallest', 1, 1],
  ['none', 0, 24],
  ['a negative', -12, 24],
  ['a fraction', 12.5, 24],
  ['a text', '36', 24],
  ['no number', Number.NaN, 24],
])('a stored page size: %s (%s) gives %s', (_, stored, expected) => {
  expect(pageSizeOf(stored)).toBe(expected)
})
