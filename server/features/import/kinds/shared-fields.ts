import { booleanCell, codeCell, penceCell, poundsCell, textCell, timeCell, weekdayCell } from './cells.ts'
import type { Field } from './fields.ts'

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
