import type { CellReader } from './cells.ts'
import type { RowProblemCode } from './problems.ts'

export type Field = {
  column: string
  /** The row's property, which is the database schema's; the column's name where not given. */
  property?: string
  read: CellReader
  /** Several values in one cell, `|` between them. */
  list?: { most: number }
  /** The column, or another of the same property, must be there and none of its cells empty. */
  required?: boolean
  /** What an empty cell means. Not of required fields. */
  empty?: unknown
  /** Words that mean something else than they read, such as `none` for an empty list. */
  words?: Record<string, unknown>
  /** Not repeated in reports. */
  secret?: boolean
  meaning: string
}

/** A row that has been read: property → value. What the file says nothing of is not in it. */
export type ImportRow = Record<string, unknown>

export type ReadRow = {
  line: number
  row: ImportRow
  /** The one-time password that the user gets, if they are added. */
  password?: string
}

export type Reference = {
  property: string
  to: 'products' | 'price_lists' | 'customers'
  code: RowProblemCode
  why: string
}

export type ImportKind = {
  fields: readonly Field[]
  key: readonly string[]
  references: readonly Reference[]
  /** Properties that are read out of another one where the file has none of them itself. */
  derived?: { from: string; properties: readonly string[]; read: (text: string) => ImportRow }
  /** What no single cell can tell. The column named is at fault. */
  contradictions?: (row: ImportRow) => { column: string; why: string }[]
}

export const LIST_SEPARATOR = '|'
export const propertyOf = ({ column, property }: Field): string => property ?? column
