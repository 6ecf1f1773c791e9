import type { Bench } from '#bench/harness/bench.ts'
import { withServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { alternate, callersText } from './rounds.ts'
import { prepareSearches } from './search-rounds.ts'
import { makeMix } from './searches.ts'

const SEARCHES = 120

export const search: Bench = {
  name: 'search',
  area: 'server',
  run: async (context) => {
    const { quick } = context
    const dataDir = await demoData({ products: quick ? 1_000 : 40_000 })
    return await withServer({ dataDir }, async (server) => {
      const mix = await makeMix(server.databaseUrl, quick ? 20 : SEARCHES)
      const searches = await prepareSearches(context, server, mix)
      await searches.server(quick ? 1 : 5)
      const rounds = await alternate({
        rounds: quick ? 1 : 5,
        server: () => searches.server(quick ? 2 : 8),
        reference: () => searches.reference(quick ? 2 : 8),
      })
      const { server: ours, reference: bare } = rounds
      const statements = 'pgbench, the bare statements'
      return [
        {
          what: 'search over 40,000 products, page of 24, 32 callers: p99',
          measured: { value: ours.p99Ms, unit: 'ms' },
          reference: { what: statements, figure: { value: bare.p99Ms, unit: 'ms' } },
          budget: { of: 'ratio', max: 2, target: { max: { value: 60, unit: 'ms' } } },
          note: `p50 ${ours.p50Ms.toFixed(0)} ms, bare ${bare.p50Ms.toFixed(0)} ms; ${mix.length} searches; ${callersText(ours.callersShare)}`,
        },
        {
          what: 'the same: rate',
          measured: { value: ours.ratePerSecond, unit: '/s' },
          reference: { what: statements, figure: { value: bare.ratePerSecond, unit: '/s' } },
          budget: { of: 'ratio', min: 0.5 },
          note: rounds.spread,
        },
      ]
    })
  },
}
