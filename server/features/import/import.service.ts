import type { Database } from '#server/db/database.ts'
import { batchWriter, type ImportSummary } from './batch-writer.ts'
import { type Encoding, type ImportSource, openAsUtf8 } from './csv-encoding.ts'
import { type CsvRow, readCsvRows } from './csv-rows.ts'
import { type ImportSession, openImportSession } from './import.repository.ts'
import { type ImportKindName, importKindOf } from './import-kinds.ts'
import type { Mapping } from './mapping.ts'
import { clip, ImportError, type RefusedRow } from './problems.ts'
import { rowReader } from './row-reader.ts'
import type { PasswordIssuer } from './user-passwords.ts'

/**
 * Imports a CSV file into the database: every row by itself is applied or refused, whatever the others are like, and a
 * row that stands already is left untouched. In constant memory, by batches, each in a transaction of its own.
 */
export type ImportRequest = {
  kind: ImportKindName
  source: ImportSource
  mapping?: Mapping | undefined
  encoding?: Encoding | undefined
  delimiter?: string | undefined
  /** Reads, checks and tries everything, and takes it back. */
  dryRun?: boolean
  /** For users that are added without a password hash. */
  passwords: PasswordIssuer
  /** Aborted: ends after the batch under way. */
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
  /** In the order of the file, batch by batch. */
  onRefused?: (row: RefusedRow) => void | Promise<void>
}

export type ImportProgress = { readBytes: number; totalBytes: number; rows: number }

const BATCH_ROWS = 2000
const WORTH_ANALYZING_ROWS = 1000

/** @throws ImportError where the file, its header or the mapping cannot be read, or the database fails */
export const importCsv = async (database: Database, request: ImportRequest): Promise<ImportSummary> => {
  const session = await openImportSession(database)
  try {
    return await runImport(session, request)
  } finally {
    await session.close()
  }
}

async function runImport(session: ImportSession, request: ImportRequest): Promise<ImportSummary> {
  const { kind: kindName, source, mapping, onProgress } = request
  const kind = importKindOf(kindName)
  const delimiter = request.delimiter ?? mapping?.delimiter ?? ','
  const progress: ImportProgress = { readBytes: 0, totalBytes: source.totalBytes, rows: 0 }
  const chunks = await openAsUtf8(counted(source, progress), request.encoding)
  const batches = inBatches(readCsvRows(chunks, delimiter))

  const first = await batches.next()
  const [head, ...rest] = first.done ? [] : first.value
  const reader = rowReader({ kind, header: headerOf(source, head, delimiter), mapping })
  const writer = batchWriter({
    session,
    kindName,
    reader,
    dryRun: request.dryRun ?? false,
    passwords: request.passwords,
    onRefused: request.onRefused ?? (() => {}),
  })
  onProgress?.(progress)

  // The next batch is read while the database is busy with this one.
  let writing = Promise.resolve()
  const startWriting = (rows: CsvRow[]): void => {
    writing = writer.write(rows)
    writing.catch(() => {}) // Told where it is awaited.
  }
  try {
    startWriting(rest)
    for await (const rows of batches) {
      await writing
      request.signal?.throwIfAborted()
      onProgress?.({ ...progress, rows: writer.summary.read })
      startWriting(rows)
    }
  } finally {
    await writing
  }
  const { summary } = writer
  onProgress?.({ ...progress, rows: summary.read })
  if (!request.dryRun && summary.added + summary.changed >= WORTH_ANALYZING_ROWS) {
    await session.analyze(kindName)
  }
  return summary
}

function headerOf(source: ImportSource, head: CsvRow | undefined, delimiter: string): string[] {
  if (head === undefined)
    throw new ImportError('empty_file', `${source.name} has no rows, not even a header.`)
  if ('problem' in head) {
    throw new ImportError('bad_header', `The header of ${source.name} cannot be read: ${head.problem.why}`)
  }
  const { cells } = head
  const [only = ''] = cells
  if (only.includes('\r')) {
    throw new ImportError(
      'wrong_line_ends',
      `${source.name} ends its lines with CR alone. Convert it: tr '\\r' '\\n' < ${source.name} > converted.csv`,
    )
  }
  const other = [';', '\t', '|', ','].find((mark) => mark !== delimiter && only.includes(mark))
  if (cells.length === 1 && other !== undefined) {
    const name = other === '\t' ? 'tab' : other
    throw new ImportError(
      'wrong_delimiter',
      `The header of ${source.name} is one cell, "${clip(only)}". If "${name}" separates its cells, say so: --delimiter ${name}`,
    )
  }
  return cells
}

async function* inBatches(chunks: AsyncIterable<CsvRow[]>): AsyncGenerator<CsvRow[], void, void> {
  let waiting: CsvRow[] = []
  for await (const rows of chunks) {
    waiting = waiting.length === 0 ? rows : waiting.concat(rows)
    while (waiting.length >= BATCH_ROWS) {
      yield waiting.slice(0, BATCH_ROWS)
      waiting = waiting.slice(BATCH_ROWS)
    }
  }
  if (waiting.length > 0) yield waiting
}

/** Counts the bytes of the second reading, the first being the inspection. */
function counted(source: ImportSource, progress: ImportProgress): ImportSource {
  const open = async function* (): AsyncGenerator<Uint8Array, void, void> {
    progress.readBytes = 0
    for await (const chunk of source.open()) {
      progress.readBytes += chunk.length
      yield chunk
    }
  }
  return { ...source, open }
}
