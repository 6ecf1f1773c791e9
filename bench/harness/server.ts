import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BenchContext } from './bench.ts'

/**
 * The built server as it is deployed: `node dist/server/main.js`, a process of its own with an embedded database, which
 * commits with fsync. It differs from `npm start` in one setting: RATE_LIMIT_FACTOR is 0, since all callers share an address.
 */
export type BenchServer = {
  url: string
  databaseUrl: string
  dataDir: string
  /** From the start of its process to the first reply of /api/health/ready. */
  startedInMs: number
  /** Resident memory of the process, without its database's. */
  residentBytes: () => number
  /** Processor time that the process has used so far. */
  cpuMs: () => number
  output: () => string
  stop: () => Promise<void>
}

export const DIST_SERVER = join(import.meta.dirname, '../../dist/server')
const PROGRAM = join(DIST_SERVER, 'main.js')
const START_MS = 60_000
const POLL_MS = 5
const CLOCK_TICKS_A_SECOND = 100

const prepared = new Map<string, Promise<string>>()

/**
 * A data folder of the demo with that many products, to be removed by whoever asked. Filled once a run for each number,
 * then copied, so that no bench finds what another has left.
 */
export const demoData = async (context: BenchContext, products: number): Promise<string> => {
  const name = `prepared-${products}`
  const making = prepared.get(name) ?? fill(context, name, products)
  prepared.set(name, making)
  const dataDir = mkdtempSync(join(context.folder, 'data-'))
  // With owners and modes: PostgreSQL refuses a cluster that others may read.
  await promisify(execFile)('cp', ['-a', `${await making}/.`, dataDir])
  return dataDir
}

/** Runs one of the server's own command-line programs, such as `import`, and gives what it says. */
export const runServerProgram = async (
  name: string,
  args: string[],
  env: Record<string, string>,
): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(DIST_SERVER, 'cli', `${name}.js`), ...args],
    { env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env }, maxBuffer: 2 ** 24 },
  )
  return stdout
}

/** Starts a server, hands it to `work`, and stops it however that ends; its data goes too. */
export const withServer = async <Result>(
  { dataDir, env = {} }: { dataDir: string; env?: Record<string, string> },
  work: (server: BenchServer) => Promise<Result>,
): Promise<Result> => {
  const server = await startServer({ dataDir, env })
  try {
    return await work(server)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const startServer = async ({
  dataDir,
  env = {},
}: {
  dataDir: string
  env?: Record<string, string>
}): Promise<BenchServer> => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO_PRODUCTS: '0',
      RATE_LIMIT_FACTOR: '0',
      ...env,
    },
    // What it logs is written where a log would be, and not read by the process that measures.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < 100_000) output += text
    })
  }
  await untilReady(url, child, () => output)
  const startedInMs = performance.now() - begun
  return {
    url,
    databaseUrl: env.DATABASE_URL ?? databaseUrlOf(dataDir),
    dataDir,
    startedInMs,
    residentBytes: () => residentBytesOf(child),
    cpuMs: () => cpuMsOf(child),
    output: () => output,
    stop: () => stop(child, () => output),
  }
}

async function fill(context: BenchContext, name: string, products: number): Promise<string> {
  const folder = join(context.folder, name)
  context.say(`   filling a database with ${products.toLocaleString('en-GB')} products`)
  await runServerProgram('demo', ['--products', String(products), '--quiet'], { DATA_DIR: folder })
  return folder
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    const ready = await fetch(`${url}/api/health/ready`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The server was not ready within ${START_MS} ms:\n${output()}`)
    }
    await delay(POLL_MS)
  }
}

async function stop(child: ChildProcess, output: () => string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  if (child.exitCode !== 0) throw new Error(`The server did not stop cleanly:\n${output()}`)
}

/** Linux tells it without asking the process; elsewhere `ps` does. */
function residentBytesOf({ pid }: ChildProcess): number {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) throw new Error('Resident memory is read from /proc, which is not here.')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

function cpuMsOf({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, , , , , , , , , , , user = '0', system = '0'] = stat.slice(stat.lastIndexOf(')') + 1).split(' ')
  return ((Number(user) + Number(system)) * 1000) / CLOCK_TICKS_A_SECOND
}

function databaseUrlOf(dataDir: string): string {
  const postgres = join(dataDir, 'postgres')
  const password = readFileSync(join(postgres, 'password'), 'utf8')
  const port = readFileSync(join(postgres, 'cluster/postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://trolly:${password}@127.0.0.1:${port}/trolly?sslmode=disable`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
