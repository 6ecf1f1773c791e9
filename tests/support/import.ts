import type { Database } from '#server/db/database.ts'
import type { ImportSummary } from '#server/features/import/batch-writer.ts'
import type { ImportSource } from '#server/features/import/csv/csv-encoding.ts'
import { type Mapping, parseMapping } from '#server/features/import/csv/mapping.ts'
import { type ImportRequest, importCsv } from '#server/features/import/import.service.ts'
import type { ImportKindName } from '#server/features/import/kinds/import-kinds.ts'
import type { RefusedRow } from '#server/features/import/problems.ts'

/** Imports as the command does, from text or bytes instead of a file. */

/** A table as CSV: a header and rows, one per line. */
export const csv = (...lines: string[]): string => lines.map((line) => `${line}\r\n`).join('')

export const sourceOf = (content: string | Uint8Array, chunkBytes = 7): ImportSource => {
  const bytes = Buffer.from(content)
  return {
    name: 'rows.csv',
    totalBytes: bytes.length,
    // Small chunks, so that rows, characters and quotes are split everywhere.
    open: async function* () {
      for (let start = 0; start < bytes.length; start += chunkBytes) {
        yield bytes.subarray(start, start + chunkBytes)
      }
    },
  }
}

export const mappingOf = (kind: ImportKindName, columns: object, rest: object = {}): Mapping =>
  parseMapping(JSON.stringify({ for: kind, columns, ...rest }), 'test.json', kind)

export type Imported = ImportSummary & {
  rows: RefusedRow[]
  /** For each refused row: its line and problem codes. */
  refusals: [line: number, ...codes: string[]][]
}

export const importerInto =
  (database: Database) =>
  async (
    kind: ImportKindName,
    content: string | Uint8Array,
    options: Partial<ImportRequest> & { chunkBytes?: number } = {},
  ): Promise<Imported> => {
    const { chunkBytes, ...request } = options
    const rows: RefusedRow[] = []
    const summary = await importCsv(database, {
      kind,
      source: sourceOf(content, chunkBytes),
      passwords: { unusableHash: async () => UNUSABLE_HASH },
      onRefused: (row) => {
        rows.push(row)
      },
      ...request,
    })
    return {
      ...summary,
      rows,
      refusals: rows.map(({ line, problems }) => [line, ...problems.map(({ code }) => code)]),
    }
  }

/** The right form, matching no real hash. */
export const UNUSABLE_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`
