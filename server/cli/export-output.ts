import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import type { OrderExport } from '#contract/order-export.ts'
import { CodedError } from '#server/coded-error.ts'
import { errorText } from '#server/error-text.ts'
import type { ExportSink } from '#server/features/order-exports/hand-out.ts'
import type { ExportFormat } from './export-formats.ts'

export type ExportOutput = ExportSink & {
  /** After whatever happened; removes what was not finished. */
  close: () => Promise<void>
}

/** @throws CodedError `output_closed` from writing */
export const outputTo = (stream: Writable, { begin, textOf, end }: ExportFormat): ExportOutput => {
  const write = (text: string): Promise<void> =>
    new Promise((resolve, reject) =>
      stream.write(text, (error) => {
        if (error) reject(new CodedError('output_closed', `The reader closed early: ${errorText(error)}.`))
        else resolve()
      }),
    )
  let isFirst = true
  return {
    write: async (messages) => {
      await write(`${isFirst ? begin : ''}${textOf(messages, isFirst)}`)
      isFirst = false
    },
    finish: () => write(`${isFirst ? begin : ''}${end}`),
    close: async () => {},
  }
}

/**
 * A file that is there only once it is complete and on the disk, for its owner alone; none where nothing is written.
 * @throws CodedError `file_exists`, `file_not_writable` from writing
 */
export const outputIn = (file: string, { begin, textOf, end }: ExportFormat): ExportOutput => {
  const part = `${file}.part`
  /** Opened with the first event: another run that fails to begin must not touch it. */
  let opened: FileHandle | undefined
  const begun = async (): Promise<FileHandle> => {
    if (await stat(file).catch(() => undefined))
      throw new CodedError('file_exists', `${file} already exists: it may not have been read yet.`)
    opened = await open(part, 'w', 0o600)
    await opened.writeFile(begin)
    return opened
  }
  const write = async (messages: OrderExport[]): Promise<void> => {
    const isFirst = opened === undefined
    await (opened ?? (await begun())).writeFile(textOf(messages, isFirst))
  }
  const finish = async (): Promise<void> => {
    if (opened === undefined) return
    await opened.writeFile(end)
    await opened.sync()
    await rename(part, file)
    const folder = await open(dirname(file))
    await folder.sync().finally(() => folder.close())
  }
  const writable = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      if (error instanceof CodedError) throw error
      throw new CodedError('file_not_writable', `${file} cannot be written: ${errorText(error)}.`)
    })
  return {
    write: (messages) => writable(write(messages)),
    finish: () => writable(finish()),
    close: async () => {
      await opened?.close()
      if (opened !== undefined) await rm(part, { force: true })
    },
  }
}
