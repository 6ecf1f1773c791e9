import type { Bench } from '#bench/harness/bench.ts'
import { type Call, runLoad } from '#bench/harness/load.ts'
import { demoData, withServer } from '#bench/harness/server.ts'
import {
  addCall,
  type Caller,
  createTrolly,
  headersOf,
  signInCallers,
  soldProducts,
  trollyIdOf,
} from './callers.ts'
import { firstOf, itemOf } from './items.ts'
import { makeMix } from './searches.ts'

const CALLERS = 32
/** Of the callers: the rest search. */
const ADDING = 12
const DOWNLOADING = 4
const PRODUCTS = 60

/** Searching, adding and the download of the whole list all at once, which is when a process holds most. */
export const memory: Bench = {
  name: 'memory',
  area: 'server',
  run: async (context) => {
    const { quick } = context
    const dataDir = await demoData(context, quick ? 1_000 : 40_000)
    return await withServer({ dataDir }, async (server) => {
      const beforeBytes = server.residentBytes()
      const callers = await signInCallers(server.url, CALLERS)
      const products = await soldProducts(server.databaseUrl, firstOf(callers), PRODUCTS)
      const mix = await makeMix(server.databaseUrl, 60)
      for (let number = 0; number < CALLERS; number += 1)
        await createTrolly(server.url, itemOf(callers, number), { id: trollyIdOf(number) })
      const download = downloadCalls(callers)
      let mostBytes = 0
      const { calls } = await runLoad({
        urls: [server.url],
        callers: CALLERS,
        seconds: quick ? 2 : 30,
        call: (number, turn) => {
          const caller = itemOf(callers, number)
          const id = trollyIdOf(number)
          if (number < ADDING) return addCall(caller, id, itemOf(products, turn % PRODUCTS))
          if (number < ADDING + DOWNLOADING) return download(number)
          return {
            method: 'POST',
            path: `/api/basket/new/${id}/product-search`,
            headers: headersOf(caller),
            body: JSON.stringify(mix[(number + turn) % mix.length]),
          }
        },
        onReply: ({ caller, status, body }) => {
          download.noted(caller, status, body)
          mostBytes = Math.max(mostBytes, server.residentBytes())
        },
      })
      return [
        {
          what: 'memory of the server process after the run',
          measured: { value: server.residentBytes() / 1e6, unit: 'MB' },
          budget: { of: 'value', max: 200 },
          note: `${(beforeBytes / 1e6).toFixed(0)} MB before, at most ${(mostBytes / 1e6).toFixed(0)} MB; ${calls} calls of 32 callers: searches, added lines, whole downloads`,
        },
      ]
    })
  },
}

type Downloads = ((caller: number) => Call) & {
  noted: (caller: number, status: number, body: string) => void
}

/** Each goes from part to part of the list, and begins again at its end. */
function downloadCalls(callers: readonly Caller[]): Downloads {
  const next = new Map<number, { since: string; after: string }>()
  const call = (number: number): Call => {
    const at = next.get(number)
    const query = at === undefined ? '' : `?${new URLSearchParams(at)}`
    return {
      method: 'GET',
      path: `/api/product/assortment${query}`,
      // Not compressed, which is what a server has to hold for longest.
      headers: { ...headersOf(itemOf(callers, number)), 'accept-encoding': 'identity' },
    }
  }
  return Object.assign(call, {
    noted: (number: number, status: number, body: string) => {
      if (number < ADDING || number >= ADDING + DOWNLOADING || status !== 200) return
      const { cursor, range } = JSON.parse(body) as {
        cursor: string
        range: { through: string | null } | null
      }
      if (typeof range?.through === 'string') next.set(number, { since: cursor, after: range.through })
      else next.delete(number)
    },
  })
}
