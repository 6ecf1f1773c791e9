import { describe, expect, it } from 'vitest'
import {
  NOTHING_ENTERED,
  parseQuantity,
  shownQuantity,
  withoutSent,
  withSent,
  withValue,
} from '#src/ui/list/quantity-entry.ts'

const MAX = 9999

describe('the number in a quantity box', () => {
  it('is empty for zero', () => expect(shownQuantity(NOTHING_ENTERED, 0)).toBe(''))

  it('is the committed one until the value catches up', () => {
    let entry = withSent(withSent(withSent(NOTHING_ENTERED, 1), 2), 3)
    expect(shownQuantity(entry, 0)).toBe('3')
    entry = withValue(entry, 1)
    expect(shownQuantity(entry, 1)).toBe('3')
    entry = withValue(entry, 3)
    expect(shownQuantity(entry, 3)).toBe('3')
    expect(entry.sent).toEqual([])
  })

  it('is the value again if it changed to something else', () => {
    const entry = withValue(withSent(NOTHING_ENTERED, 3), 7)
    expect(shownQuantity(entry, 7)).toBe('7')
  })

  it('is the value again after a refusal', () => {
    expect(shownQuantity(withoutSent(withSent(NOTHING_ENTERED, 3)), 2)).toBe('2')
  })

  it('is the typed digits, whatever the value', () => {
    const entry = withValue({ ...NOTHING_ENTERED, draft: '12' }, 40)
    expect(shownQuantity(entry, 40)).toBe('12')
  })
})

describe('parseQuantity', () => {
  it.each([
    ['0', 0],
    [' 12 ', 12],
    ['007', 7],
    ['9999', 9999],
  ])('reads "%s"', (text, quantity) => expect(parseQuantity(text, MAX)).toEqual({ quantity }))

  it.each(['', '1.5', '-1', 'ten', '1e3', '١٢'])('rejects "%s" as not a whole number', (text) =>
    expect(parseQuantity(text, MAX)).toEqual({ problem: 'Whole numbers only' }),
  )

  it('says why 10000 is invalid', () =>
    expect(parseQuantity('10000', MAX)).toEqual({ problem: 'Maximum 9,999' }))
})
