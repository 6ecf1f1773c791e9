/**
 * RFC 4180, UTF-8, CRLF. An apostrophe defuses cells that a spreadsheet would run as a formula, in our reports only.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => csvCell(cell)).join(',')}\r\n`

const FORMULA_START = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/
const NEEDS_QUOTES = /[",;\n\r\t']|^\s|\s$/

function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const harmless = FORMULA_START.test(cell) ? `'${cell}` : cell
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
