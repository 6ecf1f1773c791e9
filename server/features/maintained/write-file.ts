import type { ImportPolicy } from '#domain/maintained.ts'
import type { Connection } from '#server/db/transaction.ts'
import { batchWriter } from '#server/features/import/batch-writer.ts'
import type { CsvRow } from '#server/features/import/csv/csv-rows.ts'
import type { RowReader } from '#server/features/import/csv/row-reader.ts'
import { importWithin } from '#server/features/import/import.repository.ts'
import type { ImportRow } from '#server/features/import/kinds/fields.ts'
import { type ImportKindName, importKindOf } from '#server/features/import/kinds/import-kinds.ts'
import { openImport } from '#server/features/import/open-import.ts'
import type { Problem, RefusedRow } from '#server/features/import/problems.ts'

export type FileToWrite = {
  kind: ImportKindName
  /** The property by which rows are left out. */
  key: string
  text: string
  policy: ImportPolicy
  without: ReadonlySet<string>
  /** What is wrong with a row that its writer may not write. */
  problemOf: (row: ImportRow) => Problem | undefined
}

/**
 * Writes a CSV file's rows in the connection's transaction, by the rules of docs/import.md. With `skip_field` a cell that cannot be
 * read leaves its field as it is.
 * @throws CodedError if the file or its header cannot be read
 */
export const writeFile = async (
  connection: Connection,
  { kind, key, text, policy, without, problemOf }: FileToWrite,
): Promise<{ read: number; refused: RefusedRow[]; unusedColumns: string[] }> => {
  const bytes = Buffer.from(text, 'utf8')
  const source = {
    name: 'The file',
    totalBytes: bytes.length,
    open: async function* () {
      yield bytes
    },
  }
  const { reader, batches } = await openImport({ kind, source })
  const session = await importWithin(connection.$client)
  const refused: RefusedRow[] = []
  const writerOf = (by: RowReader) =>
    batchWriter({
      session,
      kindName: kind,
      reader: by,
      dryRun: false,
      passwords: { unusableHash: async () => '' },
      onRefused: (row) => void refused.push(row),
      onWarned: () => {},
    })
  const whole = writerOf(reader)
  let read = 0
  for await (const rows of batches) {
    const wanted = rows.filter((row) => !isLeftOut(row, reader, { key, without }))
    read += wanted.length
    // Before anything is written: what happens to another's row would tell what it holds.
    const barred = new Set<CsvRow>()
    for (const row of wanted) {
      const problem = problemOf(valuesOf(row, reader))
      if (problem === undefined) continue
      barred.add(row)
      refused.push({ line: row.line, problems: [problem] })
    }
    const taken = wanted.filter((row) => !barred.has(row))
    const partial = policy === 'skip_field' ? partialRows(kind, taken, reader) : []
    const set = new Set(partial.map(({ csv }) => csv))
    await whole.write(taken.filter((row) => !set.has(row)))
    for (const { csv, row } of partial)
      await writerOf({
        ...reader,
        properties: Object.keys(row),
        whenAdded: [],
        read: () => ({ row, warnings: [] }),
      }).write([csv])
  }
  refused.sort((a, b) => a.line - b.line)
  return { read, refused, unusedColumns: reader.unusedColumns }
}

const isLeftOut = (
  row: CsvRow,
  reader: RowReader,
  { key, without }: Pick<FileToWrite, 'key' | 'without'>,
): boolean => {
  if (without.size === 0 || !('cells' in row)) return false
  return without.has(String(valuesOf(row, reader)[key] ?? ''))
}

/** The cells that can be read. */
const valuesOf = (row: CsvRow, reader: RowReader): ImportRow => {
  if (!('cells' in row)) return {}
  const outcome = reader.read(row.cells)
  return ('row' in outcome ? outcome.row : outcome.rest) ?? {}
}

/** Rows that can be written without some of their cells. */
const partialRows = (
  kind: ImportKindName,
  rows: readonly CsvRow[],
  reader: RowReader,
): { csv: CsvRow; row: ImportRow }[] => {
  const keys = importKindOf(kind).key
  return rows.flatMap((csv) => {
    const outcome = 'cells' in csv ? reader.read(csv.cells) : undefined
    if (outcome === undefined || 'row' in outcome || outcome.rest === undefined) return []
    const { rest } = outcome
    return keys.every((name) => rest[name] !== undefined) ? [{ csv, row: rest }] : []
  })
}
