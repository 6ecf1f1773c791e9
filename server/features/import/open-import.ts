import { CodedError } from '#server/coded-error.ts'
import { type Encoding, type ImportSource, openAsUtf8 } from './csv/csv-encoding.ts'
import { type CsvRow, readCsvRows } from './csv/csv-rows.ts'
import type { Mapping } from './csv/mapping.ts'
import { type RowReader, rowReader } from './csv/row-reader.ts'
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
}

const BATCH_ROWS = 2000

/** Checks the encoding and reads the header. @throws CodedError if either is wrong */
export const openImport = async (file: ImportFile): Promise<OpenImport> => {
  const { kind, source, mapping } = file
  const delimiter = file.delimiter ?? mapping?.delimiter ?? ','
  const rows = readCsvRows(await openAsUtf8(source, file.encoding), delimiter)
  try {
    const { head, rest } = await takeHead(rows)
    const header = headerOf(source, head, delimiter)
    const reader = rowReader({ kind: importKindOf(kind), header, mapping })
    return { reader, batches: inBatches(rest, rows) }
  } catch (error) {
    await rows.return()
    throw error
  }
}

type Rows = AsyncGenerator<CsvRow[], void, void>

async function takeHead(rows: Rows): Promise<{ head: CsvRow | undefined; rest: CsvRow[] }> {
  for (;;) {
    const next = await rows.next()
    if (next.done) return { head: undefined, rest: [] }
    const [head, ...rest] = next.value
    if (head !== undefined) return { head, rest }
  }
}

function headerOf(source: ImportSource, head: CsvRow | undefined, delimiter: string): string[] {
  if (head === undefined) throw new CodedError('empty_file', `${source.name} has no rows, not even a header.`)
  if ('problem' in head) {
    throw new CodedError('bad_header', `The header of ${source.name} cannot be read: ${head.problem.why}`)
  }
  const { cells } = head
  const [only = ''] = cells
  const other = [';', '\t', '|', ','].find((mark) => mark !== delimiter && only.includes(mark))
  if (cells.length === 1 && other !== undefined) {
    const name = other === '\t' ? 'tab' : other
    throw new CodedError(
      'wrong_delimiter',
      `The header of ${source.name} is one cell, "${clip(only)}". If "${name}" separates its cells, say so: --delimiter ${name}`,
    )
  }
  return cells
}

async function* inBatches(first: CsvRow[], chunks: Rows): Rows {
  let waiting = first
  for await (const rows of chunks) {
    waiting = waiting.concat(rows)
    while (waiting.length >= BATCH_ROWS) {
      yield waiting.slice(0, BATCH_ROWS)
      waiting = waiting.slice(BATCH_ROWS)
    }
  }
  if (waiting.length > 0) yield waiting
}
