import type { ReactNode } from 'react'

export type RowListProps<Row> = {
  /** The list's name for screen readers: "Search results". */
  label: string
  rows: readonly Row[]
  getKey: (row: Row) => string
  renderRow: (row: Row, index: number) => ReactNode
  /** Above the rows of a wide list, such as RowHeadings. */
  headings?: ReactNode
  /** Brings the row into sight once it is there and marks it briefly; the focus stays. Another object asks again. */
  reveal?: { key: string } | undefined
  /** Expected height of a row in px, before it is measured. */
  estimatedHeight?: number | undefined
  /** Tiles beside one another instead of rows. For lists of a page's length: they are all in the document. */
  tiles?: boolean | undefined
  /** All rows up to this count are in the document (find in page works); more are virtual. */
  virtualFrom?: number | undefined
}
