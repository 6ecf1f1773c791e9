import type { BenchContext } from '#bench/harness/bench.ts'
import type { Load } from '#bench/harness/load.ts'
import type { Row } from '#bench/harness/row.ts'
import { median } from '#bench/harness/samples.ts'
import { type BenchServer, withServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { prepareSearches, SEARCH_CALLERS } from './search-load.ts'
import { makeMix } from './searches.ts'

/** The engine's memory for 40,000 products. */
const MORE_MB = 80

/** Searches on this build and another, in turn, over catalogues of three sizes. @param build as for compareBuilds */
export const compareSearches = async ({ quick, say }: BenchContext, build: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (const products of quick ? [1_000] : [10_000, 40_000, 100_000]) {
    say(`   ${products} products`)
    rows.push(...(await compareOver(products, { quick, build })))
  }
  return rows
}

type Round = { many: Load; one: Load }

const compareOver = async (
  products: number,
  { quick, build }: { quick: boolean; build: string },
): Promise<Row[]> =>
  withServer({ dataDir: await demoData({ products }) }, async (ours) =>
    withServer({ dataDir: await demoData({ products, build }), build }, async (other) => {
      const sides = { ours: await sideOf(ours, quick), other: await sideOf(other, quick) }
      const rounds = { ours: [] as Round[], other: [] as Round[] }
      for (let round = 0; round < (quick ? 1 : 5); round += 1) {
        const order = round % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const)
        for (const name of order) rounds[name].push(await sides[name]())
      }
      const row = (
        what: string,
        unit: 'ms' | '/s',
        [mine, theirs]: readonly [number, number],
        budget: Row['budget'],
      ): Row => ({
        what: `${products.toLocaleString('en-GB')} products: ${what}`,
        measured: { value: mine, unit },
        reference: { what: 'the other build', figure: { value: theirs, unit } },
        budget,
      })
      const both = (of: (round: Round) => number) =>
        [median(rounds.ours.map(of)), median(rounds.other.map(of))] as const
      const residentMb = ({ residentBytes }: BenchServer): number => residentBytes() / 2 ** 20
      return [
        row(
          'searches, 32 callers',
          '/s',
          both(({ many }) => many.ratePerSecond),
          { of: 'ratio', min: 2 },
        ),
        row(
          'the same: p99',
          'ms',
          both(({ many }) => many.p99Ms),
          { of: 'ratio', max: 1 },
        ),
        row(
          'one caller: p50',
          'ms',
          both(({ one }) => one.p50Ms),
          { of: 'ratio', max: 1 },
        ),
        {
          what: `${products.toLocaleString('en-GB')} products: memory of the process beyond the other build's`,
          measured: { value: residentMb(ours) - residentMb(other), unit: 'MB' },
          budget: { of: 'value', max: MORE_MB },
          note: `${residentMb(ours).toFixed(0)} and ${residentMb(other).toFixed(0)} MB`,
        },
      ]
    }),
  )

const sideOf = async (server: BenchServer, quick: boolean) => {
  const searches = await prepareSearches(server, await makeMix(server.databaseUrl, 120))
  await searches(SEARCH_CALLERS, quick ? 1 : 4)
  return async (): Promise<Round> => ({
    many: await searches(SEARCH_CALLERS, quick ? 1 : 5),
    one: await searches(1, quick ? 1 : 3),
  })
}
