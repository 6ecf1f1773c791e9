import type { ReactNode } from 'react'

/** A column of a list, which is also a line of its card on a phone and a column of its CSV file. */
export type ListColumn<Row> = {
  /** Unique in the list; where the column sorts, the name that the server sorts by. */
  id: string
  label: string
  /** For the CSV file, and for the cell where `cell` is left out. */
  text: (row: Row) => string | number
  cell?: ((row: Row) => ReactNode) | undefined
  sortable?: boolean | undefined
  /** Numbers: right-aligned, with figures of equal width. */
  isNumber?: boolean | undefined
  /** CSS width on a desktop; the others share what is left. */
  width?: string | undefined
}
