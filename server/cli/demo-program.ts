import { performance } from 'node:perf_hooks'
import type { Database } from '#server/db/database.ts'
import { fillWithDemoData, isEmptyDatabase } from '#server/db/demo/fill.ts'
import { emptyDatabase, isDemoDatabase } from '#server/db/demo/reset.ts'
import { DEMO_SIGN_INS } from '#server/db/demo/sign-ins.ts'
import { DEMO_USAGE, readDemoArguments } from './demo-arguments.ts'
import { type Program, ProgramError } from './program.ts'
import { startProgress } from './progress.ts'

/** Fills the database with a wholesaler that does not exist. */
export const demoProgram: Program = async ({ args, openDatabase, signal, say }) => {
  const options = readDemoArguments(args)
  if (options === 'help') {
    say(DEMO_USAGE)
    return 0
  }
  const database = await openDatabase()
  if (options.reset) say(await reset(database, options.evenRealData))
  else if (!options.add && !(await isEmptyDatabase(database))) {
    throw new ProgramError(
      'not_empty',
      'The database is not empty, so nothing was done. --add adds what is missing; --reset empties it first.',
    )
  }
  const progress = startProgress(options.quiet)
  const begun = performance.now()
  const result = await fillWithDemoData(database, {
    products: options.products,
    seed: options.seed,
    historyMonths: options.months,
    mode: options.add ? 'add' : 'empty',
    onProgress: ({ step, done, total }) => {
      signal.throwIfAborted()
      progress?.show({ done, total, text: step })
    },
  }).finally(() => progress?.stop())
  if (!result.filled) throw new ProgramError('not_empty', 'Meanwhile somebody else has filled the database.')

  const { filled: _, ...counts } = result
  const seconds = (performance.now() - begun) / 1000
  say(`Added ${counted(counts)} in ${seconds.toFixed(1)} s.\n\n${signInsText()}`)
  return 0
}

async function reset(database: Database, evenRealData: boolean): Promise<string> {
  if (!evenRealData && !(await isEmptyDatabase(database)) && !(await isDemoDatabase(database))) {
    throw new ProgramError(
      'not_demo_data',
      'The database holds data that this command did not make, so nothing was deleted. If it may go: --reset --even-real-data.',
    )
  }
  return `Deleted ${counted(await emptyDatabase(database)) || 'nothing'}.`
}

function counted(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(
      ([name, count]) =>
        `${count.toLocaleString('en-GB')} ${name.replace(/_|(?=[A-Z])/g, ' ').toLowerCase()}`,
    )
    .join(', ')
}

function signInsText(): string {
  const widest = Math.max(...DEMO_SIGN_INS.map(({ email }) => email.length))
  return DEMO_SIGN_INS.map(
    ({ email, password, shows }) => `  ${email.padEnd(widest)}  ${password}  ${shows}`,
  ).join('\n')
}
