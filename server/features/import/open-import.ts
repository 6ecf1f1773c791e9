import { CodedError } from '#server/coded-error.ts'
import { type Encoding, type ImportSource, openAsUtf8 } from './csv/csv-encoding.ts'
import { type CsvRow, readCsvRows } from './csv/csv-rows.ts'
import type { Mapping } from './csv/mapping.ts'
import { trim } from './csv/read-cell.ts'
import { isHeader, type RowReader, rowReader } from './csv/row-reader.ts'
import { type ImportKindName, importKindOf } from './kinds/import-kinds.ts'
import { clip } from './problems.ts'

export type ImportFile = {
  kind: ImportKindName
  source: ImportSource
  mapping?: Mapping | undefined
  encoding?: Encoding | undefined
  delimiter?: string | undefined
}

export type OpenImport = {
  reader: RowReader
  /** Rows after the header. Read to the end, or return it. */
  batches: AsyncGenerator<CsvRow[], void, void>
  /** Line of the header. */
  headerLine: number
  /** Rows left out so far: the header repeated, and those that the mapping names. */
  skipped: () => number
}

const BATCH_ROWS = 2000

/** Checks the encoding, and finds the delimiter and the header. @throws CodedError if one of them is wrong */
export const openImport = async (file: ImportFile): Promise<OpenImport> => {
  const { kind, source, mapping } = file
  const text = await openAsUtf8(source, file.encoding ?? mapping?.encoding)
  const { delimiter, header, line } = await findHeader(file, text)
  const reader = rowReader({ kind: importKindOf(kind), header, mapping, delimiter })
  let skipped = 0
  const isData = (row: CsvRow): boolean => {
    if (row.line <= line) return false
    if (!('cells' in row) || !isLeftOut(row.cells, header, mapping?.skipRows)) return true
    skipped += 1
    return false
  }
  return {
    reader,
    batches: inBatches(readCsvRows(text(), delimiter), isData),
    headerLine: line,
    skipped: () => skipped,
  }
}

/** Programs print a header at the top of each page. */
const isLeftOut = (
  cells: readonly string[],
  header: readonly string[],
  skipRows: readonly string[] = [],
): boolean => {
  if (cells.length === header.length && cells.every((cell, at) => trim(cell) === trim(header[at] ?? '')))
    return true
  const first = skipRows.length === 0 ? '' : trim(cells.find((cell) => trim(cell) !== '') ?? '')
  return skipRows.some((beginning) => first.startsWith(beginning))
}

type Rows = AsyncGenerator<CsvRow[], void, void>

const DELIMITERS = [',', ';', '\t', '|']
/** A title, a date and a few settings may stand above the header. */
const HEADER_WITHIN_ROWS = 30

type Header = { delimiter: string; header: string[]; line: number }

/** The first row with all the columns that are needed, under any delimiter unless one is given. */
async function findHeader(file: ImportFile, text: () => AsyncIterable<Buffer>): Promise<Header> {
  const { source, mapping } = file
  const kind = importKindOf(file.kind)
  const given = file.delimiter ?? mapping?.delimiter ?? (await declaredDelimiter(text))
  const samples = await Promise.all(
    (given === undefined ? DELIMITERS : [given]).map(async (delimiter) => ({
      delimiter,
      rows: await firstRows(text, delimiter, Math.max(HEADER_WITHIN_ROWS, mapping?.headerLine ?? 0)),
    })),
  )
  const isWanted = ({ line }: CsvRow): boolean =>
    mapping?.headerLine === undefined || line === mapping.headerLine
  for (const { delimiter, rows } of samples) {
    const row = rows.find((one) => isWanted(one) && 'cells' in one && isHeader(kind, mapping, one.cells))
    if (row && 'cells' in row) return { delimiter, header: row.cells, line: row.line }
  }
  // None: the likeliest row tells what it lacks.
  const heads = samples.map(({ delimiter, rows }) => ({ delimiter, head: rows.find(isWanted) }))
  const widthOf = (head: CsvRow | undefined): number => (head && 'cells' in head ? head.cells.length : 0)
  const likeliest = heads.reduce((a, b) => (widthOf(b.head) > widthOf(a.head) ? b : a))
  return {
    ...likeliest,
    header: headerOf(source, likeliest.head, likeliest.delimiter),
    line: likeliest.head?.line ?? 1,
  }
}

async function firstRows(
  text: () => AsyncIterable<Buffer>,
  delimiter: string,
  most: number,
): Promise<CsvRow[]> {
  const found: CsvRow[] = []
  for await (const rows of readCsvRows(text(), delimiter)) {
    found.push(...rows)
    if (found.length >= most) break
  }
  return found.slice(0, most)
}

/** Excel's own first line, `sep=;`. */
async function declaredDelimiter(text: () => AsyncIterable<Buffer>): Promise<string | undefined> {
  let begin = ''
  for await (const chunk of text()) {
    begin += chunk.toString('utf8')
    if (begin.length > 20) break
  }
  return /^"?sep=([,;|\t])"?\r?\n/i.exec(begin)?.[1]
}

function headerOf(source: ImportSource, head: CsvRow | undefined, delimiter: string): string[] {
  if (head === undefined) throw new CodedError('empty_file', `${source.name} has no rows, not even a header.`)
  if ('problem' in head) {
    throw new CodedError('bad_header', `The header of ${source.name} cannot be read: ${head.problem.why}`)
  }
  const { cells } = head
  const [only = ''] = cells
  const other = DELIMITERS.find((mark) => mark !== delimiter && only.includes(mark))
  if (cells.length === 1 && other !== undefined) {
    const name = other === '\t' ? 'tab' : other
    throw new CodedError(
      'wrong_delimiter',
      `The header of ${source.name} is one cell, "${clip(only)}". If "${name}" separates its cells, say so: --delimiter ${name}`,
    )
  }
  return cells
}

async function* inBatches(chunks: Rows, isData: (row: CsvRow) => boolean): Rows {
  let waiting: CsvRow[] = []
  for await (const rows of chunks) {
    waiting = waiting.concat(rows.filter(isData))
    while (waiting.length >= BATCH_ROWS) {
      yield waiting.slice(0, BATCH_ROWS)
      waiting = waiting.slice(BATCH_ROWS)
    }
  }
  if (waiting.length > 0) yield waiting
}
