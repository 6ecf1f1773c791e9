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
import { CodedError } from '#server/coded-error.ts'
import { type ClusterParts, clusterUser, programEnvironment } from './cluster.ts'
import type { DataFolder } from './data-folder.ts'
import { launchAs } from './postgres-binaries.ts'

const LOG_BYTES_AT_MOST = 5_000_000

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  // A socket path may have 107 bytes, which data folders can exceed.
  unix_socket_directories: '',
  cluster_name: 'trolly',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Assumes solid-state storage.
  random_page_cost: '1.1',
}

/** Does not wait until it is ready. PostgreSQL outlives this process. @returns whether it has ended since */
export const launchPostgres = async (
  parts: ClusterParts,
  settings: Record<string, string>,
): Promise<{ hasEnded: () => boolean }> => {
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
        ...Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
          '-c',
          `${name}=${value}`,
        ]),
      ],
      folder.cluster,
    )
    // Detached, so that Ctrl-C spares it for the server's last statements. Logs to a file, since a pipe would end with
    // this process.
    const child = spawn(command, args, {
      ...ids,
      cwd: folder.cluster,
      env: programEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
    })
    let ended = false
    child.on('error', () => {
      ended = true
    })
    child.on('exit', () => {
      ended = true
    })
    child.unref()
    return { hasEnded: () => ended }
  } finally {
    closeSync(log)
  }
}

/** Prefers the last port, so that database clients find it again. */
async function freePort({ portFile }: DataFolder): Promise<number> {
  const last = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const port = (await tryPort(last)) ?? (await tryPort(0))
  if (port === undefined)
    throw new CodedError('database_not_starting', 'No free port on 127.0.0.1 for PostgreSQL.')
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
  // Root writes into another user's folder: never through a link.
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants
  return openSync(logFile, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600)
}
