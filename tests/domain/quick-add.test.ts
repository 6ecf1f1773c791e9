import { describe, expect, it } from 'vitest'
import { parseQuickLine, quickLinesOf } from '#domain/quick-add.ts'

describe('a code and a quantity', () => {
  it.each([
    ['10234', '10234', 1],
    ['10234 6', '10234', 6],
    ['10234\t6', '10234', 6],
    ['10234;6', '10234', 6],
    ['10234, 6', '10234', 6],
    ['10234 x 6', '10234', 6],
    ['6 x 10234', '10234', 6],
    ['10234 9999', '10234', 9999],
    ['AB-12/3 06', 'AB-12/3', 6],
    ['10234 1,000', '10234', 1000],
    ['1,000 x 10234', '10234', 1000],
    ['10234;1,000', '10234', 1000],
    ['10234,1,000', '10234', 1000],
    ['"10234","1,000"', '10234', 1000],
    ['10234,6', '10234', 6],
    ['10234 6.00', '10234', 6],
    ['6x10234', '10234', 6],
    ['10234x6', '10234', 6],
    ['CO&OP1 6', 'CO&OP1', 6],
    ['10234|6', '10234', 6],
    ['10234\tBaked beans 6 x 400g\t6', '10234', 6],
    ['6 x A/12#3%+', 'A/12#3%+', 6],
  ])('reads "%s"', (text, code, quantity) =>
    expect(parseQuickLine(text)).toEqual({ text, code, quantity, refused: null }),
  )

  it.each([
    ['711842 99999', 99999, 'too_many'],
    ['10000 x 711842', 10000, 'too_many'],
    ['711842 0', 0, 'too_few'],
    ['711842 -3', -3, 'too_few'],
    ['711842 1.5', 1.5, 'not_whole'],
    ['711842 1,5', 1.5, 'not_whole'],
    ['711842 1.000', 1, 'unclear'],
    ['711842 1,00', 1, 'unclear'],
    ['711842 10,000', 10_000, 'too_many'],
    ['711842 0,500', 0.5, 'not_whole'],
  ])('reads "%s", and says what is wrong', (text, quantity, refused) =>
    expect(parseQuickLine(text)).toEqual({ text, code: '711842', quantity, refused }),
  )

  it.each(['chopped tomatoes', '6 of 10234', '?'])('does not read "%s" as a code and quantity', (text) =>
    expect(parseQuickLine(text)).toBeNull(),
  )

  it.each([
    ['tabs', `1${'\t'.repeat(500_000)}!`],
    ['blanks around a semicolon', `1${' '.repeat(250_000)};${' '.repeat(250_000)}!`],
    ['digits', `${'1'.repeat(500_000)}!`],
    ['digits and blanks', `${'1'.repeat(250_000)}${' '.repeat(250_000)}!`],
    ['a number and blanks', `1 x${' '.repeat(500_000)}!`],
    ['decimals', `1.${'1'.repeat(500_000)}!`],
  ])('reads a long line of %s', (_, text) => {
    // Quadratic time would take several minutes, in which the test ends.
    expect(parseQuickLine(text)).toBeNull()
  })

  it('skips blank lines in a list', () =>
    expect(quickLinesOf('10234 6\r\n\n  10235 \n')).toEqual(['10234 6', '10235']))

  it.each(['Code,Qty', 'Item No.\tDescription\tQuantity', '"Qty";"Product code"'])(
    'skips the header "%s"',
    (header) => {
      expect(quickLinesOf(`${header}\n10234 6`)).toEqual(['10234 6'])
      expect(quickLinesOf(header)).toEqual([header])
    },
  )
})
