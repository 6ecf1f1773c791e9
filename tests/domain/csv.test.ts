import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountCell, csvLine } from '#domain/csv.ts'

const readBack = (line: string): string[] => parse(line)[0] ?? []

describe('a line of CSV output', () => {
  it('quotes what needs it, and ends with CR LF', () => {
    expect(csvLine(['A1', 'Peas, green', 'The "best"', 'Two\nlines', 7, null])).toBe(
      'A1,"Peas, green","The ""best""","Two\nlines",7,\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1+1', '-£1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1+1', '＝1+1'])(
    'writes %j as text, since a spreadsheet would run it as a formula',
    (cell) => {
      expect(readBack(csvLine([cell]))).toEqual([`'${cell}`])
    },
  )

  it('writes numbers and amounts raw, and amounts with two decimals', () => {
    expect(csvLine(['-3', '-20.15'])).toBe('-3,-20.15\r\n')
    expect(csvLine([-12, 0.5, amountCell(-2015), amountCell(201_713), amountCell(5), amountCell(null)])).toBe(
      '-12,0.5,-20.15,2017.13,0.05,\r\n',
    )
  })

  it.each(['PO 7\n=1+1', 'PO 7\r=1+1', 'Ring twice\nLeave at the back'])(
    'keeps %j in one cell, so that no part of it begins a row',
    (cell) => {
      expect(csvLine([cell], { textsAsTheyAre: true })).toBe(`"${cell}"\r\n`)
      expect(readBack(csvLine([cell, 'next']))).toEqual([cell, 'next'])
    },
  )

  it('leaves texts that look like formulas unchanged for a program', () => {
    expect(csvLine(['=1+1', ' -x'], { textsAsTheyAre: true })).toBe('=1+1," -x"\r\n')
  })

  it('reads back unchanged, whatever the cells contain', () => {
    const harmless = fc
      .string({ unit: 'grapheme' })
      .filter((text) => text !== '' && !/^(?:[\t\r\n]|\s*[=+\-@＋－＝＠])/.test(text))
    fc.assert(
      fc.property(fc.array(harmless, { minLength: 1 }), (cells) => {
        expect(readBack(csvLine(cells))).toEqual(cells)
      }),
    )
  })
})
