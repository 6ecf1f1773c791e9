import type { ReactNode } from 'react'
import type { CsvCell } from '#domain/csv.ts'

export const DAY_ORDER = ['earliest first', 'latest first'] as const
export const NUMBER_ORDER = ['lowest first', 'highest first'] as const
const WORD_ORDER = ['A to Z', 'Z to A'] as const

export const orderWordsOf = ({ orderWords, isNumber }: ListColumn<never>): readonly [string, string] =>
  orderWords ?? (isNumber ? NUMBER_ORDER : WORD_ORDER)

/** Also a part of the narrow page's row and a column of the CSV file. */
export type ListColumn<Row> = {
  /** Unique in the list; for a sortable column, the server's sort name. */
  id: string
  label: string
  /** For the CSV file if `csv` is absent, and for the cell if `cell` is absent. */
  text: (row: Row) => string | number
  /** An amount or a day, which a spreadsheet reads as one: `amountCell(totalPence)`, `2026-07-01`. */
  csv?: ((row: Row) => CsvCell) | undefined
  cell?: ((row: Row) => ReactNode) | undefined
  sortable?: boolean | undefined
  /** Its order ascending and descending; otherwise as for numbers or words. */
  orderWords?: readonly [string, string] | undefined
  isNumber?: boolean | undefined
  /**
   * Its place in a narrow page's row, which the first column opens: the amount beside the name, the badge below it, or a word that
   * needs no label. Otherwise it follows its label on the second line. The record's page has the
   * 'spare' ones, which a phone leaves out, and a table with many columns on a tablet.
   */
  narrow?: 'amount' | 'badge' | 'plain' | 'spare' | undefined
  /** CSS width on a desk; the other columns share the rest. */
  width?: string | undefined
}
