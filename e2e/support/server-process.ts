import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DEMO_PASSWORD } from './demo-password.ts'

/** The built server as `npm start` runs it: a process with an embedded database. */
export type ServerProcess = {
  child: ChildProcess
  /** From the start of the process to the first reply of /api/health/ready. */
  startedInMs: number
  /** Its output so far. */
  output: () => string
  /** Resolves once it has ended; after SIGTERM it must have ended cleanly. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** The folder of a build: the project's own, unless another is named. */
export const THIS_BUILD = join(import.meta.dirname, '../..')
const START_MS = 60_000
/** A hundred thousand products, on a slow machine. */
const PROGRAM_MS = 600_000
const POLL_MS = 5
/** Limit for its log; later output does not explain a failed start. */
const OUTPUT_MAX = 1_000_000

/** Resolves once it serves `url`. `env` is its whole environment, with DATA_DIR and PORT. */
export const startServerProcess = async (
  url: string,
  env: Record<string, string>,
  build = THIS_BUILD,
): Promise<ServerProcess> => {
  const begun = performance.now()
  const start = readStart(build)
  const child = spawn(process.execPath, [...start.flags, join(build, 'dist/server/main.js')], {
    cwd: build,
    env: { ...start.env, ...environment(env) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < OUTPUT_MAX) output += text
    })
  }
  await untilReady(url, child, () => output)
  return {
    child,
    startedInMs: performance.now() - begun,
    output: () => output,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill(signal)
        await ended
      }
      if (signal === 'SIGTERM' && child.exitCode !== 0)
        throw new Error(`The server did not stop cleanly:\n${output}`)
    },
  }
}

/** Runs one of the server's own command-line programs, such as `import`, and returns its output. */
export const runServerProgram = async (
  name: string,
  args: string[],
  env: Record<string, string>,
  build = THIS_BUILD,
): Promise<string> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(build, 'dist/server/cli', `${name}.js`), ...args],
    { cwd: build, env: environment(env), maxBuffer: 2 ** 24, timeout: PROGRAM_MS },
  )
  return stdout
}

/** The process id of the embedded database in a data folder, while it runs. */
export const databaseUrlOf = (dataDir: string): string => {
  const postgres = join(dataDir, 'postgres')
  const password = readFileSync(join(postgres, 'password'), 'utf8')
  const port = readFileSync(join(postgres, 'cluster/postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://trolly:${password}@127.0.0.1:${port}/trolly?sslmode=disable`
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

/** Of `NAME=value exec node --flag scripts/start.mjs` in package.json. */
const readStart = (build: string): { env: Record<string, string>; flags: string[] } => {
  const { scripts } = JSON.parse(readFileSync(join(build, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const words = scripts.start.split(' ')
  const settings = words.slice(0, words.indexOf('exec')).map((word) => word.split('=') as [string, string])
  return { env: Object.fromEntries(settings), flags: words.filter((word) => word.startsWith('--')) }
}

const environment = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  DEMO_PASSWORD,
  STATE_DIR: `${env.DATA_DIR}-state`,
  ...env,
})

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_MS
  for (;;) {
    const end = child.exitCode ?? child.signalCode
    if (end !== null) throw new Error(`The server ended with ${end}:\n${output()}`)
    // It refuses connections until it is ready.
    const ready = await fetch(`${url}/api/health/ready`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (ready) return
    if (Date.now() > deadline) {
      child.kill('SIGTERM')
      throw new Error(`The server was not ready within ${START_MS} ms:\n${output()}`)
    }
    await delay(POLL_MS)
  }
}
