import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareCodes, numberText } from '#domain/plain-text.ts'

it('writes whole numbers as Intl does', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (whole) => {
      expect(numberText(whole)).toBe(whole.toLocaleString('en-GB'))
    }),
  )
})

it('sorts codes and instants by their characters', () => {
  const codes = ['200101', '1010', '2026-11-20T09:00:00.000Z', '1010', 'A-1', '2026-11-20T09:00:00.001Z']
  expect(codes.toSorted(compareCodes)).toEqual(codes.toSorted())
})
