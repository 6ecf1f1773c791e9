import type { RowProblemCode } from '#server/features/import/problems.ts'
import type { CellReader } from './cells.ts'

export type Field = {
  column: string
  /** The schema's property; defaults to the column's name. */
  property?: string
  read: CellReader
  /** Several values, separated by `|`. */
  list?: { most: number }
  /** This column, or another of the same property, must be present and filled. */
  required?: boolean
  /** The meaning of an empty cell. Not for required fields. */
  empty?: unknown
  /** Words with a special meaning, such as `none` for an empty list. */
  words?: Record<string, unknown>
  /** The mapping may say that the file has it in per cent. */
  percent?: boolean
  /** Left out of reports. */
  secret?: boolean
  meaning: string
}

/** Property → value. Leaves out what the file lacks. */
export type ImportRow = Record<string, unknown>

export type ReadRow = {
  line: number
  row: ImportRow
  /** A new user's one-time password. */
  password?: string
}

export type Reference = {
  property: string
  to: 'products' | 'price_lists' | 'customers' | 'agents' | 'distributors'
  code: RowProblemCode
  why: string
}

export type ImportKind = {
  fields: readonly Field[]
  key: readonly string[]
  references: readonly Reference[]
  /** Read from another property where the file lacks them. */
  derived?: { from: string; properties: readonly string[]; read: (text: string) => ImportRow }
  /** Faults across cells, each with the column to blame. */
  contradictions?: (row: ImportRow) => { column: string; why: string }[]
}

export const LIST_SEPARATOR = '|'
export const propertyOf = ({ column, property }: Field): string => property ?? column
