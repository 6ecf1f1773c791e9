import { CodedError } from '#server/coded-error.ts'
import type { Database } from '#server/db/database.ts'
import { batchWriter, type ImportSummary } from './batch-writer.ts'
import type { ImportSource } from './csv/csv-encoding.ts'
import type { CsvRow } from './csv/csv-rows.ts'
import { type ImportSession, openImportSession } from './import.repository.ts'
import { type ImportFile, openImport } from './open-import.ts'
import type { RefusedRow, WarnedRow } from './problems.ts'
import type { PasswordIssuer } from './user-passwords.ts'

/** Each row is applied or refused by itself. Constant memory; one transaction per batch. */
export type ImportRequest = ImportFile & {
  /** Tries everything, then rolls back. */
  dryRun?: boolean
  /** For new users without a password hash. */
  passwords: PasswordIssuer
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
  onRefused?: (row: RefusedRow) => void | Promise<void>
  onWarned?: (row: WarnedRow) => void | Promise<void>
}

export type ImportProgress = { readBytes: number; totalBytes: number; rows: number }

/** @throws CodedError if file, header or mapping is unreadable, or the database fails */
export const importCsv = async (database: Database, request: ImportRequest): Promise<ImportSummary> => {
  const session = await openImportSession(database)
  try {
    return await runImport(session, request)
  } finally {
    await session.close()
  }
}

async function runImport(session: ImportSession, request: ImportRequest): Promise<ImportSummary> {
  const { kind: kindName, source, onProgress } = request
  const progress: ImportProgress = { readBytes: 0, totalBytes: source.totalBytes, rows: 0 }
  const { reader, batches, headerLine, skipped } = await openImport({
    ...request,
    source: counted(source, progress),
  })
  const writer = batchWriter({
    session,
    kindName,
    reader,
    dryRun: request.dryRun ?? false,
    passwords: request.passwords,
    onRefused: request.onRefused ?? (() => {}),
    onWarned: request.onWarned ?? (() => {}),
  })
  onProgress?.(progress)

  // Reads the next batch while writing this one.
  let writing = Promise.resolve()
  const startWriting = (rows: CsvRow[]): void => {
    writing = writer.write(rows)
    writing.catch(() => {}) // Told where it is awaited.
  }
  try {
    for await (const rows of batches) {
      await writing
      if (request.signal?.aborted) throw interrupted(writer.summary)
      onProgress?.({ ...progress, rows: writer.summary.read })
      startWriting(rows)
    }
  } finally {
    await writing
  }
  const summary = { ...writer.summary, headerLine, skipped: skipped() }
  onProgress?.({ ...progress, rows: summary.read })
  if (!request.dryRun) await session.finish(kindName, summary.added + summary.changed)
  return summary
}

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

const interrupted = ({ added, changed }: ImportSummary): CodedError =>
  new CodedError(
    'interrupted',
    `Interrupted. ${added + changed} rows were applied before; importing the file again applies the others.`,
  )
