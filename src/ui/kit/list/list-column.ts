import type { ReactNode } from 'react'

/** Also a line of the phone's card and a column of the CSV file. */
export type ListColumn<Row> = {
  /** Unique in the list; for a sortable column, the server's sort name. */
  id: string
  label: string
  /** For the CSV file, and for the cell if `cell` is absent. */
  text: (row: Row) => string | number
  cell?: ((row: Row) => ReactNode) | undefined
  sortable?: boolean | undefined
  isNumber?: boolean | undefined
  /** CSS width on a desk; the other columns share the rest. */
  width?: string | undefined
}
