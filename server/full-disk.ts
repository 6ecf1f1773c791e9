import { statfsSync } from 'node:fs'
import { CodedError, type START_ERROR_CODES } from './coded-error.ts'

/** PostgreSQL begins its log of changes with a file of this size, and ends without a word if it cannot. */
const NEEDED_BYTES = 16 * 1024 * 1024

/**
 * A failure as its reason, where that is a full disk, however it was met: as the system's or PostgreSQL's own code, or as a
 * PostgreSQL that did not start, or ended, on a disk without space.
 * @param dataDir of an embedded database
 * @returns a CodedError `disk_full`, or the error
 */
export const asFullDisk = (error: unknown, dataDir: string | undefined): unknown => {
  const isFull = hasFullDiskCode(error) || (mayHideFullDisk(error) && isFullAt(dataDir))
  if (!isFull) return error
  const where = dataDir === undefined ? 'the disk of the database' : `the disk of ${dataDir}`
  return new CodedError(
    'disk_full',
    `No space is left on ${where}. Free some, then start again: nothing that was confirmed is lost.`,
    { cause: error },
  )
}

/** The system's codes and PostgreSQL's. */
const FULL_DISK: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])

const hasFullDiskCode = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && FULL_DISK.has(error.code)) || hasFullDiskCode(error.cause))

/** Every other code has a reason of its own. */
const HIDING: ReadonlySet<string> = new Set<(typeof START_ERROR_CODES)[number]>([
  'database_not_starting',
  'database_stopped',
  'database_unreachable',
  'database_refused',
  'migration_failed',
  'demo_failed',
])

const mayHideFullDisk = (error: unknown): boolean => !(error instanceof CodedError) || HIDING.has(error.code)

const isFullAt = (folder: string | undefined): boolean => {
  if (folder === undefined) return false
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < NEEDED_BYTES
  } catch {
    // Without the folder, its space is not the reason.
    return false
  }
}
