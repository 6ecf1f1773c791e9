import type { Page } from '@playwright/test'
import type { Bench } from '#bench/harness/bench.ts'
import { percentile } from '#bench/harness/samples.ts'
import { type Effects, installWatch, watchAdds } from './in-page.ts'
import { openPhone, type Phone, pressAt } from './phone.ts'
import { fillTrolly, startShopping } from './shopping.ts'
import { withTrollySite } from './trolly-site.ts'

const LINES = 300
const PRODUCTS = 1500
const TAPS = 80
/** In turn: each product has a stock of at least fifty, and one that ran out would move the rows below it. */
const ROWS_TAPPED = 2
/** Four presses a second, so each meets the previous one's work. */
const BETWEEN_TAPS_MS = 190

/** A tap on "one more" in a long trolly, until it is on screen and durable; beside it the least that any page could take. */
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
        const app = await tapOften(phone.page, taps)
        const bare = await measureBare(phone, url, taps)
        return [
          {
            what: 'tap on “add” → on screen and durable, 300 lines, slow phone, p95',
            measured: { value: percentile(app.map(slower), 0.95), unit: 'ms' },
            reference: {
              what: 'a bare page: one record put, one number shown',
              figure: { value: percentile(bare.map(slower), 0.95), unit: 'ms' },
            },
            budget: { of: 'ratio', max: 2, target: { max: { value: 50, unit: 'ms' } } },
            note: `${taps} taps; p50 ${ms(app, slower, 0.5)}, on screen ${ms(app, ({ painted }) => painted, 0.95)}, durable ${ms(app, ({ durable = 0 }) => durable, 0.95)}`,
          },
        ]
      } finally {
        await phone.close()
      }
    }),
}

const slower = ({ painted, durable = Number.POSITIVE_INFINITY }: Effects): number =>
  Math.max(painted, durable)

const ms = (effects: Effects[], of: (effects: Effects) => number, share: number): string =>
  `${percentile(effects.map(of), share).toFixed(0)} ms`

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

/**
 * The same tap on a page that does nothing else: the record is written with the same durability, and the number changes in the
 * same task. This is the lower bound for any app.
 */
const measureBare = async ({ context, slow }: Phone, url: string, taps: number): Promise<Effects[]> => {
  const page = await context.newPage()
  try {
    // Same origin but not the app: its worker does not touch the API's replies.
    await page.goto(`${url}/api/health/live`)
    await slow(page)
    await page.evaluate(buildBarePage)
    return await tapOften(page, taps)
  } finally {
    await page.close()
  }
}

const buildBarePage = async (): Promise<void> => {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('bench-bare', 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('outbox', { autoIncrement: true })
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  document.body.innerHTML =
    '<fieldset style="margin-top:300px"><input value="0"><button aria-label="One more of this">+</button></fieldset>'
  const field = document.querySelector('input')
  document.querySelector('button')?.addEventListener('click', () => {
    if (field) field.value = String(Number(field.value) + 1)
    const transaction = database.transaction('outbox', 'readwrite', { durability: 'strict' })
    transaction.objectStore('outbox').add({ attempts: 0, operation: { kind: 'add', quantity: 1 } })
  })
}
