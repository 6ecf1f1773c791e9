import type { Bench } from '#bench/harness/bench.ts'
import { percentile, timed } from '#bench/harness/samples.ts'
import type { IndexedProduct } from '#search/index/index-content.ts'
import { createProductIndex } from '#search/index/product-index.ts'
import { parseSearch } from '#search/query.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'
import { makeProducts } from '#server/db/demo/products.ts'
import { QUERIES } from './queries.ts'

const PRODUCTS = 40_000
const TARGET_MS = 15
/** A plain scan through the names of 40,000 products takes this where a query takes 15 ms. */
const SCAN_MS = 2
const ROUNDS = 5
const STEP = 1000

/** The worker's own search, in the same engine but outside the browser: the slowdown does not reach workers. */
export const query: Bench = {
  name: 'query',
  area: 'device',
  run: async ({ quick }) => {
    const products = makeProducts(1, PRODUCTS).map(({ row }): IndexedProduct => row as IndexedProduct)
    const index = createProductIndex()
    for (let from = 0; from < products.length; from += STEP)
      index.apply(new Map(products.slice(from, from + STEP).map((one) => [one.product_no, one])))
    const names = products.map(({ name }) => name.toLowerCase())
    const times: { text: string; ms: number }[] = []
    const scans: number[] = []
    // The first round also warms up the compiler, as the first letters of a session do; it counts as well.
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      for (const text of QUERIES) {
        times.push({ text, ms: (await timed(() => index.find(firstPage(text)))).ms })
        scans.push(timeOf(() => names.filter((name) => name.includes(text))))
      }
    }
    const all = times.map(({ ms }) => ms)
    const slowest = times.reduce((one, other) => (other.ms > one.ms ? other : one))
    return [
      {
        what: 'the query itself, 40,000 products, not slowed, single letters and typos among them, p95',
        measured: { value: percentile(all, 0.95), unit: 'ms' },
        reference: {
          what: 'a plain look through all names, p95',
          figure: { value: percentile(scans, 0.95), unit: 'ms' },
        },
        budget: {
          of: 'ratio',
          max: TARGET_MS / SCAN_MS,
          target: { max: { value: TARGET_MS, unit: 'ms' } },
        },
        watched: true,
        note: `${all.length} queries; p50 ${percentile(all, 0.5).toFixed(1)} ms, slowest ${slowest.ms.toFixed(0)} ms (“${slowest.text}”)`,
      },
    ]
  },
}

const TERMS = compileTradeTerms(DEFAULT_TRADE_TERMS)

const firstPage = (text: string) => ({
  query: parseSearch(text, TERMS),
  terms: TERMS,
  purchases: new Map(),
  filterWords: [],
  sort: 'relevance' as const,
  offset: 0,
  limit: 24,
})

const timeOf = (work: () => unknown): number => {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
