import MiniSearch from 'minisearch'
import type { Bench } from '#bench/harness/bench.ts'
import { percentile } from '#bench/harness/samples.ts'
import { withServer } from '#bench/harness/server.ts'
import type { ProductSearchBody } from '#contract/product-search.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { query } from './database.ts'
import { alternate, callersText, type Figures } from './rounds.ts'
import { prepareSearches, SEARCH_CALLERS } from './search-load.ts'
import { type Mix, makeMix } from './searches.ts'

const SEARCHES = 120

export const search: Bench = {
  name: 'search',
  area: 'server',
  run: async ({ quick }) => {
    const dataDir = await demoData({ products: quick ? 1_000 : 40_000 })
    return await withServer({ dataDir }, async (server) => {
      const mix = await makeMix(server.databaseUrl, quick ? 20 : SEARCHES)
      const searches = await prepareSearches(server, mix)
      const miniSearch = await openMiniSearch(server.databaseUrl)
      await searches(SEARCH_CALLERS, quick ? 1 : 5)
      const rounds = await alternate({
        rounds: quick ? 1 : 5,
        server: () => searches(SEARCH_CALLERS, quick ? 2 : 8),
        reference: async () => searchAlone(miniSearch, mix, quick ? 1 : 4),
      })
      const { server: ours, reference: bare } = rounds
      return [
        {
          what: 'search over 40,000 products with filters, page of 24, 32 callers',
          measured: { value: ours.ratePerSecond, unit: '/s' },
          reference: {
            what: 'MiniSearch without a server, one thread',
            figure: { value: bare.ratePerSecond, unit: '/s' },
          },
          budget: { of: 'ratio', min: 1 },
          note: rounds.spread,
        },
        {
          what: 'the same: p99',
          measured: { value: ours.p99Ms, unit: 'ms' },
          reference: {
            what: `its p99, ${SEARCH_CALLERS} times: each caller waits for the others`,
            figure: { value: bare.p99Ms * SEARCH_CALLERS, unit: 'ms' },
          },
          budget: { of: 'ratio', max: 3 },
          note: `p50 ${ours.p50Ms.toFixed(0)} ms, MiniSearch ${bare.p50Ms.toFixed(1)} ms; ${mix.length} searches; ${callersText(ours.callersShare)}`,
        },
      ]
    })
  },
}

type Indexed = {
  product_no: string
  name: string
  brand: string
  department: string
  group: string
  category: string
  storageType: string
  promotion: boolean
}

const openMiniSearch = async (databaseUrl: string): Promise<MiniSearch<Indexed>> => {
  const index = new MiniSearch<Indexed>({
    idField: 'product_no',
    fields: ['name', 'brand', 'department', 'group', 'category'],
    storeFields: ['department', 'storageType', 'promotion'],
  })
  index.addAll(
    await query<Indexed>(
      databaseUrl,
      `SELECT product_no, name, brand, department, product_group AS "group", category,
         storage_type AS "storageType", promotion
       FROM products WHERE active`,
    ),
  )
  return index
}

/** The same texts and filters with default settings; orders and purchases are not its business. */
const ask = (index: MiniSearch<Indexed>, body: ProductSearchBody) =>
  index
    .search(body.queryString ?? MiniSearch.wildcard, {
      filter: ({ department, storageType, promotion }) =>
        (body.department === undefined || department === body.department) &&
        (body.storage_type === undefined || storageType === body.storage_type) &&
        (body.promotion === undefined || promotion === true),
    })
    .slice(0, body.pageLength)

const searchAlone = (index: MiniSearch<Indexed>, mix: Mix, seconds: number): Figures => {
  const times: number[] = []
  const end = performance.now() + seconds * 1_000
  for (let last = performance.now(); last < end; ) {
    const body = mix[times.length % mix.length]
    if (body !== undefined) ask(index, body)
    const now = performance.now()
    times.push(now - last)
    last = now
  }
  return {
    ratePerSecond: times.length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}
