import { Compile } from 'typebox/compile'
import { ProductNo } from '#contract/values.ts'
import {
  booleanCell,
  type CellReader,
  patternCell,
  penceCell,
  poundsCell,
  textCell,
  timeCell,
  weekdayCell,
} from './cells.ts'
import type { Field } from './fields.ts'

const contractProductNo = Compile(ProductNo)
export const productNoCell: CellReader = (text) =>
  contractProductNo.Check(text)
    ? { value: text }
    : {
        code: 'invalid_text',
        why: 'It must be 40 characters at most of letters, digits, dot, slash, hyphen or underscore, beginning with a letter or digit.',
      }

export const accountNoCell = patternCell(
  /^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/,
  'a number of 40 characters at most of letters, digits, dot, slash, hyphen or underscore',
)

export const postcodeCell = patternCell(/^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/, 'a postcode such as HX1 1AA')

export const productNo = (meaning: string): Field => ({
  column: 'product_no',
  read: productNoCell,
  required: true,
  meaning,
})
export const flag = (column: string, meaning: string): Field => ({
  column,
  read: booleanCell,
  empty: false,
  meaning,
})
export const text = (column: string, most: number, meaning: string): Field => ({
  column,
  read: textCell(most),
  empty: '',
  meaning,
})
/** Two columns for one amount, of which a file may have one: `minimumOrder` in pounds, `minimumOrderPence`. */
export const money = (column: string, empty: number | null, meaning: string): Field[] => [
  { column, property: `${column}Pence`, read: poundsCell, empty, meaning: `${meaning}, in pounds.` },
  { column: `${column}Pence`, read: penceCell, empty, meaning: `${meaning}, in whole pence.` },
]
export const weekdays = (column: string, extra: Partial<Field>): Field => ({
  column,
  read: weekdayCell,
  list: { most: 7 },
  meaning: 'Weekdays on which the route comes: `Mon|Wed|Fri` or `1|3|5`.',
  ...extra,
})
export const cutOffTime: Field = {
  column: 'cutOffTime',
  read: timeCell,
  empty: '22:00',
  meaning: 'HH:MM in London, until when one can order; empty is 22:00.',
}
