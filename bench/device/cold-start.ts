import type { Bench, BenchContext } from '#bench/harness/bench.ts'
import { fixedWork, SLOW_PHONE_ROUNDS } from '#bench/harness/calibration.ts'
import { slowPhoneRow } from '#bench/harness/row.ts'
import { median, percentile } from '#bench/harness/samples.ts'
import { installWatch, watchFirstEdit } from './in-page.ts'
import { newProfile, openPhone } from './phone.ts'
import { fillTrolly, startShopping } from './shopping.ts'
import { withTrollySite } from './trolly-site.ts'

const LINES = 60
const PRODUCTS = 12_000
const STARTS = 15

/** The app and its browser closed, the server down: until a trolly of 60 lines is shown and responds to a press. */
export const coldStart: Bench = {
  name: 'cold-start',
  area: 'device',
  run: (bench) =>
    withTrollySite(PRODUCTS, async (server) => {
      const profile = newProfile(bench)
      const phone = await openPhone({ bench, baseURL: server.url, profile })
      const shop = await startShopping(phone.page, PRODUCTS)
      const id = await fillTrolly(shop, LINES)
      await phone.close()
      await server.stop()

      const starts: ColdStart[] = []
      for (let start = 0; start < (bench.quick ? 3 : STARTS); start += 1)
        starts.push(await startOnce({ bench, profile, url: server.url, path: `/orders/create-${id}` }))
      const reference = median(starts.map(({ referenceMs }) => referenceMs))
      const times = starts.map(({ editableMs }) => editableMs)
      return [
        slowPhoneRow({
          what: 'cold start without network to an open trolly of 60 lines one can edit, slow phone',
          ms: median(times),
          fixedWorkMs: reference,
          good: 16,
          note: `median of ${starts.length}; fastest ${Math.min(...times).toFixed(0)} ms, p90 ${percentile(times, 0.9).toFixed(0)} ms`,
        }),
      ]
    }),
}

type ColdStart = { editableMs: number; referenceMs: number }

/** A new browser each time, so nothing of the app is in memory. */
const startOnce = async ({
  bench,
  profile,
  url,
  path,
}: {
  bench: BenchContext
  profile: string
  url: string
  path: string
}): Promise<ColdStart> => {
  const { context, page, slow, close } = await openPhone({ bench, baseURL: url, profile })
  try {
    await context.setOffline(true)
    await context.addInitScript(installWatch)
    await context.addInitScript(watchFirstEdit)
    await slow()
    await page.goto(path, { waitUntil: 'commit' })
    const { painted } = await page.evaluate(() => globalThis.trollyWatch.next())
    const referenceMs = await page.evaluate(fixedWork, SLOW_PHONE_ROUNDS)
    return { editableMs: painted, referenceMs }
  } finally {
    await close()
  }
}
