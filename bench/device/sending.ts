import type { Bench } from '#bench/harness/bench.ts'
import { median } from '#bench/harness/samples.ts'
import { readKept } from '#e2e/support/kept.ts'
import { startDelayingProxy } from './delaying-proxy.ts'
import { openPhone } from './phone.ts'
import { fillTrolly, pasteLines, startShopping } from './shopping.ts'
import { withTrollySite } from './trolly-site.ts'

const PRODUCTS = 1500
const OPERATIONS = 100
const ROUND_TRIP_MS = 200
const ROUNDS = 5

/** A hundred lines added offline, then sent over a slow connection: until everything is sent. */
export const sending: Bench = {
  name: 'sending',
  area: 'device',
  run: (bench) =>
    withTrollySite(PRODUCTS, async (server) => {
      const proxy = await startDelayingProxy(server.url)
      const { context, page, close } = await openPhone({ bench, baseURL: proxy.url })
      try {
        const shop = await startShopping(page, PRODUCTS)
        const id = await fillTrolly(shop, 1)
        const rounds = bench.quick ? 1 : ROUNDS
        const codes = await shop.plainProducts(1 + OPERATIONS * rounds)
        const beyond: number[] = []
        const requests: number[] = []
        const roundTrips: number[] = []
        for (let round = 0; round < rounds; round += 1) {
          await context.setOffline(true)
          await pasteLines(shop, codes.slice(1 + round * OPERATIONS, 1 + (round + 1) * OPERATIONS))
          proxy.setRoundTrip(ROUND_TRIP_MS)
          proxy.begin()
          const sent = page.evaluate(untilAllSent)
          await context.setOffline(false)
          const elapsedMs = await sent
          // What waits goes in one call for several changes.
          const lane = proxy
            .seen()
            .filter(({ path }) => path.includes(`basket/new/${id}`) || path.includes('/api/operations'))
          const serverMs = lane.reduce((sum, one) => sum + one.serverMs, 0)
          beyond.push(elapsedMs - serverMs)
          requests.push(lane.length)
          roundTrips.push(await page.evaluate(timeBareFetch))
          proxy.setRoundTrip(0)
        }
        const kept = await readKept(server.databaseUrl(), id)
        const lines = kept.lines.filter(({ removed }) => !removed).length
        if (lines !== 1 + OPERATIONS * rounds) throw new Error(`The server has ${lines} lines`)
        return [
          {
            what: '100 waiting operations on one trolly, 200 ms round trip, beyond the server’s own time',
            measured: { value: median(beyond), unit: 'ms' },
            reference: {
              what: 'one round trip of a bare call',
              figure: { value: median(roundTrips), unit: 'ms' },
            },
            budget: { of: 'ratio', max: 6 },
            watched: true,
            note: `median of ${rounds}; ${median(requests)} requests for the trolly`,
          },
        ]
      } finally {
        await close()
        await proxy.close()
      }
    }),
}

/** From the browser's online event until the status line says that nothing waits, in milliseconds. */
const untilAllSent = (): Promise<number> =>
  new Promise((resolve) => {
    let begun: number | undefined
    window.addEventListener('online', () => {
      begun = performance.now()
    })
    const watch = new MutationObserver(() => {
      const isSent = [...document.querySelectorAll('button')].some((button) =>
        /All sent/.test(button.textContent ?? ''),
      )
      if (begun === undefined || !isSent) return
      watch.disconnect()
      resolve(performance.now() - begun)
    })
    watch.observe(document, { subtree: true, childList: true, characterData: true })
  })

/** Without the server's share, which is negligible here. */
const timeBareFetch = async (): Promise<number> => {
  const begun = performance.now()
  await (await fetch('/api/health/live', { cache: 'no-store' })).text()
  return performance.now() - begun
}
