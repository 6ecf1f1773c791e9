import type { Bench } from '#bench/harness/bench.ts'
import { withServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { figuresOf } from './rounds.ts'
import { prepareSearches } from './search-rounds.ts'
import { makeMix } from './searches.ts'

const SEARCHES = 120

/** The same searches on a catalogue and on one ten times as large that contains it. */
export const searchGrowth: Bench = {
  name: 'search-growth',
  area: 'server',
  run: async (context) => {
    const { quick } = context
    const [less, more] = quick ? [500, 2_000] : [10_000, 100_000]
    const small = await demoData({ products: less })
    const large = await demoData({ products: more })
    return await withServer({ dataDir: small }, async (smaller) =>
      withServer({ dataDir: large }, async (larger) => {
        const mix = await makeMix(smaller.databaseUrl, quick ? 20 : SEARCHES)
        const sides = [
          await prepareSearches(context, smaller, mix),
          await prepareSearches(context, larger, mix),
        ] as const
        const seconds = quick ? 1 : 6
        for (const side of sides) await side.server(seconds)
        const loads = sides.map(() => ({ server: [] as Figure[], reference: [] as Figure[] }))
        for (let round = 0; round < (quick ? 1 : 4); round += 1) {
          for (const [index, side] of sides.entries()) {
            loads[index]?.server.push(await side.server(seconds))
            loads[index]?.reference.push(await side.reference(seconds))
          }
        }
        const [at, then] = loads.map(({ server, reference }) => ({
          ours: figuresOf(server),
          bare: figuresOf(reference),
        }))
        if (at === undefined || then === undefined) throw new Error('One of the two was not measured.')
        return [
          {
            what: 'search p50 as the catalogue grows from 10,000 to 100,000',
            measured: { value: then.ours.p50Ms, unit: 'ms' },
            reference: { what: 'at 10,000', figure: { value: at.ours.p50Ms, unit: 'ms' } },
            budget: { of: 'ratio', max: 3 },
            note: `rate ${at.ours.ratePerSecond.toFixed(0)} → ${then.ours.ratePerSecond.toFixed(0)} /s; the bare statements p50 ${at.bare.p50Ms.toFixed(1)} → ${then.bare.p50Ms.toFixed(1)} ms, × ${(then.bare.p50Ms / at.bare.p50Ms).toFixed(2)}`,
          },
        ]
      }),
    )
  },
}

type Figure = Parameters<typeof figuresOf>[0][number]
