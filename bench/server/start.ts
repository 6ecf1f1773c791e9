import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Bench } from '#bench/harness/bench.ts'
import { median, timed } from '#bench/harness/samples.ts'
import { startServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { programEnvironment } from '#server/db/embedded/cluster.ts'
import { findPostgresBinaries, launchAs } from '#server/db/embedded/postgres-binaries.ts'

/** A start as after a reboot, without the reboot: the database exists and was stopped cleanly. */
export const start: Bench = {
  name: 'start',
  area: 'server',
  run: async ({ quick }) => {
    const dataDir = await demoData({ products: quick ? 1_000 : 40_000 })
    const ours: number[] = []
    const bare: number[] = []
    try {
      // For the first start the files have to be read from disk.
      for (let round = 0; round < (quick ? 2 : 8); round += 1) {
        const server = await startServer({ dataDir })
        await server.stop()
        const [node, postgres] = [await nodeAlone(), await postgresAlone(dataDir)]
        if (round === 0) continue
        ours.push(server.startedInMs)
        bare.push(node + postgres)
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
    return [
      {
        what: 'start with an existing database to the first reply',
        measured: { value: median(ours) / 1000, unit: 's' },
        reference: {
          what: 'node with an empty program, and PostgreSQL alone',
          figure: { value: median(bare) / 1000, unit: 's' },
        },
        budget: { of: 'ratio', max: 6, target: { max: { value: 1.5, unit: 's' } } },
        note: `${ours.length} starts, ${Math.min(...ours).toFixed(0)}–${Math.max(...ours).toFixed(0)} ms`,
      },
    ]
  },
}

async function nodeAlone(): Promise<number> {
  const { ms } = await timed(async () => {
    const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })
    await new Promise((resolve) => child.once('exit', resolve))
  })
  return ms
}

const POLL_MS = 5

/** Until the first statement is answered. */
async function postgresAlone(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'postgres')
  const cluster = join(folder, 'cluster')
  const port = Number(readFileSync(join(folder, 'port'), 'utf8'))
  const password = readFileSync(join(folder, 'password'), 'utf8')
  const { postgres } = await findPostgresBinaries()
  const { uid, gid } = statSync(cluster)
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const { command, args, ids } = launchAs(
    process.getuid?.() === 0 ? { uid, gid } : undefined,
    postgres,
    ['-D', cluster, '-p', String(port), ...settings],
    cluster,
  )
  const begun = performance.now()
  const child = spawn(command, args, { ...ids, cwd: cluster, stdio: 'ignore', env: programEnvironment() })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    while (!(await answers(`postgres://trolly:${password}@127.0.0.1:${port}/trolly?sslmode=disable`))) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL alone ended with ${child.exitCode}.`)
      await delay(POLL_MS)
    }
    return performance.now() - begun
  } finally {
    // Its "fast" way to stop.
    child.kill('SIGINT')
    await ended
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
