import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { CodedError } from '#server/coded-error.ts'
import { backupName, writeBackup } from '#server/db/backup/write-backup.ts'
import { errorText } from '#server/error-text.ts'
import { absolute, usageError } from './arguments.ts'
import type { Program } from './program.ts'
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
  const file = absolute(named ?? backupName(new Date()))
  if (await stat(file).catch(() => undefined))
    throw new CodedError('file_exists', `${file} already exists, and is left as it is. Name another file.`)
  const url = await context.findDatabase('visit')
  const progress = startProgress(values.quiet)
  const { tables, rows } = await writeBackup(file, {
    url,
    signal: context.signal,
    onTable: (at) => progress?.show(at),
  }).finally(() => progress?.stop())
  const { size } = await stat(file)
  context.say(
    `${file}: ${rows.toLocaleString('en-GB')} rows of ${tables} tables, ${(size / 1e6).toFixed(1)} MB.`,
  )
  return 0
}

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
