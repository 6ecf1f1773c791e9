import { CodedError } from '#server/coded-error.ts'
import { errorText } from '#server/error-text.ts'
import type { CsvRow } from './csv/csv-rows.ts'
import type { RowReader } from './csv/row-reader.ts'
import { completeDeliveries } from './delivery-news.ts'
import { type ImportSession, RowsRefused, type Written } from './import.repository.ts'
import { completeInvoices } from './invoice-issues.ts'
import type { ImportKind, ImportRow, ReadRow } from './kinds/fields.ts'
import { type ImportKindName, importKindOf } from './kinds/import-kinds.ts'
import {
  clip,
  type Problem,
  type RefusedRow,
  type RowProblemCode,
  type WarnedRow,
  type WarningCode,
} from './problems.ts'
import { completeUsers, type PasswordIssuer, USER_ADDITIONS } from './user-passwords.ts'

export type ImportSummary = {
  read: number
  added: number
  changed: number
  unchanged: number
  refused: number
  /** Problems counted by code; a row may have several. */
  problems: Partial<Record<RowProblemCode, number>>
  /** Imported rows with a warning, and their warnings by code. */
  warned: number
  warnings: Partial<Record<WarningCode, number>>
  /** Rows that were left out: the header repeated, and those that the mapping names. */
  skipped: number
  headerLine: number
  unusedColumns: string[]
  priceLists: string[]
}

export type BatchWriterParts = {
  session: ImportSession
  kindName: ImportKindName
  reader: RowReader
  dryRun: boolean
  passwords: PasswordIssuer
  onRefused: (row: RefusedRow) => void | Promise<void>
  onWarned: (row: WarnedRow) => void | Promise<void>
}

export const batchWriter = (parts: BatchWriterParts) => {
  const { session, kindName, reader, dryRun, passwords, onRefused, onWarned } = parts
  const kind = importKindOf(kindName)
  const additions = kindName === 'users' ? USER_ADDITIONS : []
  const batchOf = {
    kind: kindName,
    properties: [...reader.properties, ...additions],
    whenAdded: [...reader.whenAdded, ...additions],
    dryRun,
  }
  const summary: ImportSummary = {
    read: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    problems: {},
    warned: 0,
    warnings: {},
    skipped: 0,
    headerLine: 1,
    unusedColumns: reader.unusedColumns,
    priceLists: [],
  }

  const write = async (rows: CsvRow[]): Promise<void> => {
    const refused: RefusedRow[] = []
    const warned: WarnedRow[] = []
    const read = readRows(rows, reader, { refused, warned })
    const known = await refuseUnknown(session, kind, read, refused)
    const unique = await refuseDuplicates(session, kind, known, refused)
    if (kindName === 'products' || kindName === 'customers')
      warned.push(...(await otherZeros(session, kindName, unique)))
    const complete =
      kindName === 'users'
        ? await completeUsers({ session, rows: unique, passwords, dryRun })
        : kindName === 'invoices'
          ? await completeInvoices(session, unique, refused)
          : kindName === 'deliveries'
            ? await completeDeliveries(session, unique, refused)
            : unique
    await apply(complete, refused)
    summary.read += rows.length
    summary.refused += refused.length
    refused.sort((a, b) => a.line - b.line)
    for (const row of refused) {
      for (const { code } of row.problems) summary.problems[code] = (summary.problems[code] ?? 0) + 1
      await onRefused(row)
    }
    const refusedLines = new Set(refused.map(({ line }) => line))
    for (const row of warned.filter(({ line }) => !refusedLines.has(line))) {
      summary.warned += 1
      for (const { code } of row.warnings) summary.warnings[code] = (summary.warnings[code] ?? 0) + 1
      await onWarned(row)
    }
  }

  /** Halves a refused batch until only the refused rows remain. */
  const apply = async (rows: ReadRow[], refused: RefusedRow[]): Promise<void> => {
    const [only] = rows
    if (only === undefined) return
    try {
      const written = await session.write({ ...batchOf, rows: rows.map(({ row }) => row) })
      count(rows, written)
    } catch (error) {
      if (!(error instanceof RowsRefused)) throw databaseFailed(error, summary)
      if (rows.length === 1) {
        refused.push({ line: only.line, problems: [problem('refused_by_database', clip(error.message))] })
        return
      }
      const middle = Math.ceil(rows.length / 2)
      await apply(rows.slice(0, middle), refused)
      await apply(rows.slice(middle), refused)
      return
    }
    if (dryRun) return
    for (const { row, password } of rows) {
      if (password !== undefined) await passwords.handOver?.(String(row.email), password)
    }
  }

  const count = (rows: ReadRow[], written: Written): void => {
    summary.added += written.added
    summary.changed += written.changed
    summary.unchanged += rows.length - written.added - written.changed
    summary.priceLists.push(...written.priceLists.filter((id) => !summary.priceLists.includes(id)))
  }

  return { write, summary }
}

function readRows(
  rows: CsvRow[],
  reader: RowReader,
  { refused, warned }: { refused: RefusedRow[]; warned: WarnedRow[] },
): ReadRow[] {
  return rows.flatMap((row) => {
    const outcome = 'problem' in row ? { problems: [row.problem] } : reader.read(row.cells)
    if ('row' in outcome) {
      if (outcome.warnings.length > 0) warned.push({ line: row.line, warnings: outcome.warnings })
      return [{ line: row.line, row: outcome.row }]
    }
    refused.push({ line: row.line, problems: outcome.problems })
    return []
  })
}

async function refuseUnknown(
  session: ImportSession,
  kind: ImportKind,
  rows: ReadRow[],
  refused: RefusedRow[],
): Promise<ReadRow[]> {
  let left = rows
  for (const { property, to, code, why } of kind.references) {
    const valuesOf = (row: ImportRow): string[] => [row[property] ?? []].flat().map(String)
    const missing = await session.findMissing(to, [...new Set(left.flatMap(({ row }) => valuesOf(row)))])
    if (missing.size === 0) continue
    const others = await session.findOtherZeros(to, [...missing])
    left = left.filter(({ line, row }) => {
      const unknown = valuesOf(row).filter((value) => missing.has(value))
      if (unknown.length === 0) return true
      const [first = ''] = unknown
      const other = others.get(first)
      const column = kind.fields.find((field) => (field.property ?? field.column) === property)?.column
      refused.push({
        line,
        problems: [
          {
            code,
            column: column ?? null,
            value: clip(unknown.join('|')),
            why: other === undefined ? why : zerosText(first, other),
          },
        ],
      })
      return false
    })
  }
  return left
}

/** A spreadsheet that drops zeros makes a second product, or account, of the first. */
async function otherZeros(
  session: ImportSession,
  kind: 'products' | 'customers',
  rows: readonly ReadRow[],
): Promise<WarnedRow[]> {
  const key = kind === 'products' ? 'product_no' : 'id'
  const others = await session.findOtherZeros(
    kind,
    rows.map(({ row }) => String(row[key])),
  )
  return rows.flatMap(({ line, row }) => {
    const value = String(row[key])
    const other = others.get(value)
    if (other === undefined) return []
    return [{ line, warnings: [{ code: 'other_zeros', column: key, value, why: zerosText(value, other) }] }]
  })
}

const zerosText = (value: string, other: string): string =>
  `There was ${other}, but no ${value}: a spreadsheet may have dropped zeros. Format its column as text, and export it again.`

/** In no value, unlike a space: `A B` and `C` are not `A` and `B C`. */
const KEY_SEPARATOR = '\t'

/** The first applicable row keeps the key; rows refused otherwise do not count. */
async function refuseDuplicates(
  session: ImportSession,
  kind: ImportKind,
  rows: ReadRow[],
  refused: RefusedRow[],
): Promise<ReadRow[]> {
  const keyOf = (row: ImportRow): string => {
    const key = kind.key.map((property) => String(row[property])).join(KEY_SEPARATOR)
    return kind.key.includes('email') ? key.toLowerCase() : key
  }
  const firstLines = new Map<string, number>()
  for (const { line, row } of rows) {
    const key = keyOf(row)
    if (!firstLines.has(key)) firstLines.set(key, line)
  }
  const claims = [...firstLines].map(([key, line]) => ({ key, line }))
  for (const [key, line] of await session.claimKeys(claims)) firstLines.set(key, line)
  return rows.filter(({ line, row }) => {
    const key = keyOf(row)
    const first = firstLines.get(key)
    if (first === line) return true
    refused.push({
      line,
      problems: [
        problem('duplicate_key', `Line ${first} has it already.`, clip(key.replaceAll(KEY_SEPARATOR, ' '))),
      ],
    })
    return false
  })
}

const problem = (code: RowProblemCode, why: string, value: string | null = null): Problem => ({
  code,
  column: null,
  value,
  why,
})

function databaseFailed(error: unknown, { added, changed }: ImportSummary): CodedError {
  const reason = errorText(error)
  return new CodedError(
    'database_failed',
    `The database failed (${reason}). ${added + changed} rows were applied before; importing the file again applies the others.`,
    { cause: error },
  )
}
