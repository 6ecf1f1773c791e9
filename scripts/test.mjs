import './setup/require-node.mjs'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runBrowserTests } from './setup/browser-tests.mjs'
import { ensureBuilt } from './setup/build.mjs'
import { runProgram } from './setup/command.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { failWith, root, SetupError } from './setup/project.mjs'

// `npm test`: sets itself up and runs everything; `--all` (npm run test:all) runs more of the random histories and requests,
// every journey at both sizes, and the fault journeys. Every step runs, even after a failure, unless it depends on the failed
// one.

const all = process.argv.includes('--all')
const env = {
  CI: process.env.CI ?? 'true',
  HISTORIES: all ? '2000' : '150',
  FUZZ: all ? '20000' : '2000',
  RACES: all ? '500' : '25',
  KILLS: all ? '60' : '6',
  // tests/vitest.config.ts
  RETRY: all ? '' : '1',
  // Without one, tests/support/seed.ts takes its pinned seeds.
  SEED: all ? String(randomInt(2 ** 31)) : '',
  ...process.env,
}

const reports = mkdtempSync(join(tmpdir(), 'trolly-test-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/** A journey that fails is tried once more (e2e/playwright.config.ts), and any other test (tests/vitest.config.ts). */
const journeysReport = join(reports, 'journeys.json')

const vitest =
  (...projects) =>
  async () => {
    const report = join(reports, `${projects.join('-')}.json`)
    const { status } = await runProgram(
      'vitest/vitest.mjs',
      [
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      { env },
    )
    const { failures, flaky } = troublesOf(report)
    return { status, failures: status === 0 ? [] : failures, flaky, files: filesOf(report) }
  }

/** Each step: its name in the table, its requirements, and its command. */
const STEPS = [
  {
    name: 'lint and format',
    run: () => runProgram('@biomejs/biome/bin/biome', ['check', '.', '--error-on-warnings']),
  },
  {
    name: 'imports',
    run: () =>
      runProgram('dependency-cruiser/bin/dependency-cruise.mjs', [
        'contract',
        'domain',
        'search',
        'src',
        'sw',
        'server',
      ]),
  },
  { name: 'types', run: () => runProgram('@typescript/native/bin/tsc', ['-b']) },
  { name: 'dead code', run: () => runProgram('knip/bin/knip.js', []) },
  { name: 'unit', run: vitest('unit', 'screens') },
  // Together: the histories use the processor in two files, while the server's tests mostly wait.
  { name: `server, histories (${env.HISTORIES})`, run: vitest('server', 'histories') },
  { name: 'build', run: attempt(() => ensureBuilt()) },
  {
    name: 'browser',
    needs: 'build',
    run: attempt(() =>
      runBrowserTests([], {
        ...env,
        JOURNEYS_REPORT: journeysReport,
        ...(all ? { FAULTS: '1', EVERY_SIZE: '1' } : {}),
      }),
    ),
  },
]

try {
  await ensureInstalled()
} catch (error) {
  failWith(error)
}

if (env.SEED !== '') console.log(`SEED=${env.SEED} repeats the random cases of this run.`)

const results = []
for (const step of STEPS) results.push(await runStep(step))
// Repeated at the end, so that a truncated log still shows what failed.
for (const { failures = [] } of results)
  for (const failure of failures) console.error(`\n${failure.slice(0, 2000)}`)
printTable(results)
printSlowest(results.flatMap(({ files = [] }) => files))
for (const flaky of [...results.flatMap((result) => result.flaky ?? []), ...flakyJourneys()])
  console.log(`Flaky, to be mended next: ${flaky}`)
process.exit(results.every(({ outcome }) => outcome === 'passed') ? 0 : 1)

async function runStep({ name, needs, run }) {
  if (needs !== undefined && results.some((result) => result.name === needs && result.outcome !== 'passed')) {
    return { name, outcome: `not run: ${needs} failed`, seconds: 0 }
  }
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`)
  const begun = Date.now()
  const { status, ...found } = await run()
  const seconds = (Date.now() - begun) / 1000
  return { name, outcome: status === 0 ? 'passed' : 'FAILED', seconds, ...found }
}

/** Of Vitest's JSON report: the failed tests, each with its file and message, and those that passed at the second attempt. */
function troublesOf(report) {
  if (!existsSync(report)) return { failures: ['No report was written: Vitest itself failed.'], flaky: [] }
  const failures = []
  const flaky = []
  for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
    const name = relative(root, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    for (const { fullName, failureMessages } of failed)
      failures.push(`${name} › ${fullName}\n${failureMessages.join('\n')}`)
    if (failed.length === 0 && file.status === 'failed') failures.push(`${name} › ${file.message}`)
    for (const { fullName, status, failureMessages } of file.assertionResults)
      if (status === 'passed' && failureMessages.length > 0)
        flaky.push(`${name} › ${fullName}\n${failureMessages[0].slice(0, 1000)}`)
  }
  return { failures, flaky }
}

/** Vitest's test files, each with how long it took; docs/testing.md names the ten slowest. */
function filesOf(report) {
  if (!existsSync(report)) return []
  return JSON.parse(readFileSync(report, 'utf8')).testResults.map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
}

function printSlowest(files) {
  console.log('\nSlowest files:')
  for (const { name, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${`${seconds.toFixed(1)} s`.padStart(10)}  ${name}`)
}

/** The journeys that failed at first and then passed. */
function flakyJourneys() {
  if (!existsSync(journeysReport)) return []
  const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
  return specsOf(JSON.parse(readFileSync(journeysReport, 'utf8'))).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `${file} › ${title} (${projectName})`),
  )
}

/** A set-up step as a step of the table. */
function attempt(work) {
  return async () => {
    try {
      return (await work()) ?? { status: 0 }
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      console.error(`${error.message} [${error.code}]`)
      return { status: 1 }
    }
  }
}

function printTable(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const line = (name, seconds, outcome) => `${name.padEnd(width)}  ${seconds.padStart(8)}  ${outcome}`
  const total = rows.reduce((sum, { seconds }) => sum + seconds, 0)
  if (env.SEED !== '') console.log(`\nSEED=${env.SEED}`)
  console.log(`\n${'═'.repeat(width + 22)}`)
  for (const { name, seconds, outcome } of rows) console.log(line(name, `${seconds.toFixed(1)} s`, outcome))
  console.log(
    line(
      'all',
      `${total.toFixed(1)} s`,
      rows.every(({ outcome }) => outcome === 'passed') ? 'passed' : 'FAILED',
    ),
  )
}
