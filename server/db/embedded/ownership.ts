import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CodedError } from '#server/coded-error.ts'
import type { DataFolder } from './data-folder.ts'
import { isAlive, startOf } from './processes.ts'

/**
 * One server process at a time owns a data folder. An open connection holds an advisory lock in the folder's
 * PostgreSQL, so ownership ends with the process. A file names the owner for refused programs, and keeps the folder
 * while a PostgreSQL restart drops all locks. The file counts only while the process with its number and start time
 * lives.
 */
export type Ownership = {
  /** Tells refused programs which port the owner serves on. */
  announce: (port: number) => void
  /** Keeps the folder while `stop` runs, so that new starts wait. */
  releaseAfter: (stop: () => Promise<void>) => Promise<void>
}

export type OwnershipRequest = {
  folder: DataFolder
  url: string
  postmasterPid: number
  /** Describes the owner to refused programs. */
  what: string
  /** Called when the folder is lost for good: PostgreSQL has gone or another process owns it. */
  onLost: (error: CodedError) => void
}

type Owner = { pid: number; startedAt: string | undefined; what: string; since: string }

/** Our advisory lock number in the maintenance database ('trol', 'ownr'). */
const OWNER_LOCK = [0x74726f6c, 0x6f776e72] as const
/** Time for PostgreSQL to notice a killed owner, and for a new one to write its name. */
const UNSURE_MS = 3_000
const REGAIN_MS = 30_000
const POLL_MS = 50

/** @throws CodedError `data_dir_in_use`, naming the owner */
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
  /** PostgreSQL drops all connections when one of its processes crashes, and returns within seconds. */
  const regain = async (): Promise<void> => {
    const deadline = performance.now() + REGAIN_MS
    for (;;) {
      try {
        client = await lock(url, folder, { mine: true })
        if (released) await client.end()
        else hold(client)
        return
      } catch (error) {
        if (released) return
        if (error instanceof CodedError) return onLost(error)
        if (!isAlive(postmasterPid) || performance.now() > deadline) return onLost(databaseStopped(error))
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

/** @param mine this process owns the folder but lost its lock's connection; another holder is only looking */
async function lock(url: string, folder: DataFolder, { mine }: { mine: boolean }): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'trolly data folder',
    keepAlive: true,
  })
  client.on('error', () => {}) // 'end' follows, and decides.
  await client.connect()
  try {
    const deadline = performance.now() + UNSURE_MS
    for (;;) {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, $2) as taken',
        [...OWNER_LOCK],
      )
      const owner = readOwner(folder)
      if (!mine && owner !== undefined && lives(owner)) throw inUse(folder, owner)
      if (rows[0]?.taken) return client
      if (performance.now() > deadline) throw inUse(folder, owner)
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
    // Missing or half-written: no living owner.
    return undefined
  }
}

function writeOwner({ ownerFile }: DataFolder, owner: Owner): void {
  // Root writes into another user's folder: never through a link.
  rmSync(ownerFile, { force: true })
  writeFileSync(ownerFile, JSON.stringify(owner), { mode: 0o600, flag: 'wx' })
}

function inUse({ root }: DataFolder, owner: Owner | undefined): CodedError {
  const who =
    owner === undefined ? 'by another process' : `(process ${owner.pid}, ${owner.what}, since ${owner.since})`
  return new CodedError(
    'data_dir_in_use',
    `${root} is in use ${who}. Stop that one, or start this one with another DATA_DIR and PORT.`,
  )
}

function databaseStopped(cause: unknown): CodedError {
  return new CodedError('database_stopped', 'The embedded PostgreSQL has stopped. Start the server again.', {
    cause,
  })
}
