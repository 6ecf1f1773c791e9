import {
  booleanCell,
  codeCell,
  type ProductWeight,
  penceCell,
  poundsCell,
  textCell,
  timeCell,
  weekdayCell,
  weightCell,
} from './cells.ts'
import type { Field, ImportKind } from './fields.ts'

export const productNo = (meaning: string): Field => ({
  column: 'product_no',
  read: codeCell,
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
export const weights: Field = {
  column: 'weights',
  read: weightCell,
  list: { most: 1000 },
  empty: [],
  meaning:
    'What was delivered of each catch-weight product, in kilograms: `100234=12.450|100777=3.2`; the rest is billed at its estimate.',
}
/** A repeated product may be meant as a sum or as a correction. @param columns lists of products with an amount each */
export const namedOnce =
  (...columns: string[]): NonNullable<ImportKind['contradictions']> =>
  (row) =>
    columns.flatMap((column) => {
      const amounts = (row[column] ?? []) as (string | ProductWeight)[]
      const named = amounts.map((each) =>
        typeof each === 'string' ? each.slice(0, each.lastIndexOf('=')).trim() : each.product_no,
      )
      const repeated = named.find((product_no, at) => named.indexOf(product_no) !== at)
      return repeated === undefined ? [] : [{ column, why: `${repeated} is there twice. Give its sum.` }]
    })
