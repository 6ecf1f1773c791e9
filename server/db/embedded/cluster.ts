import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { CodedError } from '#server/coded-error.ts'
import { type DataFolder, postgresPaths } from './data-folder.ts'
import { findDatabaseUser, launchAs, type PostgresBinaries, type RunAs } from './postgres-binaries.ts'
import { isAlive } from './processes.ts'

/** Built under another name and renamed when complete: a crash leaves nothing half-made, and two starts share one. */

export const ADMINISTRATOR = 'trolly'
const UNFINISHED = 'postgres.new-'

export type ClusterParts = { folder: DataFolder; binaries: PostgresBinaries; say: (line: string) => void }

/** @throws CodedError `database_not_starting`, `database_user_missing`, `data_dir_uncertain`, `data_dir_other_version` */
export const prepareCluster = async (parts: ClusterParts): Promise<void> => {
  removeUnfinished(parts.folder)
  if (!existsSync(parts.folder.postgres)) await makeCluster(parts)
  requireSameVersion(parts)
}

/** The cluster's owner, as whom PostgreSQL must run; undefined for the current user. */
export const clusterUser = async ({ folder, say }: ClusterParts): Promise<RunAs | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(folder.cluster)
  if (uid !== 0) return { uid, gid }
  // The whole folder was given to root.
  const user = await findDatabaseUser(say)
  if (user !== undefined) handOver(folder.postgres, user)
  return user
}

/** Withholds the shell's PGDATA, PGPORT and locale. */
export const programEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH, LC_ALL: locale() })

async function makeCluster({ folder, binaries, say }: ClusterParts): Promise<void> {
  say('Making the database folder…')
  const runAs = await findDatabaseUser(say)
  const unfinished = join(folder.root, `${UNFINISHED}${process.pid}-${randomBytes(4).toString('hex')}`)
  const paths = postgresPaths(unfinished)
  mkdirSync(unfinished, { mode: 0o700 })
  mkdirSync(paths.cluster, { mode: 0o700 })
  writeFileSync(paths.passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (runAs !== undefined) handOver(unfinished, runAs)

  await initialise({ binaries, cluster: paths.cluster, passwordFile: paths.passwordFile, runAs })
  try {
    renameSync(unfinished, folder.postgres)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another start was first: use its database.
    if (!existsSync(folder.postgres)) throw error
  }
}

async function initialise({
  binaries,
  cluster,
  passwordFile,
  runAs,
}: {
  binaries: PostgresBinaries
  cluster: string
  passwordFile: string
  runAs: RunAs | undefined
}): Promise<void> {
  const { command, args, ids } = launchAs(
    runAs,
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      `--username=${ADMINISTRATOR}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      `--locale=${locale()}`,
      '--no-instructions',
    ],
    cluster,
  )
  const child = spawn(command, args, {
    ...ids,
    cwd: cluster,
    env: programEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (status === 0) return
  rmSync(join(cluster, '..'), { recursive: true, force: true })
  throw new CodedError(
    'database_not_starting',
    `The database folder could not be made: ${complaint.trim().split('\n')[0] || `initdb ended with ${status}`}`,
  )
}

/** Removes what an interrupted start left behind. */
function removeUnfinished({ root }: DataFolder): void {
  for (const name of readdirSync(root)) {
    const pid = name.startsWith(UNFINISHED) ? Number.parseInt(name.slice(UNFINISHED.length), 10) : Number.NaN
    if (Number.isNaN(pid) || isAlive(pid)) continue
    // A killed start's children may still be writing.
    rmSync(join(root, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function requireSameVersion({ folder, binaries }: ClusterParts): void {
  const file = join(folder.cluster, 'PG_VERSION')
  if (!existsSync(file) || !existsSync(folder.passwordFile)) {
    throw new CodedError(
      'data_dir_uncertain',
      `${folder.postgres} is not a whole database: files are missing. Put it back from a backup, or move it away to begin with an empty one.`,
    )
  }
  const version = Number(readFileSync(file, 'utf8'))
  if (version === binaries.majorVersion) return
  throw new CodedError(
    'data_dir_other_version',
    `${folder.postgres} was made by PostgreSQL ${version}, and this is PostgreSQL ${binaries.majorVersion}. Export with the build that made it and import with this one, or set another DATA_DIR.`,
  )
}

/** Contents first: a root without its usual powers cannot enter a folder it has given away. */
function handOver(path: string, { uid, gid }: RunAs): void {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path)) handOver(join(path, name), { uid, gid })
  }
  chownSync(path, uid, gid)
}

/** Sorts by code point with Unicode case mapping: the same on every machine. */
function locale(): string {
  return process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
}
