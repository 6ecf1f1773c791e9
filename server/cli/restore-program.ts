import { parseArgs } from 'node:util'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { errorText } from '#server/error-text.ts'
import { absolute, usageError } from './arguments.ts'
import type { Program } from './program.ts'
import { startProgress } from './progress.ts'

const USAGE = `Usage: npm run restore -- FILE [--replace] [--quiet]

Puts the database back from FILE, which npm run backup wrote. Stop the server first.

--replace   deletes what the database holds now

All or nothing: after a failure, the database is as it was. Devices read everything again
and ask about unsent changes; everyone has to sign in again; order and invoice numbers
continue above all that may have been given out since.

Exit codes: 0 done, 1 nothing was changed.`

/** @throws CodedError those of BACKUP_ERROR_CODES, and of a connection */
export const restoreProgram: Program = async ({ args, findDatabase, stateDir, signal, say }) => {
  const { values, positionals } = parse(args)
  if (values.help) {
    say(USAGE)
    return 0
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw usageError('Name one file.', USAGE)
  const progress = startProgress(values.quiet)
  const { head, rows, nextOrderNo } = await restoreBackup({
    file: absolute(file),
    findUrl: () => findDatabase('own'),
    replace: values.replace,
    stateDir,
    signal,
    onTable: (at) => progress?.show(at),
  }).finally(() => progress?.stop())
  say(
    `Restored ${rows.toLocaleString('en-GB')} rows as of ${head.takenAt}. Devices read everything again and ask about unsent changes. Everyone has to sign in again. The next order number is ${nextOrderNo}.`,
  )
  return 0
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw usageError(errorText(error), USAGE)
  }
}
