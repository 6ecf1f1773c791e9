import { expect, it } from 'vitest'
import { customerChoice, looksUpCustomersAgain } from '#domain/customer-choice.ts'

it.each([
  [0, 'none'],
  [1, 'automatic'],
  [2, 'list'],
  [15, 'list'],
  [16, 'search'],
  [800, 'search'],
])('with %s customers the choice is %s', (total, expected) => {
  expect(customerChoice(total)).toBe(expected)
})

it('retries the lookup twice, only for a user without customers', () => {
  expect([0, 1, 2, 3].map((retries) => looksUpCustomersAgain(0, retries))).toEqual([true, true, false, false])
  expect(looksUpCustomersAgain(1, 0)).toBe(false)
})
