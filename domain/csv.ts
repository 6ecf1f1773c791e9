/**
 * A text is guarded where a spreadsheet would run it as a formula. Numbers and amounts are written as they are, since an
 * apostrophe before -20.15 would turn it into text; days are written YYYY-MM-DD.
 */
export type CsvCell = string | number | Amount | null

type Amount = { pence: number }

/** Excel recognises UTF-8 only by this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** In pounds with two decimals and without a sign for thousands: `2017.13`, `-20.15`. null: an empty cell. */
export const amountCell = (pence: number | null): Amount | null => (pence === null ? null : { pence })

/**
 * RFC 4180, CRLF. An apostrophe defuses texts that a spreadsheet would run as a formula.
 * @param textsAsTheyAre for a program, which would take the apostrophe for part of the text
 */
export const csvLine = (
  cells: readonly CsvCell[],
  { textsAsTheyAre = false }: { textsAsTheyAre?: boolean } = {},
): string => `${cells.map((cell) => cellText(cell, textsAsTheyAre)).join(',')}\r\n`

const cellText = (cell: CsvCell, asItIs: boolean): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return poundsText(cell.pence)
  const text = isFormula(cell) && !asItIs ? `'${cell}` : cell
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text of a cell that was written with an apostrophe. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell

const isFormula = (text: string): boolean => FORMULA_START.test(text) && !BELOW_ZERO.test(text)

const poundsText = (pence: number): string => {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Some spreadsheets skip spaces before the sign, and some take its full-width form. */
const FORMULA_START = /^(?:[\t\r\n]|\s*[=+\-@\uff0b\uff0d\uff1d\uff20])/
/** A number runs nothing, and would be text after an apostrophe. */
const BELOW_ZERO = /^-\d+(?:\.\d+)?$/
const NEEDS_QUOTES = /[",;\n\r\t']|^\s|\s$/
