import { CodedError } from '#server/coded-error.ts'
import { readConfig } from '#server/config.ts'
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { traceOf } from '#server/error-text.ts'
import { asFullDisk } from '#server/full-disk.ts'
import { Interrupted, type Lifecycle, startLifecycle } from '#server/lifecycle.ts'

/**
 * Shared by the command-line programs. Uses DATABASE_URL or DATA_DIR: the running server's database, or one started for
 * the run.
 */

/** 0 success, 1 could not run or was aborted, 2 ran but refused some input. */
export type ExitCode = 0 | 1 | 2

export type ProgramContext = {
  args: string[]
  /** Opened at the first call. @throws CodedError */
  openDatabase: () => Promise<Database>
  /** Its address, as it is: not migrated. `own`: no server may use it. @throws CodedError */
  findDatabase: (mode: 'own' | 'visit') => Promise<string>
  stateDir: string
  signal: AbortSignal
  say: (text: string) => void
  warn: (text: string) => void
  demoPassword?: string
}

export type Program = (context: ProgramContext) => Promise<ExitCode>

export const runProgram = async (program: Program): Promise<never> => {
  // A reader that closes early (`| head`) must not abort the work.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const lifecycle = startLifecycle(complain)
  let exitCode: ExitCode = 1
  try {
    exitCode = await program({
      args: process.argv.slice(2),
      openDatabase: () => openProgramDatabase(lifecycle),
      findDatabase: (mode) => findProgramDatabase(lifecycle, mode),
      signal: lifecycle.signal,
      say: (text) => {
        process.stdout.write(`${text}\n`)
      },
      warn: complain,
      ...settingsOf(process.env),
    })
  } catch (error) {
    const { message, code } = failureOf(asFullDisk(error, embeddedIn))
    complain(`${message} [${code}]`)
  }
  await lifecycle.closeAll()
  process.exit(exitCode)
}

const settingsOf = (environment: NodeJS.ProcessEnv): Pick<ProgramContext, 'stateDir' | 'demoPassword'> => {
  const { demoPassword, stateDir } = readConfig(environment)
  return { stateDir, ...(demoPassword !== undefined && { demoPassword }) }
}

/** The embedded database's data folder, opened at first use. */
let embeddedIn: string | undefined

const complain = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const findProgramDatabase = async ({ open, stop }: Lifecycle, mode: 'own' | 'visit'): Promise<string> => {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl !== undefined) return databaseUrl
  embeddedIn = dataDir
  const { url } = await open(
    () => startEmbeddedPostgres({ dataDir, mode, say: complain, onLost: stop }),
    (opened) => ({ name: 'PostgreSQL', close: opened.stop, patienceMs: 30_000 }),
  )
  return url
}

/** Migrated and ready for bulk work. @throws CodedError */
const openProgramDatabase = async (lifecycle: Lifecycle): Promise<Database> => {
  const { open, run } = lifecycle
  const url = await findProgramDatabase(lifecycle, 'visit')
  await run(() => migrateDatabase(url))
  return open(
    async () => openDatabase({ url, connections: 4, applicationName: 'trolly cli', statementTimeoutMs: 0 }),
    (opened) => ({ name: 'The database pool', close: () => closeDatabase(opened), patienceMs: 10_000 }),
  )
}

export function failureOf(error: unknown): { code: string; message: string } {
  if (error instanceof Interrupted) return { code: 'interrupted', message: 'Interrupted.' }
  if (error instanceof CodedError) {
    return { code: error.code, message: error.message }
  }
  return { code: 'internal', message: traceOf(error) }
}
