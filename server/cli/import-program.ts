import { performance } from 'node:perf_hooks'
import type { Database } from '#server/db/database.ts'
import { findDemoSignIns } from '#server/db/demo/demo-password.ts'
import type { ImportSource } from '#server/features/import/csv/csv-encoding.ts'
import { importCsv } from '#server/features/import/import.service.ts'
import type { ImportKindName } from '#server/features/import/kinds/import-kinds.ts'
import type { RefusedRow, WarnedRow } from '#server/features/import/problems.ts'
import { type ImportArguments, PICTURES, readImportArguments, USAGE } from './import-arguments.ts'
import { type ImportResult, openReport, ROWS_SHOWN, summaryText } from './import-output.ts'
import { initialPasswords } from './initial-passwords.ts'
import { failureOf, type Program, type ProgramContext } from './program.ts'
import { startProgress } from './progress.ts'
import { openSource } from './source.ts'

export const importProgram: Program = async (context) => {
  const { args, say } = context
  try {
    const request = readImportArguments(args)
    if (request === 'help') {
      say(USAGE)
      return 0
    }
    const { kind } = request
    if (kind === PICTURES) {
      // Loads sharp's libraries, which no other import needs.
      const { importPictureFolder, pictureSummaryText } = await import('./import-pictures.ts')
      const result = await importPictureFolder(
        { openDatabase: () => warnOfDemo(context), signal: context.signal },
        request,
      )
      if (request.format === 'json') say(JSON.stringify(result))
      else if (!request.quiet || result.refused > 0) say(pictureSummaryText(result))
      return result.refused > 0 ? 2 : 0
    }
    const source = await openSource(request.file)
    const result = await importFile(context, { ...request, kind }, source)
    if (request.format === 'json') say(JSON.stringify(result))
    else if (!request.quiet || result.refused + result.warned > 0) say(summaryText(result))
    return result.refused > 0 ? 2 : 0
  } catch (error) {
    if (!wantsJson(args)) throw error
    say(JSON.stringify({ error: failureOf(error) }))
    return 1
  }
}

/** Also if the arguments are invalid: a program that asked for JSON reads nothing else. */
const wantsJson = (args: string[]): boolean =>
  args.includes('--format=json') || args[args.indexOf('--format') + 1] === 'json'

async function importFile(
  context: ProgramContext,
  request: ImportArguments & { kind: ImportKindName },
  source: ImportSource,
): Promise<ImportResult> {
  const { kind, file, dryRun } = request
  const database = await warnOfDemo(context)
  const report = request.report === undefined ? undefined : await openReport(request.report)
  const passwords = await initialPasswords(dryRun ? undefined : request.passwords)
  const progress = startProgress(request.quiet)
  const refusedRows: RefusedRow[] = []
  const warnedRows: WarnedRow[] = []
  const begun = performance.now()
  try {
    const summary = await importCsv(database, {
      ...request,
      source,
      passwords,
      signal: context.signal,
      onProgress: ({ readBytes, totalBytes, rows }) =>
        progress?.show({ done: readBytes, total: totalBytes, text: `${rows.toLocaleString('en-GB')} rows` }),
      onRefused: async (row) => {
        if (refusedRows.length < ROWS_SHOWN) refusedRows.push(row)
        await report?.refused(row)
      },
      onWarned: async (row) => {
        if (warnedRows.length < ROWS_SHOWN) warnedRows.push(row)
        await report?.warned(row)
      },
    })
    const seconds = (performance.now() - begun) / 1000
    return {
      kind,
      file,
      dryRun,
      ...summary,
      seconds: Math.round(seconds * 1000) / 1000,
      rowsPerSecond: Math.round(summary.read / seconds),
      refusedRows,
      warnedRows,
      report: request.report ?? null,
    }
  } finally {
    progress?.stop()
    await report?.close()
    await passwords.close()
  }
}

async function warnOfDemo({ openDatabase, warn }: ProgramContext): Promise<Database> {
  const database = await openDatabase()
  const demoUsers = await findDemoSignIns(database)
  if (demoUsers.length > 0) {
    warn(
      `Warning: this database has ${demoUsers.length} demo users. Before it holds anything real: npm run demo -- --deactivate`,
    )
  }
  return database
}
