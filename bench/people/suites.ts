import type { Bench } from '#bench/harness/bench.ts'
import { DESKTOP_SECOND_ROUNDS, fixedWork } from '#bench/harness/calibration.ts'
import { timed } from '#bench/harness/samples.ts'
import { runTool } from './run-tool.ts'

const TARGET_S = 90

/** Once, since it takes long, and only if named. */
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
  runTool(
    'vitest/vitest.mjs',
    ['run', '--reporter=dot', ...['unit', 'server', 'screens'].flatMap((name) => ['--project', name])],
    { NODE_ENV: 'test' },
  )
