import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '#server/start-error.ts'
import type { DataFolder } from './data-folder.ts'
import { isAlive, startOf } from './processes.ts'

/**
 * Which server process owns a data folder: one at a time.
 *
 * An advisory lock in the folder's own PostgreSQL decides. It is held by a connection that stays open, so it ends with the
 * process however that ends, and of two that start at once one has it. Beside it a file names the owner: for whoever is
 * refused, and to keep the folder for an owner that lives while PostgreSQL restarts itself and all locks are gone for
 * a moment. The file proves nothing alone: it counts while the process lives that it names by number and starting time.
 */
export type Ownership = {
  /** Says which port the owner serves on, for whoever is refused. */
  announce: (port: number) => void
  /** Keeps the folder while `stop` runs, so that whoever starts meanwhile waits until all is over. */
  releaseAfter: (stop: () => Promise<void>) => Promise<void>
}

export type OwnershipRequest = {
  folder: DataFolder
  url: string
  postmasterPid: number
  /** What the owner is, for whoever is refused. */
  what: string
  /** Told when the folder is lost for good: PostgreSQL has gone, or another process has taken it. */
  onLost: (error: StartError) => void
}

type Owner = { pid: number; startedAt: string | undefined; what: string; since: string }

/** Any two numbers that nobody else takes an advisory lock on in the maintenance database ('trol', 'ownr'). */
const OWNER_LOCK = [0x74726f6c, 0x6f776e72] as const
/** How long a killed owner's connection may take to be noticed, and a new owner to write down its name. */
const UNSURE_MS = 3_000
const REGAIN_MS = 30_000
const POLL_MS = 50

/** @throws StartError `data_dir_in_use`, saying who owns the folder */
export const takeOwnership = async ({
  folder,
  url,
  postmasterPid,
  what,
  onLost,
}: OwnershipRequest): Promise<Ownership> => {
  const me: Owner = {
    pid: process.pid,
    startedAt: startOf(process.pid),
    what,
    since: new Date().toISOString(),
  }
  let released = false
  let client = await lock(url, folder, { mine: false })
  writeOwner(folder, me)

  const hold = (held: pg.Client): void => {
    held.on('end', () => {
      if (!released) void regain()
    })
  }
  /** PostgreSQL cuts all connections when one of its processes crashes, and is back within a second or two. */
  const regain = async (): Promise<void> => {
    const deadline = Date.now() + REGAIN_MS
    for (;;) {
      try {
        client = await lock(url, folder, { mine: true })
        if (released) await client.end()
        else hold(client)
        return
      } catch (error) {
        if (released) return
        if (error instanceof StartError) return onLost(error)
        if (!isAlive(postmasterPid) || Date.now() > deadline) return onLost(databaseStopped(error))
        await delay(POLL_MS)
      }
    }
  }
  hold(client)

  return {
    announce: (port) => writeOwner(folder, { ...me, what: `port ${port}` }),
    releaseAfter: async (stop) => {
      released = true
      await stop()
      rmSync(folder.ownerFile, { force: true })
      await client.end().catch(() => {}) // Already cut: that is a release, too.
    },
  }
}

/** @param mine the folder is this process's, whose lock went with a connection: who has it now only looks. */
async function lock(url: string, folder: DataFolder, { mine }: { mine: boolean }): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trolly data folder',
    keepAlive: true,
  })
  client.on('error', () => {}) // 'end' follows, and decides.
  await client.connect()
  try {
    const deadline = Date.now() + UNSURE_MS
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, $2) as taken',
        [...OWNER_LOCK],
      )
      const owner = readOwner(folder)
      if (!mine && owner !== undefined && lives(owner)) throw inUse(folder, owner)
      if (rows[0]?.taken) return client
      if (Date.now() > deadline) throw inUse(folder, owner)
      await delay(POLL_MS)
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

const lives = ({ pid, startedAt }: Owner): boolean => isAlive(pid) && startOf(pid) === startedAt

function readOwner({ ownerFile }: DataFolder): Owner | undefined {
  try {
    return JSON.parse(readFileSync(ownerFile, 'utf8')) as Owner
  } catch {
    // None, or a crash cut it off while it was written: either way it names nobody who lives.
    return undefined
  }
}

function writeOwner({ ownerFile }: DataFolder, owner: Owner): void {
  // Root writes here into a folder of another user's: never through a link.
  rmSync(ownerFile, { force: true })
  writeFileSync(ownerFile, JSON.stringify(owner), { mode: 0o600, flag: 'wx' })
}

function inUse({ root }: DataFolder, owner: Owner | undefined): StartError {
  const who =
    owner === undefined ? 'by another process' : `(process ${owner.pid}, ${owner.what}, since ${owner.since})`
  return new StartError(
    'data_dir_in_use',
    `${root} is in use ${who}. Stop that one, or start this one with another DATA_DIR and PORT.`,
  )
}

function databaseStopped(cause: unknown): StartError {
  return new StartError('database_stopped', 'The embedded PostgreSQL has stopped. Start the server again.', {
    cause,
  })
}
