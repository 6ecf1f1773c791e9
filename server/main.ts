import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { CodedError } from './coded-error.ts'
import { type Config, readConfig } from './config.ts'
import { closeDatabase, openDatabase } from './db/database.ts'
import { settleDemoUsers } from './db/demo/demo-password.ts'
import { startEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { heartbeatOf } from './db/heartbeat.ts'
import { isSuperuser, migrateDatabase } from './db/migrate.ts'
import { describeSignIns, fillIfEmpty, warningOf, warnOfProxy } from './demo-start.ts'
import { errorText, traceOf } from './error-text.ts'
import { asFullDisk } from './full-disk.ts'
import { deadlineIn, Interrupted, type Lifecycle, startLifecycle } from './lifecycle.ts'
import { hostOf, listen } from './listen.ts'
import { clientFolder } from './paths.ts'
import { runRounds } from './plugins/rounds.ts'

/**
 * Starts database, migrations and app, and stops them in reverse. Run by scripts/start.mjs or directly
 * (docs/operations.md). Exit codes: 0 stopped as asked, 1 could not start or broke (one line with a stable code says
 * why), 130 killed by a second signal.
 */

/** From the signal, or the end of DRAIN_MS, to the process's end: Docker kills after 10 s, others after 5. */
const STOP_MS = 4_600
/** Parts of STOP_MS: requests under way, the last heartbeat, the pool's connections. PostgreSQL has the rest. */
const ANSWER_MS = 2_000
const POOL_MS = 300
const MARGIN_MS = 200
const LAST_BEAT_MS = 500
/** Changes since the last heartbeat before a copy was made can be lost unnoticed. */
const BEAT_EVERY_MS = 10_000

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const complain = (line: string): void => {
  process.stderr.write(`${line}\n`)
}
// A closed terminal must not keep the server from stopping cleanly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const SUPERUSER_WARNING =
  'Warning: DATABASE_URL names a superuser of PostgreSQL. Trolly needs none: give it a role that owns its database and nothing else.'

const lifecycle = startLifecycle(complain)
let stopBy = deadlineIn(STOP_MS)
/** The data folder of the embedded database. */
let embeddedIn: string | undefined
process.on('uncaughtException', (error) => lifecycle.stop(error))
process.on('unhandledRejection', (reason) =>
  lifecycle.stop(reason instanceof Error ? reason : new Error(String(reason))),
)

try {
  await start(lifecycle)
  await lifecycle.stopped()
} catch (error) {
  lifecycle.stop(error instanceof Error ? error : new Error(String(error)))
}
const reason: unknown = lifecycle.signal.reason
if (!(reason instanceof Interrupted)) complain(describe(asFullDisk(reason, embeddedIn)))
stopBy = deadlineIn(STOP_MS)
await lifecycle.closeAll()
process.exit(reason instanceof Interrupted ? 0 : 1)

async function start({ open, run, stop }: Lifecycle): Promise<void> {
  const config = readConfig(process.env)
  const client = findClient(config)
  if (config.databaseUrl === undefined) embeddedIn = config.dataDir

  const postgres =
    config.databaseUrl === undefined
      ? await open(
          () => startEmbeddedPostgres({ dataDir: config.dataDir, mode: 'own', say, onLost: stop }),
          (opened) => ({
            name: 'PostgreSQL',
            close: () => opened.stop(stopBy.leftMs()),
            patienceMs: () => stopBy.leftMs() + MARGIN_MS,
          }),
        )
      : undefined
  const url = postgres?.url ?? config.databaseUrl ?? ''
  await run(() => migrateDatabase(url))
  const database = await open(
    async () => openDatabase({ url, connections: config.databasePool }),
    (opened) => ({ name: 'The database pool', close: () => closeDatabase(opened), patienceMs: POOL_MS }),
  )
  const heartbeat = heartbeatOf({
    url,
    database,
    stateDir: config.stateDir,
    folderMadeAt: postgres?.folderMadeAt,
    onUnrecorded: (error) => complain(unrecorded(config, error)),
  })
  const beat = async (restored?: string): Promise<void> => {
    const notice = await heartbeat.beat(restored)
    if (notice !== undefined) complain(notice)
  }
  // The last one counts what the requests under way at a stop have changed.
  await open(beat, () => ({ name: 'The last heartbeat', close: beat, patienceMs: LAST_BEAT_MS }))
  await run(() => fillIfEmpty(database, { url, config, say }))
  if (await run(() => isSuperuser(database))) complain(SUPERUSER_WARNING)
  const demo = await run(() => settleDemoUsers(database, config.demoPassword))

  const app = await open(
    () =>
      buildApp({
        config,
        database,
        log: logSettings(config),
        ...client,
        onRestored: beat,
      }),
    (opened) => ({
      name: 'The app',
      close: async () => {
        await drain(opened, config)
        stopBy = deadlineIn(STOP_MS)
        await answerAndClose(opened)
      },
      patienceMs: config.drainMs + ANSWER_MS + MARGIN_MS,
    }),
  )
  runRounds(app, { name: 'heartbeat', everyMs: BEAT_EVERY_MS, round: () => beat() })
  const port = await run(() => listen(app, { host: hostOf(config, demo !== undefined), port: config.port }))
  postgres?.announce(port)
  say(['', `Trolly is ready:  http://localhost:${port}`, '', ...describeSignIns(demo), ''].join('\n'))
  if (demo !== undefined) {
    complain(warningOf(demo, config))
    warnOfProxy(app.server, config, complain)
  }
}

const unrecorded = ({ stateDir }: Config, error: unknown): string =>
  `Warning: ${stateDir} cannot be written (${errorText(error)}), so an older state of the database may be put back unnoticed. Set STATE_DIR to a folder that can.`

/** Tells load balancers first; the server still answers, one request per connection. */
async function drain(app: FastifyInstance, { drainMs }: Config): Promise<void> {
  app.health.drain()
  if (app.server.listening) await delay(drainMs)
}

/** Refuses new connections, finishes requests and cuts those that take too long. */
async function answerAndClose(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), ANSWER_MS)
  await app.close()
  clearTimeout(cut)
}

/** In development Vite serves the client. */
function findClient(config: Config): { clientFolder?: string } {
  if (existsSync(join(clientFolder, 'index.html'))) return { clientFolder }
  if (config.env !== 'production') return {}
  throw new CodedError('not_built', `The app is not built (${clientFolder} is missing). Run: npm run build`)
}

function logSettings({ logLevel }: Config) {
  return {
    // At a terminal the address and the sign-ins should stay in sight.
    level: logLevel ?? (process.stdout.isTTY ? 'warn' : 'info'),
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  }
}

function describe(error: unknown): string {
  if (error instanceof CodedError) return `Trolly cannot run: ${error.message} [${error.code}]`
  return `Trolly cannot run: ${traceOf(error)} [internal]`
}
