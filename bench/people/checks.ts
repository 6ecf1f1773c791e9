import type { Bench } from '#bench/harness/bench.ts'
import { DESKTOP_SECOND_ROUNDS, fixedWork } from '#bench/harness/calibration.ts'
import { median, timed } from '#bench/harness/samples.ts'
import { runTool } from './run-tool.ts'

const TARGET_S = 12
const RUNS = 3

/** The steps of `npm run check`, without a cache. */
export const checks: Bench = {
  name: 'checks',
  area: 'people',
  run: async ({ quick }) => {
    const times: number[] = []
    const references: number[] = []
    for (let run = 0; run < (quick ? 1 : RUNS); run += 1) {
      references.push(fixedWork(DESKTOP_SECOND_ROUNDS) / 1000)
      const { ms } = await timed(async () => {
        await runTool('@biomejs/biome/bin/biome', ['check', '.', '--error-on-warnings'])
        await typeCheck()
      })
      times.push(ms / 1000)
    }
    return [
      {
        what: 'type check and lint, nothing cached',
        measured: { value: median(times), unit: 's' },
        reference: { what: 'fixed work, one core', figure: { value: median(references), unit: 's' } },
        budget: { of: 'ratio', max: TARGET_S, target: { max: { value: TARGET_S, unit: 's' } } },
        watched: true,
        note: `median of ${times.length}`,
      },
    ]
  },
}

/** `--force` ignores the cached results but leaves them valid for the next check. */
const typeCheck = (): Promise<void> => runTool('@typescript/native/bin/tsc', ['-b', '--force'])
