import type { Bench } from '#bench/harness/bench.ts'
import { runLoad } from '#bench/harness/load.ts'
import type { Row } from '#bench/harness/row.ts'
import { type BenchServer, withServer } from '#bench/harness/server.ts'
import type { Assortment } from '#contract/products.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import {
  addCall,
  type Caller,
  createTrolly,
  headersOf,
  send,
  signInCallers,
  soldProducts,
  trollyIdOf,
} from './callers.ts'
import { firstOf, itemOf } from './items.ts'
import { makeMix } from './searches.ts'

const CALLERS = 32
/** How many callers do this; the rest search. */
const ADDING = 12
const DOWNLOADING = 4
const PRODUCTS = 60

/** Searching, adding and downloading the whole list at once, which is when a process holds most. */
export const memory: Bench = {
  name: 'memory',
  area: 'server',
  run: async ({ quick }) => {
    const dataDir = await demoData({ products: quick ? 1_000 : 40_000 })
    return [await withServer({ dataDir }, (server) => memoryOf(server, quick ? 2 : 30))]
  },
}

export const memoryOf = async (server: BenchServer, seconds: number): Promise<Row> => {
  const beforeBytes = server.residentBytes()
  const callers = await signInCallers(server.url, CALLERS)
  const products = await soldProducts(server.databaseUrl, firstOf(callers), PRODUCTS)
  const mix = await makeMix(server.databaseUrl, 60)
  for (let number = 0; number < CALLERS; number += 1)
    await createTrolly(server.url, itemOf(callers, number), { id: trollyIdOf(number) })
  const parts = await downloadPaths(server.url, firstOf(callers))
  let mostBytes = 0
  const { calls } = await runLoad({
    urls: [server.url],
    callers: CALLERS,
    seconds,
    call: (number, turn) => {
      const caller = itemOf(callers, number)
      const id = trollyIdOf(number)
      if (number < ADDING) return addCall(caller, id, itemOf(products, turn % PRODUCTS))
      if (number < ADDING + DOWNLOADING) {
        const headers = { ...headersOf(caller), 'accept-encoding': 'br' }
        return { method: 'GET', path: itemOf(parts, turn % parts.length), headers }
      }
      return {
        method: 'POST',
        path: `/api/basket/new/${id}/product-search`,
        headers: headersOf(caller),
        body: JSON.stringify(mix[(number + turn) % mix.length]),
      }
    },
    onReply: () => {
      mostBytes = Math.max(mostBytes, server.residentBytes())
    },
  })
  return {
    what: 'memory of the server process after the run',
    measured: { value: server.residentBytes() / 1e6, unit: 'MB' },
    budget: { of: 'value', max: 250 },
    note: `${(beforeBytes / 1e6).toFixed(0)} MB before, at most ${(mostBytes / 1e6).toFixed(0)} MB; ${calls} calls of 32 callers: searches, added lines, whole downloads`,
  }
}

/** The calls by which a device downloads the whole list, part by part. */
async function downloadPaths(url: string, caller: Caller): Promise<string[]> {
  const paths = ['/api/product/assortment']
  for (;;) {
    const path = paths.at(-1) ?? ''
    const { cursor, range } = await send<Assortment>(url, { method: 'GET', path, headers: headersOf(caller) })
    if (typeof range?.through !== 'string') return paths
    paths.push(`/api/product/assortment?${new URLSearchParams({ since: cursor, after: range.through })}`)
  }
}
