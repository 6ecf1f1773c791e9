import type { BenchContext } from '#bench/harness/bench.ts'
import { runLoad } from '#bench/harness/load.ts'
import type { Row } from '#bench/harness/row.ts'
import { median, percentile } from '#bench/harness/samples.ts'
import { type BenchServer, withServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { addCall, createTrolly, signInCallers, soldProducts, trollyIdOf } from './callers.ts'
import { firstOf, itemOf } from './items.ts'
import { type OrderTimes, openPerson, totalOf } from './one-caller.ts'
import { prepareSearches } from './search-load.ts'
import { makeMix } from './searches.ts'

const PRODUCTS = 10_000
const CALLERS = 32
/** Trollies of other numbers than those of the person who orders. */
const FIRST_TROLLY = 1_000_000

/**
 * The server's most frequent calls on this build and another, round by round in turn, each on its own demo data.
 * @param build a folder with the other build: its `dist` and its installed packages
 */
export const compareBuilds = async ({ quick }: BenchContext, build: string): Promise<Row[]> => {
  const products = quick ? 1_000 : PRODUCTS
  return await withServer({ dataDir: await demoData({ products }) }, async (ours) =>
    withServer({ dataDir: await demoData({ products, build }), build }, async (other) => {
      const sides = [await sideOf(ours), await sideOf(other)] as const
      const rounds = { ours: [] as Round[], other: [] as Round[] }
      for (let round = 0; round < (quick ? 1 : 7); round += 1) {
        // Neither is always the first after the other's writes.
        const order = round % 2 === 0 ? (['ours', 'other'] as const) : (['other', 'ours'] as const)
        for (const name of order) rounds[name].push(await sides[name === 'ours' ? 0 : 1].play(quick))
      }
      for (const side of sides) await side.close()
      return ROWS.map(({ what, unit, of }) => {
        const [mine, theirs] = [median(rounds.ours.map(of)), median(rounds.other.map(of))]
        return {
          what,
          measured: { value: mine, unit },
          reference: { what: 'the other build', figure: { value: theirs, unit } },
          budget: { of: 'ratio', ...(unit === 'ms' ? { max: 1.1 } : { min: 0.9 }) },
          note: `${rounds.ours.length} rounds in turn`,
        } satisfies Row
      })
    }),
  )
}

type Round = { orders: OrderTimes[]; lineMs: number[]; linesPerSecond: number; searchesPerSecond: number }

const ROWS: readonly { what: string; unit: 'ms' | '/s'; of: (round: Round) => number }[] = [
  { what: 'add a line, one caller: p50', unit: 'ms', of: ({ lineMs }) => median(lineMs) },
  { what: 'add a line, 32 callers', unit: '/s', of: ({ linesPerSecond }) => linesPerSecond },
  { what: 'search, 32 callers', unit: '/s', of: ({ searchesPerSecond }) => searchesPerSecond },
  {
    what: 'checkout of 10 lines, one caller: p50',
    unit: 'ms',
    of: ({ orders }) => median(orders.map(totalOf)),
  },
  { what: 'the same: p95', unit: 'ms', of: ({ orders }) => percentile(orders.map(totalOf), 0.95) },
  { what: 'of it: details', unit: 'ms', of: ({ orders }) => median(orders.map(({ details }) => details)) },
  { what: 'of it: review', unit: 'ms', of: ({ orders }) => median(orders.map(({ review }) => review)) },
  { what: 'of it: place', unit: 'ms', of: ({ orders }) => median(orders.map(({ place }) => place)) },
]

const sideOf = async (server: BenchServer) => {
  const { url, databaseUrl } = server
  const person = await openPerson(server)
  const callers = await signInCallers(url, CALLERS)
  const products = await soldProducts(databaseUrl, firstOf(callers), 40)
  const searches = await prepareSearches(server, await makeMix(databaseUrl, 60))
  for (const [number, caller] of callers.entries())
    await createTrolly(url, caller, { id: trollyIdOf(FIRST_TROLLY + number) })
  const load = (quick: boolean, call: Parameters<typeof runLoad>[0]['call']) =>
    runLoad({ urls: [url], callers: CALLERS, seconds: quick ? 1 : 3, call })
  return {
    play: async (quick: boolean): Promise<Round> => {
      const lineMs = await person.addLines(quick ? 20 : 150)
      const orders = await person.order(quick ? 3 : 20)
      const lines = await load(quick, (caller, turn) =>
        addCall(
          itemOf(callers, caller),
          trollyIdOf(FIRST_TROLLY + caller),
          itemOf(products, turn % products.length),
        ),
      )
      const searched = await searches(CALLERS, quick ? 1 : 3)
      return {
        orders,
        lineMs,
        linesPerSecond: lines.ratePerSecond,
        searchesPerSecond: searched.ratePerSecond,
      }
    },
    close: () => person.close(),
  }
}
