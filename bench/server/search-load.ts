import { type Load, runLoad } from '#bench/harness/load.ts'
import type { BenchServer } from '#bench/harness/server.ts'
import { createTrolly, headersOf, signInColleagues, trollyIdOf } from './callers.ts'
import { firstOf, itemOf } from './items.ts'
import type { Mix } from './searches.ts'

export const SEARCH_CALLERS = 32
/** Callers start at different places in the mix, and go through it in the same order. */
const APART = 7

/** @returns sends the searches of so many callers for so many seconds */
export const prepareSearches = async (
  { url, ...server }: BenchServer,
  mix: Mix,
): Promise<(callers: number, seconds: number) => Promise<Load>> => {
  const searchers = await signInColleagues({ url, ...server }, SEARCH_CALLERS)
  const id = trollyIdOf(0)
  await createTrolly(url, firstOf(searchers), { id })
  return (callers, seconds) =>
    runLoad({
      urls: [url],
      callers,
      seconds,
      call: (caller, turn) => ({
        method: 'POST',
        path: `/api/basket/new/${id}/product-search`,
        headers: headersOf(itemOf(searchers, caller)),
        body: JSON.stringify(mix[(caller * APART + turn) % mix.length]),
      }),
    })
}
