import { performance } from 'node:perf_hooks'
import { CodedError } from '#server/coded-error.ts'
import type { Database } from '#server/db/database.ts'
import { type DemoUsers, deactivateDemoUsers, settleDemoUsers } from '#server/db/demo/demo-password.ts'
import { fillWithDemoData, isEmptyDatabase } from '#server/db/demo/fill.ts'
import { emptyDatabase, isDemoDatabase } from '#server/db/demo/reset.ts'
import { newPassword } from '#server/passwords.ts'
import { DEMO_USAGE, readDemoArguments } from './demo-arguments.ts'
import type { Program } from './program.ts'
import { startProgress } from './progress.ts'

export const demoProgram: Program = async ({ args, openDatabase, signal, say, demoPassword }) => {
  const options = readDemoArguments(args)
  if (options === 'help') {
    say(DEMO_USAGE)
    return 0
  }
  const database = await openDatabase()
  if (options.deactivate) {
    const ended = await deactivateDemoUsers(database)
    say(ended.length === 0 ? 'There are no demo users.' : `Deactivated ${ended.length} demo users.`)
    return 0
  }
  if (options.newPassword) {
    say(signInsText(await settleDemoUsers(database, demoPassword ?? newPassword())))
    return 0
  }
  if (options.reset) say(await reset(database, options.evenRealData))
  else if (!options.add && !(await isEmptyDatabase(database))) {
    throw new CodedError(
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
    ...(options.ordersPerDay !== undefined && { ordersPerDay: options.ordersPerDay }),
    mode: options.add ? 'add' : 'empty',
    ...(demoPassword !== undefined && { password: demoPassword }),
    onProgress: ({ step, done, total }) => {
      signal.throwIfAborted()
      progress?.show({ done, total, text: step })
    },
  }).finally(() => progress?.stop())
  if (!result.filled) throw new CodedError('not_empty', 'Meanwhile somebody else has filled the database.')

  const { filled: _, ...counts } = result
  const seconds = (performance.now() - begun) / 1000
  say(
    `Added ${counted(counts)} in ${seconds.toFixed(1)} s.\n\n${signInsText(await settleDemoUsers(database, demoPassword))}\n\n${RESTART}`,
  )
  return 0
}

/** The listening address is chosen at start. */
const RESTART =
  'A server that is running now may still be open to your network. Restart it: with demo users it is open to this machine alone.'

async function reset(database: Database, evenRealData: boolean): Promise<string> {
  if (!evenRealData && !(await isEmptyDatabase(database)) && !(await isDemoDatabase(database))) {
    throw new CodedError(
      'not_demo_data',
      'The database holds data that this command did not make, so nothing was deleted. To delete it anyway: --reset --even-real-data.',
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

function signInsText(demo: DemoUsers | undefined): string {
  if (demo === undefined) return 'There are no demo users.'
  const { password, signIns } = demo
  const widest = Math.max(...signIns.map(({ email }) => email.length))
  return signIns.map(({ email, shows }) => `  ${email.padEnd(widest)}  ${password}  ${shows}`).join('\n')
}
