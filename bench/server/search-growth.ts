import type { Bench } from '#bench/harness/bench.ts'
import type { Load } from '#bench/harness/load.ts'
import { withServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { figuresOf } from './rounds.ts'
import { prepareSearches, SEARCH_CALLERS } from './search-load.ts'
import { makeMix } from './searches.ts'

const SEARCHES = 120

/** The same searches on a catalogue and on one ten times as large that contains it. */
export const searchGrowth: Bench = {
  name: 'search-growth',
  area: 'server',
  run: async ({ quick }) => {
    const [less, more] = quick ? [500, 2_000] : [10_000, 100_000]
    const small = await demoData({ products: less })
    const large = await demoData({ products: more })
    return await withServer({ dataDir: small }, async (smaller) =>
      withServer({ dataDir: large }, async (larger) => {
        const mix = await makeMix(smaller.databaseUrl, quick ? 20 : SEARCHES)
        const sides = [await prepareSearches(smaller, mix), await prepareSearches(larger, mix)]
        const seconds = quick ? 1 : 6
        for (const side of sides) await side(SEARCH_CALLERS, seconds)
        const loads: Load[][] = sides.map(() => [])
        for (let round = 0; round < (quick ? 1 : 4); round += 1)
          for (const [place, side] of sides.entries()) loads[place]?.push(await side(SEARCH_CALLERS, seconds))
        const [at, then] = loads.map(figuresOf)
        if (at === undefined || then === undefined) throw new Error('One of the two was not measured.')
        return [
          {
            what: 'search p50 as the catalogue grows from 10,000 to 100,000',
            measured: { value: then.p50Ms, unit: 'ms' },
            reference: { what: 'at 10,000', figure: { value: at.p50Ms, unit: 'ms' } },
            budget: { of: 'ratio', max: 3 },
            note: `rate ${at.ratePerSecond.toFixed(0)} → ${then.ratePerSecond.toFixed(0)} /s`,
          },
        ]
      }),
    )
  },
}
