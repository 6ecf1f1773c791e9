import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import removeServers from '#e2e/support/remove-servers.ts'
import { BENCHES } from './benches.ts'
import type { Bench, BenchContext } from './harness/bench.ts'
import { isWithin, type Row, ratioOf } from './harness/row.ts'
import { tableOf } from './harness/table.ts'
import { compareBuilds } from './server/against.ts'
import { compareSearches } from './server/against-search.ts'

// `npm run bench [-- name …] [--quick] [--against BUILD] [--json FILE]`: measures, prints one table and writes it as JSON. Exits with 1 if
// something could not be measured or misses its budget.

const JSON_FILE = 'dist/bench.json'

const { quick, jsonFile, names, against } = readArguments()
const chosen: readonly Bench[] =
  against !== undefined
    ? comparisonsWith(against).filter(({ name }) => names.length === 0 || names.includes(name))
    : names.length === 0
      ? BENCHES.filter(({ onRequest }) => !onRequest)
      : BENCHES.filter(({ name }) => names.includes(name))
const unknown = names.filter((name) => !chosen.some((bench) => bench.name === name))
if (unknown.length > 0) endWithUsage(`No such bench: ${unknown.join(', ')}.`)

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  loadBefore: Number((loadavg()[0] ?? 0).toFixed(1)),
  quick,
}
// The servers' data. Outside the bench's own folder: PostgreSQL's user must be able to enter it if the bench runs as root.
process.env.TROLLY_E2E_FOLDER ??= mkdtempSync(join(tmpdir(), `trolly-e2e-${process.pid}-`))
const context: BenchContext = {
  folder: mkdtempSync(join(tmpdir(), 'trolly-bench-')),
  browser: process.env.CHROME_PATH ?? '',
  quick,
  say: (text) => console.error(text),
}

const measured: { bench: Bench; rows: Row[]; failure?: unknown }[] = []
try {
  for (const bench of chosen) measured.push(await measure(bench))
} finally {
  await removeServers()
  rmSync(context.folder, { recursive: true, force: true })
}
print()

const failed = measured.some(({ failure }) => failure !== undefined)
const missed = measured.some(({ rows }) => rows.some((row) => !row.watched && !isWithin(row)))
process.exit(failed || (missed && !quick) ? 1 : 0)

function comparisonsWith(build: string): Bench[] {
  return [
    { name: 'against', area: 'server', run: (context) => compareBuilds(context, build) },
    { name: 'against-search', area: 'server', run: (context) => compareSearches(context, build) },
  ]
}

/** A failed bench is reported beside the others' figures and does not stop them. */
async function measure(bench: Bench): Promise<(typeof measured)[number]> {
  context.say(`── ${bench.area}: ${bench.name}`)
  try {
    return { bench, rows: await bench.run(context) }
  } catch (failure) {
    console.error(failure)
    return { bench, rows: [], failure }
  }
}

function print(): void {
  const { cpu, cores, memoryGB, node, loadBefore } = machine
  console.log(`\n${cpu}, ${cores} cores, ${memoryGB} GB, Node ${node}, load ${loadBefore} before`)
  for (const area of ['device', 'server', 'people'] as const) {
    const rows = measured.filter(({ bench }) => bench.area === area).flatMap((one) => one.rows)
    if (rows.length > 0) console.log(`\n${area}\n\n${tableOf(rows)}`)
  }
  for (const { bench, failure } of measured)
    if (failure !== undefined) console.log(`\nNot measured: ${bench.name} (${String(failure)})`)
  const results = measured.flatMap(({ bench, rows }) =>
    rows.map((row) => ({
      area: bench.area,
      bench: bench.name,
      ...row,
      ratio: ratioOf(row),
      within: isWithin(row),
    })),
  )
  writeFileSync(jsonFile, `${JSON.stringify({ machine, results }, null, 2)}\n`)
}

function readArguments(): { quick: boolean; jsonFile: string; names: string[]; against: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'string', default: JSON_FILE },
        against: { type: 'string' },
      },
    })
    const against = values.against === undefined ? undefined : resolve(values.against)
    return { quick: values.quick, jsonFile: values.json, names: positionals, against }
  } catch (error) {
    return endWithUsage(error instanceof Error ? error.message : String(error))
  }
}

function endWithUsage(problem: string): never {
  console.error(`${problem}
Usage: npm run bench -- [name …] [--quick] [--against BUILD] [--json FILE]; the names are ${BENCHES.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
