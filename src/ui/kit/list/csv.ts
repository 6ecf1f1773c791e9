import type { ListColumn } from './list-column.ts'

/** Without it Excel does not recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export const csvOf = <Row>(columns: readonly ListColumn<Row>[], rows: readonly Row[]): string =>
  [columns.map(({ label }) => label), ...rows.map((row) => columns.map(({ text }) => text(row)))]
    .map((cells) => cells.map(csvCell).join(','))
    .join('\r\n')
    .concat('\r\n')

/** Prevents formula injection: a spreadsheet would run text that begins like a formula. */
const csvCell = (value: string | number): string => {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

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
