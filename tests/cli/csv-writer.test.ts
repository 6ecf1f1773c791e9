import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from '#server/cli/csv-writer.ts'

const readBack = (line: string): string[] => parse(line)[0] ?? []

describe('a line of CSV output', () => {
  it('quotes what needs it, and ends with CR LF', () => {
    expect(csvLine(['A1', 'Peas, green', 'The "best"', 'Two\nlines', 7, null])).toBe(
      'A1,"Peas, green","The ""best""","Two\nlines",7,\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])(
    'writes %j as text, since a spreadsheet would run it as a formula',
    (cell) => {
      expect(readBack(csvLine([cell]))).toEqual([`'${cell}`])
    },
  )

  it('leaves our own numbers unchanged', () => {
    expect(csvLine([-12, 0.5])).toBe('-12,0.5\r\n')
  })

  it('reads back unchanged, whatever the cells contain', () => {
    const harmless = fc
      .string({ unit: 'grapheme' })
      .filter((text) => text !== '' && !/^[=+\-@\t\r＋－＝＠]/.test(text))
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 1 }), (cells) => {
        expect(readBack(csvLine(cells))).toEqual(cells)
      }),
    )
  })
})
