import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePgbench } from '#scripts/setup/pgbench.mjs'
import { percentile } from './samples.ts'

/** PostgreSQL's own load generator: the database's throughput without a server around it. */
export type PgbenchScript = { text: string; weight: number }

export type PgbenchResult = {
  transactions: number
  ratePerSecond: number
  p50Ms: number
  p99Ms: number
}

export type PgbenchOptions = {
  /** A folder for its files. */
  folder: string
  databaseUrl: string
  clients: number
  /** How long, or how many transactions per client if they use something up. */
  until: { seconds: number } | { transactionsEach: number }
  /** One of them is drawn for each transaction. */
  scripts: readonly PgbenchScript[]
  /** Values for the scripts' `:name`; sent as parameters, not written into the statements. */
  variables?: Readonly<Record<string, string>>
}

/** A log line: client, transaction, microseconds taken, script, and when it ended. */
const TOOK_US = 2

/**
 * Statements are prepared, as the server's are.
 * @throws Error `pgbench_missing`, or if pgbench reports a failed transaction
 */
export const runPgbench = async ({
  folder,
  databaseUrl,
  clients,
  until,
  scripts,
  variables = {},
}: PgbenchOptions): Promise<PgbenchResult> => {
  const program = await ensurePgbench()
  const own = mkdtempSync(join(folder, 'pgbench-'))
  try {
    const files = scripts.flatMap(({ text, weight }, index) => {
      const file = join(own, `script-${index}.sql`)
      writeFileSync(file, text)
      return ['-f', `${file}@${weight}`]
    })
    const output = await run(program, [
      ...['--no-vacuum', '--protocol=prepared', '--log', `--log-prefix=${join(own, 'log')}`],
      ...['--client', String(clients), '--jobs', '1'],
      'seconds' in until ? `--time=${until.seconds}` : `--transactions=${until.transactionsEach}`,
      ...files,
      ...Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      databaseUrl,
    ])
    const samples = readdirSync(own)
      .filter((name) => name.startsWith('log'))
      .flatMap((name) => readFileSync(join(own, name), 'utf8').trim().split('\n'))
      .map((line) => Number(line.split(' ')[TOOK_US]) / 1000)
    const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1])
    if (!Number.isFinite(rate) || samples.length === 0) throw new Error(`pgbench told no rate:\n${output}`)
    return {
      transactions: samples.length,
      ratePerSecond: rate,
      p50Ms: percentile(samples, 0.5),
      p99Ms: percentile(samples, 0.99),
    }
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (status) => {
      // If a client fails, the others continue and the status is 2.
      if (status === 0) resolve(output)
      else reject(new Error(`pgbench ended with ${status}:\n${output.slice(0, 2000)}`))
    })
  })
}
