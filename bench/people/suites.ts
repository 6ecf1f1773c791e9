import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Bench } from '#bench/harness/bench.ts'
import { DESKTOP_SECOND_ROUNDS, fixedWork } from '#bench/harness/calibration.ts'
import { timed } from '#bench/harness/samples.ts'

const ROOT = join(import.meta.dirname, '../..')
const TARGET_S = 90

/** Once, since it takes long; only where it is asked for by its name. */
export const suites: Bench = {
  name: 'suites',
  area: 'people',
  onRequest: true,
  run: async () => {
    const before = fixedWork(DESKTOP_SECOND_ROUNDS) / 1000
    const { ms } = await timed(runSuites)
    const after = fixedWork(DESKTOP_SECOND_ROUNDS) / 1000
    return [
      {
        what: 'unit and server tests',
        measured: { value: ms / 1000, unit: 's' },
        reference: {
          what: 'fixed work, one core',
          figure: { value: (before + after) / 2, unit: 's' },
        },
        budget: { of: 'ratio', max: TARGET_S, target: { max: { value: TARGET_S, unit: 's' } } },
        note: 'one run; the reference before and after',
      },
    ]
  },
}

const runSuites = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const projects = ['unit', 'server', 'screens'].flatMap((name) => ['--project', name])
    const child = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', ...projects],
      { cwd: ROOT, env: { ...process.env, NODE_ENV: 'test' }, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    child.once('error', reject)
    child.once('exit', (status) => {
      if (status === 0) resolve()
      else reject(new Error(`The tests ended with ${status}`))
    })
  })
