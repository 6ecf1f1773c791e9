import type { Page } from '@playwright/test'
import type { Bench } from '#bench/harness/bench.ts'
import { fixedWork, SLOW_PHONE_ROUNDS } from '#bench/harness/calibration.ts'
import { slowPhoneRow } from '#bench/harness/row.ts'
import { percentile } from '#bench/harness/samples.ts'
import { type Effects, installWatch, watchAdds } from './in-page.ts'
import { openPhone, pressAt } from './phone.ts'
import { fillTrolly, startShopping } from './shopping.ts'
import { withTrollySite } from './trolly-site.ts'

const LINES = 300
const PRODUCTS = 1500
const TAPS = 80
/** In turn: each product has a stock of at least fifty, and one that ran out would move the rows below it. */
const ROWS_TAPPED = 2
/** Four presses a second, so each meets the previous one's work. */
const BETWEEN_TAPS_MS = 190

/** A tap on "one more" in a long trolly, until it is on screen and durable. */
export const adding: Bench = {
  name: 'adding',
  area: 'device',
  run: (bench) =>
    withTrollySite(PRODUCTS, async ({ url }) => {
      const taps = bench.quick ? 10 : TAPS
      const phone = await openPhone({ bench, baseURL: url })
      try {
        await phone.context.addInitScript(installWatch)
        const shop = await startShopping(phone.page, PRODUCTS)
        const id = await fillTrolly(shop, bench.quick ? 30 : LINES)
        await phone.context.addInitScript(watchAdds)
        await shop.openTrolly(id)
        await phone.slow()
        const times = (await tapOften(phone.page, taps)).map(slower)
        const fixedWorkMs = await phone.page.evaluate(fixedWork, SLOW_PHONE_ROUNDS)
        return [
          slowPhoneRow({
            what: 'tap on “add” → on screen and durable, 300 lines, slow phone, p75',
            ms: percentile(times, 0.75),
            fixedWorkMs,
            good: 2,
            note: `${taps} taps; p50 ${percentile(times, 0.5).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
          }),
        ]
      } finally {
        await phone.close()
      }
    }),
}

const slower = ({ painted, durable = Number.POSITIVE_INFINITY }: Effects): number =>
  Math.max(painted, durable)

/** Real taps on the visible rows, one after the other. */
export const tapOften = async (page: Page, taps: number): Promise<Effects[]> => {
  const places = (await tappablePlaces(page)).slice(0, ROWS_TAPPED)
  const effects: Effects[] = []
  for (let tap = 0; tap < taps; tap += 1) {
    await pressAt(page, places[tap % places.length] ?? { x: 0, y: 0 })
    effects.push(await page.evaluate(() => globalThis.trollyWatch.next()))
    await page.waitForTimeout(BETWEEN_TAPS_MS)
  }
  return effects
}

const SETTLE_MS = 200
const PATIENCE_MS = 15_000

/**
 * Where the rows' buttons are, once some are painted and none moves any more: a list measures its rows after showing the first of
 * them, and late fonts move them all.
 */
const tappablePlaces = async (page: Page): Promise<Place[]> => {
  const deadline = Date.now() + PATIENCE_MS
  let before: Place[] = []
  while (Date.now() < deadline) {
    const places = await page.evaluate(readPlaces)
    if (places.length > 0 && JSON.stringify(places) === JSON.stringify(before)) return places
    before = places
    await page.waitForTimeout(SETTLE_MS)
  }
  throw new Error(
    `No row can be tapped: ${before.length} buttons in sight after ${PATIENCE_MS} ms, and not at rest`,
  )
}

type Place = { x: number; y: number }

/** The middle of each button that a finger would hit there, instead of a bar above it. Sent into the page as text. */
const readPlaces = (): Place[] =>
  [...document.querySelectorAll('button[aria-label^="One more of "]')].flatMap((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
    return button.contains(document.elementFromPoint(place.x, place.y)) ? [place] : []
  })
