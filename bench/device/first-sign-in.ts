import type { Locator, Page } from '@playwright/test'
import type { Bench, BenchContext } from '#bench/harness/bench.ts'
import { fixedWork, SLOW_PHONE_ROUNDS } from '#bench/harness/calibration.ts'
import { slowPhoneRow } from '#bench/harness/row.ts'
import { median, percentile } from '#bench/harness/samples.ts'
import { openLanding } from '#e2e/pages/landing.ts'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { installWatch, watchDayTaps, watchHome } from './in-page.ts'
import { openPhone, press } from './phone.ts'
import { withTrollySite } from './trolly-site.ts'

const PRODUCTS = 40_000
const SIGN_INS = 5
/** From the first day on screen: as often as a person changes their mind while the products load. */
/** A phone's home offers the days until one is chosen; later taps are in the sheet. */
const DAYS_TAPPED = 1
const DAYS_TAPPED_IN_SHEET = 5
const BETWEEN_TAPS_MS = 700

/** The first sign-in on a new phone, with a list of 40,000 products downloading behind the home page. */
export const firstSignIn: Bench = {
  name: 'first-sign-in',
  area: 'device',
  run: (bench) =>
    withTrollySite(PRODUCTS, async ({ url }) => {
      const signIns: FirstSignIn[] = []
      for (let round = 0; round < (bench.quick ? 1 : SIGN_INS); round += 1)
        signIns.push(await signInOnce(bench, url))
      const fixedWorkMs = median(signIns.map(({ referenceMs }) => referenceMs))
      const homes = signIns.map(({ homeMs }) => homeMs)
      const days = signIns.flatMap(({ dayMs }) => dayMs)
      const sheetDays = signIns.flatMap(({ sheetDayMs }) => sheetDayMs)
      const closings = signIns.flatMap(({ sheetClosedMs }) => sheetClosedMs)
      return [
        slowPhoneRow({
          what: 'first sign-in, 40,000 products, slow phone: from “Sign in” to a home whose days can be tapped',
          ms: median(homes),
          fixedWorkMs,
          good: 15,
          note: `median of ${homes.length}; longest ${Math.max(...homes).toFixed(0)} ms`,
        }),
        slowPhoneRow({
          what: 'a tapped day on screen while the products load, slow phone, p75',
          ms: percentile(days, 0.75),
          fixedWorkMs,
          good: 2,
          note: `${taps(days)}; all products after ${median(signIns.map(({ loadedMs }) => loadedMs / 1000)).toFixed(0)} s`,
        }),
        slowPhoneRow({
          what: 'the same in the sheet of all days, p75',
          ms: percentile(sheetDays, 0.75),
          fixedWorkMs,
          good: 2,
          note: `${taps(sheetDays)}; sheet closed and home shows the day: p50 ${percentile(closings, 0.5).toFixed(0)} ms`,
        }),
      ]
    }),
}

const taps = (times: number[]): string =>
  `${times.length} taps; p50 ${percentile(times, 0.5).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`

type FirstSignIn = {
  homeMs: number
  dayMs: number[]
  sheetDayMs: number[]
  sheetClosedMs: number[]
  loadedMs: number
  referenceMs: number
}

/** A new profile: nothing is left from the previous sign-in. */
const signInOnce = async (bench: BenchContext, url: string): Promise<FirstSignIn> => {
  const { context, page, slow, close } = await openPhone({ bench, baseURL: url })
  try {
    await context.addInitScript(installWatch)
    await openLanding(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await slow()
    const referenceMs = await page.evaluate(fixedWork, SLOW_PHONE_ROUNDS)
    await page.getByLabel('E-mail').fill('chef@example.com')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.evaluate(watchHome)
    await page.getByRole('button', { name: 'Sign in' }).tap()
    const begun = performance.now()
    const { painted: homeMs } = await page.evaluate(() => globalThis.trollyWatch.next())
    await page.evaluate(watchDayTaps)
    const dayMs: number[] = []
    const sheetDayMs: number[] = []
    const sheetClosedMs: number[] = []
    for (let tap = 0; tap < DAYS_TAPPED + DAYS_TAPPED_IN_SHEET; tap += 1) {
      const isInSheet = tap >= DAYS_TAPPED
      if (isInSheet) await page.getByRole('button', { name: 'Change day' }).tap()
      const days = page.getByRole('group', { name: 'Delivery day' })
      await tapDay(days, tap)
      if (await areProductsHere(page)) break
      const { painted, settled = painted } = await page.evaluate(() => globalThis.trollyWatch.next())
      ;(isInSheet ? sheetDayMs : dayMs).push(painted)
      if (isInSheet) sheetClosedMs.push(settled)
      await page.waitForTimeout(BETWEEN_TAPS_MS)
    }
    if (sheetDayMs.length === 0) throw new Error('The products were all here before the days had been tapped')
    while (!(await areProductsHere(page))) await page.waitForTimeout(200)
    return { homeMs, dayMs, sheetDayMs, sheetClosedMs, loadedMs: performance.now() - begun, referenceMs }
  } finally {
    await close()
  }
}

/** Alternating, so that each is another day. */
const tapDay = (days: Locator, tap: number): Promise<void> =>
  press(
    days
      .getByRole('button')
      .and(days.page().locator(':not([aria-disabled])'))
      .nth(1 + (tap % 2)),
  )

/** Runs in the page, on the device's database, in the form of src/store/user-database.ts. */
const areProductsHere = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('trolly-user-'))
    if (!found?.name) return false
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(found.name as string)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const download = await new Promise<{ after?: string } | undefined>((resolve, reject) => {
      const reading = database.transaction('downloads').objectStore('downloads').get('assortment')
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    })
    database.close()
    return download !== undefined && download.after === undefined
  })
