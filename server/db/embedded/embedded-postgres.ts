import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CodedError } from '#server/coded-error.ts'
import { applicationUrl, prepareApplicationDatabase } from './application-role.ts'
import { ADMINISTRATOR, type ClusterParts, prepareCluster } from './cluster.ts'
import { type DataFolder, explainRefusal, openDataFolder } from './data-folder.ts'
import { launchPostgres } from './launch-postgres.ts'
import { type Ownership, takeOwnership } from './ownership.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'

/**
 * The bundled PostgreSQL: data under DATA_DIR/postgres, on 127.0.0.1 at a free port, with a random password beside the
 * data. It outlives a killed server; the next start identifies it by postmaster.pid and reuses it.
 */
export type EmbeddedPostgres = {
  /** The database `trolly` as its owner, who is no superuser. Migrate it separately. */
  url: string
  /** The maintenance database, as the superuser. */
  administratorUrl: string
  owned: boolean
  /** Differs in a copy of the folder; a folder that is only renamed keeps it. */
  folderMadeAt: string
  /** Tells programs that are refused the folder which port the server uses. */
  announce: (port: number) => void
  stop: (withinMs?: number) => Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** 'own' refuses a folder that a server owns; 'visit' (import, export) shares its PostgreSQL. */
  mode: 'own' | 'visit'
  /** In addition to launch-postgres.ts's, such as `fsync: 'off'` for tests. */
  settings?: Record<string, string>
  say?: (line: string) => void
  onLost?: (error: CodedError) => void
}

const DATABASE = 'trolly'
/** Recovery after a crash replays at most max_wal_size (1 GB). */
const READY_MS = 120_000
const WORTH_A_WORD_MS = 3_000
const POLL_MS = 20
const START_ATTEMPTS = 5
const CANNOT_CONNECT_NOW = '57P03'
const ADMIN_SHUTDOWN = '57P01'

/**
 * @throws CodedError `data_dir_not_writable`, `data_dir_in_use`, `data_dir_other_version`, `data_dir_uncertain`,
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
  try {
    await prepareCluster(cluster)
    return await findStartAndEnter(cluster, settings, { mode, onLost })
  } catch (error) {
    throw explainRefusal(error, folder)
  }
}

type Entrance = { mode: 'own' | 'visit'; onLost: (error: CodedError) => void }

async function findStartAndEnter(
  cluster: ClusterParts,
  settings: Record<string, string>,
  entrance: Entrance,
): Promise<EmbeddedPostgres> {
  const deadline = performance.now() + READY_MS
  for (;;) {
    const { postmaster, isOurs } = await findOrStart(cluster, settings)
    try {
      return await enter(cluster.folder, postmaster, entrance)
    } catch (error) {
      // Its owner is shutting down: wait, then start it again.
      if (isEnding(error) && performance.now() <= deadline) {
        await delay(POLL_MS)
        continue
      }
      // Another start has adopted our PostgreSQL.
      const isInUse = error instanceof CodedError && error.code === 'data_dir_in_use'
      if (isOurs && !isInUse) await stopPostmaster(cluster.folder.cluster, postmaster.pid)
      throw error
    }
  }
}

async function enter(
  folder: DataFolder,
  postmaster: Postmaster,
  { mode, onLost }: Entrance,
): Promise<EmbeddedPostgres> {
  const password = readFileSync(folder.passwordFile, 'utf8')
  const administratorUrl = `postgres://${ADMINISTRATOR}:${password}@127.0.0.1:${postmaster.port}/postgres?sslmode=disable`

  const ownership = await takeOwnershipOrVisit(mode, {
    folder,
    url: administratorUrl,
    postmasterPid: postmaster.pid,
    what: mode === 'own' ? 'starting' : 'a command-line program',
    onLost,
  })
  await prepareApplicationDatabase(administratorUrl, DATABASE)
  return {
    url: applicationUrl(administratorUrl, DATABASE),
    administratorUrl,
    owned: ownership !== undefined,
    folderMadeAt: madeAt(join(folder.cluster, 'PG_VERSION')),
    announce: (port) => ownership?.announce(port),
    stop: async (withinMs) =>
      ownership?.releaseAfter(() => stopPostmaster(folder.cluster, postmaster.pid, withinMs)),
  }
}

async function takeOwnershipOrVisit(
  mode: 'own' | 'visit',
  request: Parameters<typeof takeOwnership>[0],
): Promise<Ownership | undefined> {
  try {
    return await takeOwnership(request)
  } catch (error) {
    if (mode === 'visit' && error instanceof CodedError && error.code === 'data_dir_in_use') return undefined
    throw error
  }
}

/** Waits for the running server, or starts one, which is then ours. */
async function findOrStart(
  parts: ClusterParts,
  settings: Record<string, string>,
): Promise<{ postmaster: Postmaster; isOurs: boolean }> {
  const { folder, say } = parts
  const begun = performance.now()
  let own: { hasEnded: () => boolean } | undefined
  let attempts = 0
  let said = false
  for (;;) {
    const running = await findPostmaster(folder.cluster)
    if (running?.status === 'ready') {
      return { postmaster: running, isOurs: own !== undefined && !own.hasEnded() }
    }
    if (running === undefined && (own === undefined || own.hasEnded())) {
      if (attempts === START_ATTEMPTS) throw notStarting(folder)
      attempts += 1
      own = await launchPostgres(parts, settings)
    }
    const waitedMs = performance.now() - begun
    if (waitedMs > READY_MS) throw notStarting(folder)
    if (waitedMs > WORTH_A_WORD_MS && !said) {
      said = true
      say('Waiting for PostgreSQL, which recovers from a crash or is being stopped…')
    }
    await delay(POLL_MS)
  }
}

/** PostgreSQL never writes the file again. Where the file system knows no birth time, the change of owner or mode counts. */
function madeAt(file: string): string {
  const { birthtimeNs, ctimeNs } = statSync(file, { bigint: true })
  return String(birthtimeNs === 0n ? ctimeNs : birthtimeNs)
}

function notStarting({ logFile }: DataFolder): CodedError {
  const lines = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : []
  const last = lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? 'it wrote no log'
  return new CodedError('database_not_starting', `PostgreSQL does not start: ${last} (more in ${logFile}).`)
}

function isEnding(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return (
    code === CANNOT_CONNECT_NOW || code === ADMIN_SHUTDOWN || code === 'ECONNREFUSED' || code === 'ECONNRESET'
  )
}
