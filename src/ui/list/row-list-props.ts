import type { ReactNode } from 'react'

export type RowListProps<Row> = {
  label: string
  rows: readonly Row[]
  getKey: (row: Row) => string
  renderRow: (row: Row, index: number) => ReactNode
  headings?: ReactNode
  /** Scrolls to the row once it arrives and marks it briefly; the focus stays. Pass a new object to repeat it. */
  reveal?: { key: string } | undefined
  /** Expected row height in px before measuring. */
  estimatedHeight?: number | undefined
  /** For lists of a page's length: all tiles are in the document. */
  tiles?: boolean | undefined
  /** Longer lists are virtual; up to this count find in page works. */
  virtualFrom?: number | undefined
}
