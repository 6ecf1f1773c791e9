import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { csvLine } from '#domain/csv.ts'
import { CodedError } from '#server/coded-error.ts'
import { errorText } from '#server/error-text.ts'
import type { ImportSummary } from '#server/features/import/batch-writer.ts'
import type { Problem, RefusedRow, WarnedRow } from '#server/features/import/problems.ts'

export type ImportResult = ImportSummary & {
  kind: string
  file: string
  dryRun: boolean
  seconds: number
  rowsPerSecond: number
  refusedRows: RefusedRow[]
  warnedRows: WarnedRow[]
  report: string | null
}

export const ROWS_SHOWN = 10

export const summaryText = (result: ImportResult): string => {
  const { kind, file, dryRun, read, added, changed, unchanged, refused, warned, skipped, priceLists } = result
  const outcome = `read ${thousands(read)} · added ${thousands(added)} · changed ${thousands(changed)} · unchanged ${thousands(unchanged)} · refused ${thousands(refused)}${warned > 0 ? ` · with a warning ${thousands(warned)}` : ''}`
  const shown = result.refusedRows.flatMap(({ line, problems }) => problemTexts(line, problems))
  const warnings = result.warnedRows.flatMap((row) => problemTexts(row.line, row.warnings))
  return [
    `${file} → ${kind}${dryRun ? ' (dry run: nothing was changed)' : ''}`,
    `  ${outcome}`,
    `  ${result.seconds.toFixed(1)} s, ${thousands(result.rowsPerSecond)} rows/s`,
    ...(priceLists.length > 0 ? [`  price lists made: ${priceLists.join(', ')}`] : []),
    ...(result.headerLine > 1 ? [`  the header is line ${result.headerLine}`] : []),
    ...(skipped > 0 ? [`  rows left out: ${thousands(skipped)}`] : []),
    ...(result.unusedColumns.length > 0 ? [`  columns not read: ${result.unusedColumns.join(', ')}`] : []),
    ...(shown.length > 0 ? ['  refused:', ...shown] : []),
    ...moreText(refused - result.refusedRows.length),
    ...(warnings.length > 0 ? ['  imported with a warning:', ...warnings] : []),
    ...moreText(warned - result.warnedRows.length),
    ...(refused + warned > 0
      ? [result.report === null ? '  --report FILE writes all of them' : `  all of them: ${result.report}`]
      : []),
  ].join('\n')
}

const moreText = (more: number): string[] => (more > 0 ? [`    and ${thousands(more)} more`] : [])

const problemTexts = (line: number, problems: readonly Problem<string>[]): string[] =>
  problems.map(({ code, column, value, why }) => {
    const where = [`line ${line}`, ...(column === null ? [] : [column])].join(', ')
    return `    ${where}: ${why}${value === null ? '' : ` "${value}"`} [${code}]`
  })

export type Report = {
  refused: (row: RefusedRow) => Promise<void>
  warned: (row: WarnedRow) => Promise<void>
  close: () => Promise<void>
}

/** @throws CodedError `report_not_writable` */
export const openReport = async (file: string): Promise<Report> => {
  const table = await openTable(file, ['line', 'column', 'value', 'code', 'why', 'result'])
  const add = async (line: number, problems: readonly Problem<string>[], result: string): Promise<void> => {
    for (const { code, column, value, why } of problems)
      await table.add({ line, column, value, code, why, result })
  }
  return {
    refused: ({ line, problems }) => add(line, problems, 'refused'),
    warned: ({ line, warnings }) => add(line, warnings, 'imported'),
    close: table.close,
  }
}

/** CSV, or JSON by the file's ending. Only its owner can read it, since it repeats what is imported. @throws CodedError `report_not_writable` */
export const openTable = async <Column extends string>(file: string, columns: readonly Column[]) => {
  const stream = createWriteStream(file, { mode: 0o600 })
  try {
    await once(stream, 'open')
  } catch (error) {
    throw new CodedError('report_not_writable', `The report cannot be written: ${errorText(error)}.`)
  }
  const isJson = file.endsWith('.json')
  let isFirst = true
  await write(stream, isJson ? '[' : csvLine(columns))
  return {
    add: async (row: Record<Column, string | number | null>): Promise<void> => {
      const json = `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
      await write(stream, isJson ? json : csvLine(columns.map((column) => row[column])))
      isFirst = false
    },
    close: async (): Promise<void> => {
      stream.end(isJson ? '\n]\n' : '')
      await finished(stream)
    },
  }
}

async function write(stream: WriteStream, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

export const thousands = (number: number): string => number.toLocaleString('en-GB')
