import { BYTE_ORDER_MARK, csvLine } from '#domain/csv.ts'
import type { ListColumn } from './list-column.ts'

export const csvOf = <Row>(
  columns: readonly Pick<ListColumn<Row>, 'label' | 'text' | 'csv'>[],
  rows: readonly Row[],
): string =>
  [
    columns.map(({ label }) => label),
    ...rows.map((row) => columns.map(({ csv, text }) => (csv ?? text)(row))),
  ]
    .map((cells) => csvLine(cells))
    .join('')

export const saveCsv = (name: string, csv: string): void =>
  saveFile(`${name}.csv`, new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv;charset=utf-8' }))

export const saveFile = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
