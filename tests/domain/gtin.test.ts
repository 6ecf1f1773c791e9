import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gtinCheckDigit, isGtin } from '#domain/gtin.ts'

describe('a GTIN', () => {
  it.each([
    ['GTIN-8', '96385074'],
    ['GTIN-12', '036000291452'],
    ['GTIN-13', '4006381333931'],
    ['GTIN-13 of the United Kingdom', '5000112637922'],
    ['GTIN-14', '10012345678902'],
  ])('is %s %s', (_, text) => {
    expect(isGtin(text)).toBe(true)
  })

  it.each([
    ['a wrong check digit', '4006381333930'],
    ['two digits swapped', '4006381339331'],
    ['a length between', '1234567890'],
    ['nothing', ''],
    ['letters', '40063813339A1'],
    ['blanks', ' 4006381333931'],
    ['other digits than ours', '٤٠٠٦٣٨١٣٣٣٩٣١'],
  ])('is not %s', (_, text) => {
    expect(isGtin(text)).toBe(false)
  })

  it('is rejected with one digit mistyped', () => {
    const digits = fc
      .constantFrom(7, 11, 12, 13)
      .chain((length) =>
        fc
          .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
          .map((all) => all.join('')),
      )
    fc.assert(
      fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (body, place, by) => {
        const gtin = `${body}${gtinCheckDigit(body)}`
        const at = place % gtin.length
        const mistyped = [...gtin].map((d, i) => (i === at ? (Number(d) + by) % 10 : d)).join('')
        expect(isGtin(gtin)).toBe(true)
        expect(isGtin(mistyped)).toBe(false)
      }),
    )
  })
})
