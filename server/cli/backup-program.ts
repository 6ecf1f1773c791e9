import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { CodedError } from '#server/coded-error.ts'
import { takeBackup } from '#server/db/backup/take-backup.ts'
import { errorText } from '#server/error-text.ts'
import { absolute, usageError } from './arguments.ts'
import type { Program, ProgramContext } from './program.ts'
import { startProgress } from './progress.ts'

const USAGE = `Usage: npm run backup -- [FILE] [--quiet]

Writes the whole database to FILE, at one moment, while the server runs. Without FILE:
trolly-DATE-TIME.backup.gz in the current folder. Only its owner can read it: it holds
customers, orders and the hashes of passwords. Nothing in the database changes.

Exit codes: 0 done, 1 it could not run, and there is no FILE.`

/** @throws CodedError `file_exists`, `file_not_writable`, `disk_full`, `backup_failed`, and those of a connection */
export const backupProgram: Program = async (context) => {
  const { values, positionals } = parse(context.args)
  const [named, ...more] = positionals
  if (values.help) {
    context.say(USAGE)
    return 0
  }
  if (more.length > 0) throw usageError('Name one file.', USAGE)
  const file = absolute(named ?? defaultName(new Date()))
  if (await stat(file).catch(() => undefined))
    throw new CodedError('file_exists', `${file} already exists, and is left as it is. Name another file.`)
  const { tables, rows } = await writeTo(file, context, values.quiet)
  const { size } = await stat(file)
  context.say(
    `${file}: ${rows.toLocaleString('en-GB')} rows of ${tables} tables, ${(size / 1e6).toFixed(1)} MB.`,
  )
  return 0
}

/** The file is there only once it is complete and on the disk. */
async function writeTo(file: string, { findDatabase, signal }: ProgramContext, quiet: boolean) {
  const part = `${file}.part`
  const url = await findDatabase('visit')
  const progress = startProgress(quiet)
  try {
    const handle = await open(part, 'w', 0o600)
    const taken = await takeBackup({
      url,
      out: handle.createWriteStream({ flush: true }),
      signal,
      onTable: (at) => progress?.show(at),
    }).finally(() => handle.close())
    await rename(part, file)
    const folder = await open(dirname(file))
    await folder.sync().finally(() => folder.close())
    return taken
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    signal.throwIfAborted()
    throw explain(error, file)
  } finally {
    progress?.stop()
  }
}

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

const defaultName = (now: Date): string =>
  `trolly-${now.toISOString().slice(0, 16).replace('T', '-').replace(':', '')}.backup.gz`

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { quiet: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    })
  } catch (error) {
    throw usageError(errorText(error), USAGE)
  }
}
