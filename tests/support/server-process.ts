import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { stopDatabaseIn } from './leftovers.ts'

/**
 * The built server as a separate process, with embedded databases in temporary folders: for what only a real process can show,
 * such as signals, crashes and simultaneous starts. tests/support/database-server.ts builds it; tests/support/server-setup.ts
 * removes the processes, databases and folders that a test leaves behind.
 */
export type ServerProcess = {
  pid: number
  /** Waits until it serves. @returns its origin */
  ready: () => Promise<string>
  /** @returns the exit code, or the signal that ended it */
  ended: () => Promise<number | NodeJS.Signals>
  kill: (signal: NodeJS.Signals) => void
  /** Standard output and errors so far. */
  output: () => string
}

const ROOT = join(import.meta.dirname, '../..')
const POLL_MS = 20
/** Far longer than anything here takes, for busy machines. */
const PATIENCE_MS = 60_000

let prepared: Promise<string> | undefined
const folders = new Set<string>()
const children = new Set<ChildProcess>()

export const removeLeftBehind = async (): Promise<void> => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  for (const folder of folders) {
    await stopDatabaseIn(folder)
    rmSync(folder, { recursive: true, force: true })
    rmSync(stateDirOf(folder), { recursive: true, force: true })
  }
  folders.clear()
}

/** An empty folder for DATA_DIR, removed after the test together with the database that runs in it. */
export const temporaryDataDir = (): string => {
  const folder = newFolder()
  folders.add(folder)
  return folder
}

/** A stopped server's data folder: with a database, migrated and empty. */
export const dataDirWithDatabase = async (): Promise<string> => {
  prepared ??= prepareDatabase()
  const folder = temporaryDataDir()
  await copyFolder(await prepared, folder)
  return folder
}

/** With owners and modes, over what is there. */
export const copyFolder = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/** Beside the data folder: copies of one prepared folder are strangers to each other. */
export const stateDirOf = (dataDir = join(inject('runFolder'), 'process')): string => `${dataDir}-state`

export const clusterIn = (dataDir: string): string => join(dataDir, 'postgres/cluster')
export const pidFile = (dataDir: string): string => join(clusterIn(dataDir), 'postmaster.pid')
export const postmasterPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10)

export const isReady = async (origin: string): Promise<boolean> =>
  (await fetch(`${origin}/api/health/ready`)).ok

export const startServerProcess = (env: Record<string, string>): ServerProcess =>
  startNode(['dist/server/main.js'], {
    APP_ENV: 'development',
    DEMO_PRODUCTS: '0',
    HOST: '127.0.0.1',
    PORT: '0',
    ...env,
  })

/** Any of our programs, such as one that only migrates. */
export const startNode = (args: string[], env: Record<string, string> = {}): ServerProcess => {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, STATE_DIR: stateDirOf(env.DATA_DIR), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const end = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('close', (code, signal) => {
      children.delete(child)
      resolve(code ?? signal ?? 'SIGKILL')
    }),
  )
  return {
    pid: child.pid ?? -1,
    output: () => output,
    ended: () => end,
    kill: (signal) => child.kill(signal),
    ready: async () => {
      await until(
        () => /localhost:\d+/.test(output) || child.exitCode !== null,
        () => output,
      )
      const origin = /http:\/\/localhost:\d+/.exec(output)?.[0]
      if (origin === undefined) throw new Error(`The server ended with ${child.exitCode}:\n${output}`)
      return origin.replace('localhost', '127.0.0.1')
    },
  }
}

/** Waits for a condition that another process brings about. */
export const until = async (holds: () => boolean, describe = () => 'the condition'): Promise<void> => {
  const deadline = Date.now() + PATIENCE_MS
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Not within ${PATIENCE_MS} ms: ${describe()}`)
    await delay(POLL_MS)
  }
}

/** Made once for all files of a worker, and removed with the run's folder. */
async function prepareDatabase(): Promise<string> {
  const folder = newFolder()
  const postgres = await startEmbeddedPostgres({ dataDir: folder, mode: 'own' })
  await migrateDatabase(postgres.url)
  await postgres.stop()
  // Processes crash here, machines do not.
  appendFileSync(join(clusterIn(folder), 'postgresql.conf'), '\nfsync = off\n')
  return folder
}

const newFolder = (): string => mkdtempSync(join(inject('runFolder'), 'process-'))
