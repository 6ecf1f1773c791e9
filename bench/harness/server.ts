import { existsSync, readFileSync, rmSync } from 'node:fs'
import { databaseUrlOf, freePort, startServerProcess } from '#e2e/support/server-process.ts'

/**
 * The built server as deployed, with fsync, as `npm start` runs it except for RATE_LIMIT_FACTOR 0, since all callers share an
 * address.
 */
export type BenchServer = {
  url: string
  databaseUrl: string
  dataDir: string
  /** From the start of its process to the first reply of /api/health/ready. */
  startedInMs: number
  /** Resident memory of the process, excluding its database. */
  residentBytes: () => number
  stop: () => Promise<void>
}

type Settings = { dataDir: string; env?: Record<string, string>; build?: string | undefined }

/** Starts a server, passes it to `work`, and always stops it and deletes its data. */
export const withServer = async <Result>(
  settings: Settings,
  work: (server: BenchServer) => Promise<Result>,
): Promise<Result> => {
  const server = await startServer(settings)
  try {
    return await work(server)
  } finally {
    await server.stop()
    rmSync(settings.dataDir, { recursive: true, force: true })
  }
}

export const startServer = async ({ dataDir, env = {}, build }: Settings): Promise<BenchServer> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    DEMO_PRODUCTS: '0',
    RATE_LIMIT_FACTOR: '0',
    ...env,
  }
  const { child, startedInMs, end } = await startServerProcess(url, settings, build)
  return {
    url,
    databaseUrl: env.DATABASE_URL ?? databaseUrlOf(dataDir),
    dataDir,
    startedInMs,
    residentBytes: () => residentBytesOf(child.pid),
    stop: () => end('SIGTERM'),
  }
}

/** Linux reports it without asking the process. */
function residentBytesOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) throw new Error('Resident memory is read from /proc, which is not here.')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
