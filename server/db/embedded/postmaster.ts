import { readFileSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CodedError } from '#server/coded-error.ts'
import { commandOf, isAlive, processesIn, stateLetter, workingFolderOf } from './processes.ts'

/**
 * Identifies a data folder's PostgreSQL by postmaster.pid and the process: the file survives crashes, and its number
 * may belong to another program.
 */
export type Postmaster = {
  pid: number
  port: number
  status: 'starting' | 'stopping' | 'ready'
}

type ProcessState = 'gone' | 'zombie' | 'ours' | 'other' | 'unknown'

const POLL_MS = 20
/** Time for a killed server's children to notice; long statements take longest. */
const ORPHANS_MS = 30_000

/**
 * The live server of this cluster, or undefined. Removes a stale pid file on which PostgreSQL would stumble (its number
 * belongs to another process or a zombie).
 * @throws CodedError `data_dir_uncertain` if the process cannot be identified
 */
export const findPostmaster = async (cluster: string): Promise<Postmaster | undefined> => {
  const deadline = performance.now() + ORPHANS_MS
  for (;;) {
    const file = readPidFile(cluster)
    if (file === undefined) return undefined
    const state = processState(file.pid, cluster)
    if (state === 'ours') return file
    if (state === 'gone') return undefined
    if (state === 'unknown') throw uncertain(cluster, file.pid)
    if (state === 'other') {
      removeStalePidFile(cluster, file.pid)
      return undefined
    }
    // A zombie is dead, but PostgreSQL takes its number for alive, perhaps for ever. Its children end by themselves,
    // after which the cluster is free.
    if (processesIn(cluster).length === 0) {
      removeStalePidFile(cluster, file.pid)
      return undefined
    }
    if (performance.now() > deadline) throw uncertain(cluster, file.pid)
    await delay(POLL_MS)
  }
}

/** Allows for the checkpoint after an import. */
const STOP_MS = 20_000
/** Reserved for immediate shutdown, and for killing. */
const QUIT_MS = 500
const KILL_MS = 200

/** Ends the server, first with a full shutdown, then with one that recovers at its next start. Neither loses commits. */
export const stopPostmaster = async (cluster: string, pid: number, withinMs = STOP_MS): Promise<void> => {
  for (const { signal, waitMs } of [
    { signal: 'SIGINT', waitMs: withinMs - QUIT_MS - KILL_MS },
    { signal: 'SIGQUIT', waitMs: QUIT_MS },
    { signal: 'SIGKILL', waitMs: KILL_MS },
  ] as const) {
    if (processState(pid, cluster) !== 'ours') return
    process.kill(pid, signal)
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      if (processState(pid, cluster) !== 'ours') return
      await delay(POLL_MS)
    }
  }
}

function readPidFile(cluster: string): Postmaster | undefined {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
  // Lines: pid, data directory, start time, port, socket directory, address, shared memory key, status.
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const word = lines[7]?.trim()
  return {
    pid,
    port: Number(lines[3]),
    status: word === 'ready' ? 'ready' : word === 'stopping' ? 'stopping' : 'starting',
  }
}

function processState(pid: number, cluster: string): ProcessState {
  const letter = stateLetter(pid)
  if (letter === undefined) return 'gone'
  if (letter === 'Z') return 'zombie'
  const command = commandOf(pid)
  if (command === undefined) return isAlive(pid) ? 'unknown' : 'gone'
  if (!isPostgres(command)) return 'other'
  // A postmaster works in its data folder even after a rename, while its command line has the old name.
  const folder = workingFolderOf(pid)
  if (folder !== undefined) return isSameFolder(folder, cluster) ? 'ours' : 'other'
  return command.includes(` -D ${cluster} `) ? 'ours' : 'other'
}

const isPostgres = (command: string): boolean =>
  /^postgres(\.exe)?$/.test(basename(command.split(' -D ')[0] ?? ''))

function isSameFolder(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false
  }
}

/** Unless another start has written its own. */
function removeStalePidFile(cluster: string, pid: number): void {
  if (readPidFile(cluster)?.pid === pid) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function uncertain(cluster: string, pid: number): CodedError {
  return new CodedError(
    'data_dir_uncertain',
    `${join(cluster, 'postmaster.pid')} names process ${pid}, and it cannot be told whether that is a PostgreSQL of this folder. If it is not, delete that file.`,
  )
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
