import { expect, it } from 'vitest'
import { termsText, weekdaysText } from '#domain/delivery-words.ts'

it.each([
  [[1, 2, 3, 4, 5, 6, 7], 'Every day'],
  [[1, 2, 3, 4, 5, 6], 'Mon–Sat'],
  [[2, 5], 'Tue, Fri'],
  [[1, 2], 'Mon, Tue'],
  [[1, 3, 4, 5, 7], 'Mon, Wed–Fri, Sun'],
  [[], ''],
])('weekdays %j are "%s"', (weekdays, text) => {
  expect(weekdaysText(weekdays)).toBe(text)
})

it.each([
  [{ chargePence: 595, freeFromPence: 15_000 }, 'Delivery £5.95, free from £150.00'],
  [{ chargePence: 595, freeFromPence: null }, 'Free delivery'],
  [{ chargePence: 0, freeFromPence: 15_000 }, 'Free delivery'],
])('terms %j are "%s"', (terms, text) => {
  expect(termsText(terms)).toBe(text)
})
