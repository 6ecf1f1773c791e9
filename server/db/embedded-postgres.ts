import { spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/start-error.ts'
import {
  ADMINISTRATOR,
  type ClusterParts,
  clusterUser,
  prepareCluster,
  programEnvironment,
} from './cluster.ts'
import { type DataFolder, type Ownership, openDataFolder, takeOwnership } from './data-folder.ts'
import { findPostgresBinaries, launchAs } from './postgres-binaries.ts'
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'

/**
 * The PostgreSQL that comes with the server: its data under DATA_DIR/postgres, reachable from this machine alone (on
 * 127.0.0.1, with a random password kept beside the data), on a port that is free when it starts.
 *
 * It is a process of its own and outlives a server that is killed. The next start finds it by its postmaster.pid, makes
 * sure that it is the one of this folder, and goes on with it.
 */
export type EmbeddedPostgres = {
  /** The database `trolly`, which exists; its schema is migrateDatabase's. */
  url: string
  /** False where a server that was already running is only visited. */
  owned: boolean
  /** Says which port the server listens on, for whoever is refused the folder. */
  announce: (port: number) => Promise<void>
  /** Stops PostgreSQL and gives up the folder; a visitor only leaves. */
  stop: () => Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** 'own' refuses a folder that a server owns; 'visit' (import, export) uses the PostgreSQL that this server runs. */
  mode: 'own' | 'visit'
  /** Settings beyond those below, such as `fsync: 'off'` for tests. */
  settings?: Record<string, string>
  /** For what takes long or is worth knowing. */
  say?: (line: string) => void
  /** PostgreSQL or the ownership of the folder has gone while in use. */
  onLost?: (error: StartError) => void
}

const DATABASE = 'trolly'
/** Recovery after a crash replays at most max_wal_size (1 GB). */
const READY_MS = 120_000
const WORTH_A_WORD_MS = 3_000
const POLL_MS = 20
const START_ATTEMPTS = 5
const LOG_BYTES_AT_MOST = 5_000_000
const DUPLICATE_DATABASE = '42P04'
const CANNOT_CONNECT_NOW = '57P03'
const ADMIN_SHUTDOWN = '57P01'

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // A socket's path may be 107 bytes long at most, which a data folder's can exceed.
  unix_socket_directories: '',
  cluster_name: 'trolly',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The data lies on a solid-state disk or in memory far more often than on a turning one.
  random_page_cost: '1.1',
}

/**
 * @throws StartError `data_dir_not_writable`, `data_dir_in_use`, `data_dir_other_version`, `data_dir_uncertain`,
 * `database_binaries_missing`, `database_user_missing`, `database_not_starting`
 */
export const startEmbeddedPostgres = async ({
  dataDir,
  mode,
  settings = {},
  say = () => {},
  onLost = () => {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const folder = openDataFolder(dataDir)
  const cluster: ClusterParts = { folder, binaries: await findPostgresBinaries(), say }
  await prepareCluster(cluster)

  const deadline = Date.now() + READY_MS
  for (;;) {
    const postmaster = await findOrStart(cluster, { ...SETTINGS, ...settings })
    try {
      return await enter({ folder, postmaster, mode, onLost })
    } catch (error) {
      // It was about to stop when it was found (its owner is shutting down): wait until it has, and start it anew.
      if (!isEnding(error) || Date.now() > deadline) throw error
      await delay(POLL_MS)
    }
  }
}

type Entrance = {
  folder: DataFolder
  postmaster: Postmaster
  mode: 'own' | 'visit'
  onLost: (error: StartError) => void
}

async function enter({ folder, postmaster, mode, onLost }: Entrance): Promise<EmbeddedPostgres> {
  const password = readFileSync(folder.passwordFile, 'utf8')
  const urlOf = (database: string): string =>
    `postgres://${ADMINISTRATOR}:${password}@127.0.0.1:${postmaster.port}/${database}?sslmode=disable`

  const ownership = await takeOwnershipOrVisit(mode, { folder, url: urlOf('postgres'), onLost })
  await createDatabaseIfMissing(urlOf('postgres'))
  return {
    url: urlOf(DATABASE),
    owned: ownership !== undefined,
    announce: async (port) => ownership?.announce(port),
    stop: async () => ownership?.releaseAfter(() => stopPostmaster(folder.cluster, postmaster.pid)),
  }
}

async function takeOwnershipOrVisit(
  mode: 'own' | 'visit',
  request: Parameters<typeof takeOwnership>[0],
): Promise<Ownership | undefined> {
  try {
    return await takeOwnership(request)
  } catch (error) {
    if (mode === 'visit' && error instanceof StartError && error.code === 'data_dir_in_use') return undefined
    throw error
  }
}

/** Waits for the server that runs on the cluster to be ready, or starts one where none runs. */
async function findOrStart(parts: ClusterParts, settings: Record<string, string>): Promise<Postmaster> {
  const { folder, say } = parts
  const begun = Date.now()
  let own: { failed: () => boolean } | undefined
  let attempts = 0
  let said = false
  for (;;) {
    const running = await findPostmaster(folder.cluster)
    if (running?.status === 'ready') return running
    if (running === undefined && (own === undefined || own.failed())) {
      if (attempts === START_ATTEMPTS) throw notStarting(folder)
      attempts += 1
      own = await launch(parts, settings)
    }
    const waitedMs = Date.now() - begun
    if (waitedMs > READY_MS) throw notStarting(folder)
    if (waitedMs > WORTH_A_WORD_MS && !said) {
      said = true
      say('Waiting for PostgreSQL, which recovers from a crash or is being stopped…')
    }
    await delay(POLL_MS)
  }
}

async function launch(
  parts: ClusterParts,
  settings: Record<string, string>,
): Promise<{ failed: () => boolean }> {
  const { folder, binaries } = parts
  const runAs = await clusterUser(parts)
  const port = await freePort(folder)
  const log = openLog(folder)
  try {
    if (runAs !== undefined) fchownSync(log, runAs.uid, runAs.gid)
    const { command, args, ids } = launchAs(
      runAs,
      binaries.postgres,
      [
        ...['-D', folder.cluster, '-p', String(port)],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      folder.cluster,
    )
    // Detached: Ctrl-C goes to all processes of the terminal, and PostgreSQL must outlive the server's last statements.
    // It writes to a file and not through a pipe, which would end with this process.
    const child = spawn(command, args, {
      ...ids,
      cwd: folder.cluster,
      env: programEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
    })
    let failed = false
    child.on('error', () => {
      failed = true
    })
    child.on('exit', () => {
      failed = true
    })
    child.unref()
    return { failed: () => failed }
  } finally {
    closeSync(log)
  }
}

/** The port of last time where it is still free, so that a person's own client finds the database again. */
async function freePort({ portFile }: DataFolder): Promise<number> {
  const last = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const port = (await tryPort(last)) ?? (await tryPort(0))
  if (port === undefined)
    throw new StartError('database_not_starting', 'No free port on 127.0.0.1 for PostgreSQL.')
  if (port !== last) {
    rmSync(portFile, { force: true })
    writeFileSync(portFile, String(port), { mode: 0o600, flag: 'wx' })
  }
  return port
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}

function openLog({ logFile }: DataFolder): number {
  if (existsSync(logFile) && statSync(logFile).size > LOG_BYTES_AT_MOST) renameSync(logFile, `${logFile}.1`)
  // Root writes here into a folder of another user's: never through a link.
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
  return openSync(logFile, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
}

async function createDatabaseIfMissing(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === DUPLICATE_DATABASE)) throw error
  } finally {
    await client.end()
  }
}

function notStarting({ logFile }: DataFolder): StartError {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : []
  const last = lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? 'it wrote no log'
  return new StartError('database_not_starting', `PostgreSQL does not start: ${last} (more in ${logFile}).`)
}

function isEnding(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return (
    code === CANNOT_CONNECT_NOW || code === ADMIN_SHUTDOWN || code === 'ECONNREFUSED' || code === 'ECONNRESET'
  )
}
