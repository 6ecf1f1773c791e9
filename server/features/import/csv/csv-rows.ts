import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import { clip, type Problem, type RowProblemCode } from '#server/features/import/problems.ts'

/**
 * Rows of CSV (RFC 4180) with their line numbers, in constant memory. csv-parse reads the cells; this module finds the
 * rows' ends, so that an unclosed quote costs one row and not the rest.
 */

export type CsvRow = { line: number; cells: string[] } | { line: number; problem: Problem }

/** A wholesaler's cells are ten thousand times smaller. */
export const ROW_BYTES_AT_MOST = 1_048_576
const ROW_LINES_AT_MOST = 1000

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const QUOTE = 0x22

type Line = { line: number; bytes: Buffer }

/** Yields each chunk's rows, without empty lines and those of delimiters alone, which spreadsheets leave. */
export async function* readCsvRows(
  chunks: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<CsvRow[], void, void> {
  const splitter = rowSplitter(delimiter)
  let carry: Buffer[] = []
  let carriedBytes = 0
  let line = 1
  for await (const chunk of chunks) {
    let start = 0
    for (;;) {
      const feed = chunk.indexOf(LINE_FEED, start)
      if (feed === -1) break
      const rest = chunk.subarray(start, feed)
      const whole = { line, bytes: carry.length === 0 ? rest : Buffer.concat([...carry, rest]) }
      if (carriedBytes + rest.length > ROW_BYTES_AT_MOST) splitter.addTooLarge(whole)
      else splitter.add(whole)
      carry = []
      carriedBytes = 0
      line += 1
      start = feed + 1
    }
    // Keeps only the beginning of an oversized line, for the report.
    if (carriedBytes <= ROW_BYTES_AT_MOST) carry.push(Buffer.from(chunk.subarray(start)))
    carriedBytes += chunk.length - start
    yield splitter.take()
  }
  const last = { line, bytes: Buffer.concat(carry) }
  if (carriedBytes > ROW_BYTES_AT_MOST) splitter.addTooLarge(last)
  else splitter.add(last)
  splitter.end()
  yield splitter.take()
}

/** A row continues while its number of quotes is odd. */
function rowSplitter(delimiter: string) {
  let done: (CsvRow | PlainRow)[] = []
  let open: { lines: Line[]; bytes: number } | undefined

  const refuse = (line: Line, code: RowProblemCode, why: string): void => {
    done.push({ line: line.line, problem: { code, column: null, value: clip(textOf(line)), why } })
  }

  const add = (line: Line): void => {
    const odd = hasOddQuotes(line.bytes)
    if (open === undefined) {
      if (line.bytes.length === 0) return
      // No later line can repair a misplaced quote.
      if (!odd || parseText(textOf(line), delimiter) === 'misplaced') addPlainRow(line)
      else open = { lines: [line], bytes: line.bytes.length }
      return
    }
    open.lines.push(line)
    open.bytes += line.bytes.length
    if (odd) closeOpenRow()
    else if (open.bytes > ROW_BYTES_AT_MOST || open.lines.length > ROW_LINES_AT_MOST) giveUpOpenRow()
  }

  const addPlainRow = (line: Line): void => {
    if (isUtf8(line.bytes)) done.push({ line: line.line, text: textOf(line) })
    else refuse(line, 'not_utf8', NOT_UTF8)
  }

  const closeOpenRow = (): void => {
    const [first, ...rest] = takeOpenRow()
    if (first === undefined) return
    const cells = cellsOf([first, ...rest].map(textOf).join('\n'), delimiter)
    if (cells === undefined) {
      // The lines after it may be rows themselves; the last opens the next.
      refuse(first, 'bad_quotes', BAD_QUOTES)
      for (const line of rest) add(line)
    } else if ([first, ...rest].every(({ bytes }) => isUtf8(bytes))) done.push({ line: first.line, cells })
    else refuse(first, 'not_utf8', NOT_UTF8)
  }

  const giveUpOpenRow = (): void => {
    const [first, ...rest] = takeOpenRow()
    if (first === undefined) return
    refuse(first, 'quote_not_closed', 'A quoted cell begins here and never closes.')
    // None of these opens a row: an odd line would have closed this one.
    for (const line of rest) add(line)
  }

  const takeOpenRow = (): Line[] => {
    const lines = open?.lines ?? []
    open = undefined
    return lines
  }

  return {
    add: (line: Line): void => add(withoutCarriageReturn(line)),
    addTooLarge: (line: Line): void => {
      giveUpOpenRow()
      refuse(line, 'row_too_large', `A row may have ${ROW_BYTES_AT_MOST.toLocaleString('en-GB')} bytes.`)
    },
    end: giveUpOpenRow,
    take: (): CsvRow[] => {
      const rows = parsePlainRows(done, delimiter)
      done = []
      return rows.filter((row) => !('cells' in row) || row.cells.some((cell) => cell !== ''))
    },
  }
}

/** Parsed in bulk, which is ten times as fast. */
type PlainRow = { line: number; text: string }

const NOT_UTF8 = 'The row is not UTF-8.'
const BAD_QUOTES = 'Unexpected quote: quote the whole cell, and double each quote inside it.'

function parsePlainRows(rows: (CsvRow | PlainRow)[], delimiter: string): CsvRow[] {
  const texts = rows.flatMap((row) => ('text' in row ? [row.text] : []))
  const joined = parseText(texts.join('\n'), delimiter)
  const all = typeof joined !== 'string' && joined.length === texts.length ? joined : undefined
  let at = 0
  return rows.map((row) => {
    if (!('text' in row)) return row
    const cells = all === undefined ? cellsOf(row.text, delimiter) : all[at]
    at += 1
    if (cells !== undefined) return { line: row.line, cells }
    const problem: Problem = { code: 'bad_quotes', column: null, value: clip(row.text), why: BAD_QUOTES }
    return { line: row.line, problem }
  })
}

function cellsOf(text: string, delimiter: string): string[] | undefined {
  const records = parseText(text, delimiter)
  if (records === 'misplaced') return unquotedCells(text, delimiter)
  return typeof records !== 'string' && records.length === 1 ? records[0] : undefined
}

/** Where no cell begins with a quote, none is quoted: `12" pizza box`, as programs write that quote nothing. */
function unquotedCells(text: string, delimiter: string): string[] | undefined {
  const cells = text.split(delimiter)
  return cells.some((cell) => /^\s*"/.test(cell)) ? undefined : cells
}

function parseText(text: string, delimiter: string): string[][] | 'unclosed' | 'misplaced' {
  if (text === '') return []
  try {
    return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'CSV_QUOTE_NOT_CLOSED') return 'unclosed'
    if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE') return 'misplaced'
    // Our fault, not the file's.
    throw error
  }
}

function hasOddQuotes(bytes: Buffer): boolean {
  let odd = false
  for (let at = bytes.indexOf(QUOTE); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) odd = !odd
  return odd
}

/** Two of them are what a second conversion of line ends leaves. */
const withoutCarriageReturn = ({ line, bytes }: Line): Line => {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === CARRIAGE_RETURN) end -= 1
  return { line, bytes: bytes.subarray(0, end) }
}

const textOf = ({ bytes }: Line): string => bytes.toString('utf8')
