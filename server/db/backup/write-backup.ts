import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CodedError } from '#server/coded-error.ts'
import { errorText } from '#server/error-text.ts'
import { type BackupOptions, takeBackup } from './take-backup.ts'

/**
 * Writes a backup to a file that only its owner can read. The file is there only once it is complete and on the disk.
 * @throws CodedError `file_not_writable`, `disk_full`, `backup_failed`, and those of a connection
 */
export const writeBackup = async (
  file: string,
  options: Omit<BackupOptions, 'out'>,
): Promise<{ tables: number; rows: number }> => {
  const part = `${file}.part`
  try {
    const handle = await open(part, 'w', 0o600)
    const taken = await takeBackup({ ...options, out: handle.createWriteStream({ flush: true }) }).finally(
      () => handle.close(),
    )
    await rename(part, file)
    const folder = await open(dirname(file))
    await folder.sync().finally(() => folder.close())
    return taken
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    options.signal.throwIfAborted()
    throw explain(error, file)
  }
}

export const backupName = (now: Date): string =>
  `trolly-${now.toISOString().slice(0, 16).replace('T', '-').replace(':', '')}.backup.gz`

const FULL = ['ENOSPC', 'EDQUOT']
const FILE_CALLS = ['open', 'write', 'close', 'fsync', 'rename']

function explain(error: unknown, file: string): unknown {
  if (error instanceof CodedError) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (FULL.includes(code ?? ''))
    return new CodedError('disk_full', `No space left for ${file}, which was removed.`)
  if (FILE_CALLS.includes(syscall ?? ''))
    return new CodedError('file_not_writable', `${file} cannot be written: ${errorText(error)}.`, {
      cause: error,
    })
  return new CodedError('backup_failed', `The backup failed, and ${file} was removed: ${errorText(error)}.`, {
    cause: error,
  })
}
