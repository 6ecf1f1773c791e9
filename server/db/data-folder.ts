import { accessSync, constants, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/start-error.ts'
import { isAlive } from './postmaster.ts'

/**
 * The folder that holds everything that is kept (DATA_DIR), and who owns it.
 *
 * One server process owns a data folder. The proof is an advisory lock in the folder's own PostgreSQL, held by a
 * connection that stays open: it ends with the process however that ends, so a crash leaves nothing behind that could
 * be wrong, and two that start at once cannot both have it. PostgreSQL for its part runs only once on a folder.
 */
export type DataFolder = {
  /** As the system knows it: absolute, without links. */
  root: string
  /** Everything of the embedded database; appears whole (see embedded-postgres.ts). */
  postgres: string
  cluster: string
  passwordFile: string
  portFile: string
  logFile: string
}

export type Ownership = {
  /** Says which port the owner serves on, for whoever is refused. */
  announce: (port: number) => Promise<void>
  /** Keeps the lock while `stop` runs, so that whoever starts meanwhile waits until all is over. */
  releaseAfter: (stop: () => Promise<void>) => Promise<void>
}

/** Any two numbers that nobody else takes an advisory lock on in the maintenance database ('trol', 'ownr'). */
const OWNER_LOCK = [0x74726f6c, 0x6f776e72] as const
/** How long a killed owner's connection may take to be noticed. */
const DEAD_OWNER_MS = 3_000
const REGAIN_MS = 30_000
const POLL_MS = 50

/** Makes the folder where it is missing. @throws StartError `data_dir_not_writable` */
export const openDataFolder = (dataDir: string): DataFolder => {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw notWritable(dataDir, error)
  }
  const root = realpathSync(dataDir)
  const postgres = join(root, 'postgres')
  requireOwnCluster(postgres)
  return { root, ...postgresPaths(postgres) }
}

export const postgresPaths = (postgres: string): Omit<DataFolder, 'root'> => ({
  postgres,
  cluster: join(postgres, 'cluster'),
  passwordFile: join(postgres, 'password'),
  portFile: join(postgres, 'port'),
  logFile: join(postgres, 'server.log'),
})

const FILE_SYSTEM_REFUSALS = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT']

/** Says what the file system refused in the data folder; anything else stays as it is. */
export const explainRefusal = (error: unknown, { root }: DataFolder): unknown =>
  error instanceof Error && 'code' in error && FILE_SYSTEM_REFUSALS.includes(String(error.code))
    ? notWritable('path' in error ? String(error.path) : root, error)
    : error

export type OwnershipRequest = {
  folder: DataFolder
  /** Connection to the maintenance database. */
  url: string
  /** PostgreSQL's process. */
  pid: number
  /** What the owner is, for whoever is refused. */
  who: string
  /** Told when the lock is lost for good: PostgreSQL has gone, or another process has the folder. */
  onLost: (error: StartError) => void
}

/** @throws StartError `data_dir_in_use`, saying who owns the folder */
export const takeOwnership = async ({
  folder,
  url,
  pid,
  who,
  onLost,
}: OwnershipRequest): Promise<Ownership> => {
  let label = ownerLabel(who)
  let released = false
  let client = await lock(url, label, folder)

  const hold = (held: pg.Client): void => {
    held.on('error', () => {}) // 'end' follows, and decides.
    held.on('end', () => {
      if (!released) void regain()
    })
  }
  /** PostgreSQL cuts all connections when one of its processes crashes, and is back within a second or two. */
  const regain = async (): Promise<void> => {
    const deadline = Date.now() + REGAIN_MS
    for (;;) {
      try {
        client = await lock(url, label, folder)
        if (released) await client.end()
        else hold(client)
        return
      } catch (error) {
        if (released) return
        if (error instanceof StartError) return onLost(error)
        if (!isAlive(pid) || Date.now() > deadline) return onLost(databaseStopped(error))
        await delay(POLL_MS)
      }
    }
  }
  hold(client)

  return {
    announce: async (port) => {
      label = ownerLabel(`port ${port}`)
      await client.query("select set_config('application_name', $1, false)", [label])
    },
    releaseAfter: async (stop) => {
      released = true
      await stop()
      await client.end().catch(() => {}) // Already cut: that is a release, too.
    },
  }
}

async function lock(url: string, label: string, folder: DataFolder): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: label, keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  const deadline = Date.now() + DEAD_OWNER_MS
  try {
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, $2) as taken',
        [...OWNER_LOCK],
      )
      if (rows[0]?.taken) return client
      const owner = await findOwner(client)
      const ownerLives = owner?.pid !== undefined && isAlive(owner.pid)
      if (owner !== undefined && (ownerLives || Date.now() > deadline)) throw inUse(folder, owner)
      await delay(POLL_MS)
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

type Owner = { pid: number | undefined; label: string; since: Date }

const ownerLabel = (what: string): string => `trolly, process ${process.pid}, ${what}`

async function findOwner(client: pg.Client): Promise<Owner | undefined> {
  const { rows } = await client.query<{ label: string; since: Date }>(
    `select activity.application_name as label, activity.backend_start as since
       from pg_locks lock join pg_stat_activity activity using (pid)
      where lock.locktype = 'advisory' and lock.granted and lock.classid = $1 and lock.objid = $2
        and activity.datname = current_database()`,
    [...OWNER_LOCK],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const pid = /process (\d+)/.exec(row.label)?.[1]
  return { pid: pid === undefined ? undefined : Number(pid), ...row }
}

function inUse(folder: DataFolder, { label, since }: Owner): StartError {
  return new StartError(
    'data_dir_in_use',
    `${folder.root} is in use (${label}, since ${since.toISOString()}). Stop that one, or start this one with another DATA_DIR and PORT.`,
  )
}

function databaseStopped(cause: unknown): StartError {
  return new StartError('database_stopped', 'The embedded PostgreSQL has stopped. Start the server again.', {
    cause,
  })
}

/** A cluster that another user made cannot be served by this one, root apart. */
function requireOwnCluster(postgres: string): void {
  const uid = process.getuid?.()
  if (uid === undefined || uid === 0 || !existsSync(postgres)) return
  const owner = statSync(postgres).uid
  if (owner === uid) return
  throw new StartError(
    'data_dir_not_writable',
    `${postgres} belongs to the user with id ${owner}, and this is user ${uid}: it was made when the server was started as another user or as root. Start it as then, or set another DATA_DIR.`,
  )
}

function notWritable(path: string, error: unknown): StartError {
  const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
  return new StartError(
    'data_dir_not_writable',
    `The data folder cannot be used: ${path} cannot be made, read or written${reason}. Correct owner, mode or space, or set DATA_DIR to another folder.`,
    { cause: error },
  )
}
