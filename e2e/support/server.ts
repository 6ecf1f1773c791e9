import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/**
 * The built server as `npm start` runs it: a process of its own with an embedded database in a data folder of its own.
 * Stopping it refuses its port, as a server does that is away; starting it again serves the same data on the same port.
 */
export type TrollyServer = {
  /** http://localhost:…, which browsers take for a safe origin. */
  url: string
  /** What it keeps. */
  dataDir: string
  /** For statements about what is kept, while the server runs. */
  databaseUrl: () => string
  start: () => Promise<void>
  /** As Ctrl-C does. */
  stop: () => Promise<void>
  /** As a power cut does to the server; its database outlives it. */
  kill: () => Promise<void>
  /** What it has written so far. */
  output: () => string
}

export type TrollyServerOptions = {
  /** How many demo products its database holds. Filled once a run for each number, then copied. */
  products: number
  /** Further settings, such as LOG_LEVEL. */
  env?: Record<string, string>
}

const PROGRAM = join(import.meta.dirname, '../../dist/server/main.js')
const START_MS = 30_000
/** 40,000 products with their prices and search index, on a machine that is busy with other tests. */
const FILL_MS = 240_000
const POLL_MS = 50

/** A server that runs. Whoever starts it stops it, and its data goes with the run's folder. */
export const startTrollyServer = async ({
  products,
  env = {},
}: TrollyServerOptions): Promise<TrollyServer> => {
  const dataDir = mkdtempSync(join(runFolder(), 'data-'))
  await copyFolder(await preparedData(products), dataDir)
  const server = trollyServer({ dataDir, port: await freePort(), env: { ...env, DEMO_PRODUCTS: '0' } })
  await server.start()
  return server
}

type Place = { dataDir: string; port: number; env: Record<string, string>; startMs?: number }

function trollyServer({ dataDir, port, env, startMs = START_MS }: Place): TrollyServer {
  const url = `http://localhost:${port}`
  let child: ChildProcess | undefined
  let output = ''

  const start = async (): Promise<void> => {
    if (child !== undefined) throw new Error('The server runs already.')
    const started = spawn(process.execPath, [PROGRAM], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child = started
    await untilReady(url, started, { startMs, output: () => output })
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child
    if (ending === undefined) return
    child = undefined
    if (ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((resolve) => ending.once('exit', resolve))
    ending.kill(signal)
    await ended
    if (signal === 'SIGTERM' && ending.exitCode !== 0)
      throw new Error(`The server did not stop cleanly:\n${output}`)
  }

  return {
    url,
    dataDir,
    databaseUrl: () => databaseUrlOf(dataDir),
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    output: () => output,
  }
}

async function untilReady(
  url: string,
  child: ChildProcess,
  { startMs, output }: { startMs: number; output: () => string },
): Promise<void> {
  const deadline = Date.now() + startMs
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    // It refuses connections until it is ready.
    const ready = await fetch(`${url}/api/health/ready`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    if (Date.now() > deadline) {
      child.kill('SIGTERM')
      throw new Error(`The server was not ready within ${startMs} ms:\n${output()}`)
    }
    await delay(POLL_MS)
  }
}

/** A stopped server's data folder with that many demo products, made by whichever worker needs it first. */
async function preparedData(products: number): Promise<string> {
  const folder = join(runFolder(), `prepared-${products}`)
  const finished = `${folder}.finished`
  const failed = `${folder}.failed`
  if (existsSync(finished)) return folder
  if (takeTask(`${folder}.task`)) {
    try {
      mkdirSync(folder)
      const server = trollyServer({
        dataDir: folder,
        port: await freePort(),
        env: { DEMO_PRODUCTS: String(products) },
        startMs: FILL_MS,
      })
      await server.start()
      await server.stop()
      writeFileSync(finished, '')
      return folder
    } catch (error) {
      writeFileSync(failed, error instanceof Error ? error.message : String(error))
      throw error
    }
  }
  const deadline = Date.now() + FILL_MS
  while (!existsSync(finished)) {
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'))
    if (Date.now() > deadline)
      throw new Error(`No data folder with ${products} products within ${FILL_MS} ms.`)
    await delay(POLL_MS)
  }
  return folder
}

function takeTask(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** With owners and modes: PostgreSQL refuses a cluster that others may read. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
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
    probe.listen(0, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

/** Made by the configuration, removed by remove-servers.ts. */
function runFolder(): string {
  const folder = process.env.TROLLY_E2E_FOLDER
  if (folder === undefined)
    throw new Error('TROLLY_E2E_FOLDER is not set: run by Playwright with e2e/playwright.config.ts.')
  return folder
}
