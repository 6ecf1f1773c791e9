/**
 * CSV that we write: RFC 4180, UTF-8, CRLF. A cell that a spreadsheet would run as a formula gets an apostrophe before it,
 * which makes it text there: reports repeat what stood in somebody else's file. What we store is never changed so.
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
