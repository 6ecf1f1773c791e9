import { performance } from 'node:perf_hooks'
import {
  importPictures,
  type PictureSummary,
  type RefusedFile,
} from '#server/features/pictures/import-pictures.ts'
import { listPictureFolder } from '#server/features/pictures/picture-folder.ts'
import type { ImportArguments } from './import-arguments.ts'
import { openTable, ROWS_SHOWN, thousands } from './import-output.ts'
import type { ProgramContext } from './program.ts'
import { startProgress } from './progress.ts'

type PictureResult = PictureSummary & {
  kind: 'pictures'
  file: string
  dryRun: boolean
  seconds: number
  refusedFiles: RefusedFile[]
  report: string | null
}

/** `npm run import -- pictures FOLDER`. @throws CodedError */
export const importPictureFolder = async (
  { openDatabase, signal }: Pick<ProgramContext, 'openDatabase' | 'signal'>,
  request: Pick<ImportArguments, 'file' | 'dryRun' | 'report' | 'quiet'>,
): Promise<PictureResult> => {
  const { file: folder, dryRun, quiet } = request
  const files = await listPictureFolder(folder)
  const database = await openDatabase()
  const report =
    request.report === undefined ? undefined : await openTable(request.report, ['file', 'code', 'why'])
  const progress = startProgress(quiet)
  const refusedFiles: RefusedFile[] = []
  const begun = performance.now()
  try {
    const summary = await importPictures(database, {
      folder,
      files,
      dryRun,
      signal,
      onProgress: (done) =>
        progress?.show({ done, total: files.length, text: `${thousands(files.length)} files` }),
      onRefused: async (refused) => {
        if (refusedFiles.length < ROWS_SHOWN) refusedFiles.push(refused)
        await report?.add(refused)
      },
    })
    const seconds = Math.round(performance.now() - begun) / 1000
    return {
      kind: 'pictures',
      file: folder,
      dryRun,
      ...summary,
      seconds,
      refusedFiles,
      report: request.report ?? null,
    }
  } finally {
    progress?.stop()
    await report?.close()
  }
}

export const pictureSummaryText = (result: PictureResult): string => {
  const { file, dryRun, read, added, changed, unchanged, refused, refusedFiles, seconds, report } = result
  return [
    `${file} → pictures${dryRun ? ' (dry run: nothing was changed)' : ''}`,
    `  read ${thousands(read)} · added ${thousands(added)} · changed ${thousands(changed)} · unchanged ${thousands(unchanged)} · refused ${thousands(refused)}`,
    `  ${seconds.toFixed(1)} s`,
    ...(refused > 0 ? ['  refused:'] : []),
    ...refusedFiles.map(({ file: name, code, why }) => `    ${name}: ${why} [${code}]`),
    ...(refused > refusedFiles.length ? [`    and ${thousands(refused - refusedFiles.length)} more`] : []),
    ...(refused > 0
      ? [report === null ? '  --report FILE writes all of them' : `  all of them: ${report}`]
      : []),
  ].join('\n')
}
