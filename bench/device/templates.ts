import type { Page } from '@playwright/test'
import pg from 'pg'
import type { Bench } from '#bench/harness/bench.ts'
import { fixedWork, SLOW_PHONE_ROUNDS } from '#bench/harness/calibration.ts'
import { type Row, slowPhoneRow } from '#bench/harness/row.ts'
import { median, percentile } from '#bench/harness/samples.ts'
import type { Shop } from '#e2e/pages/shop.ts'
import { tapOften } from './adding.ts'
import { installWatch, watchAdds, watchOpening } from './in-page.ts'
import { openPhone, press } from './phone.ts'
import { fillTrolly, startShopping } from './shopping.ts'
import { withTrollySite } from './trolly-site.ts'

const PRODUCTS = 1500
const ITEMS = 500
const TEMPLATES = 200
const OPENINGS = 12
const SCROLLS = 40
const TAPS = 40
const NAME = 'Everything'

/** A long template and a long list of templates: opened, scrolled and tapped on a slow phone. */
export const templates: Bench = {
  name: 'templates',
  area: 'device',
  run: (bench) =>
    withTrollySite(PRODUCTS, async ({ url, databaseUrl }) => {
      const { context, page, slow, close } = await openPhone({ bench, baseURL: url })
      try {
        await context.addInitScript(installWatch)
        const shop = await startShopping(page, PRODUCTS)
        await fillTrolly(shop, 2)
        await makeTemplates(shop, databaseUrl(), bench.quick ? 20 : TEMPLATES)
        await context.addInitScript(watchOpening)
        await page.goto('/orders/templates')
        await page.getByRole('link', { name: NAME, exact: true }).waitFor()
        await slow()
        const works: number[] = []
        for (let round = 0; round < 5; round += 1)
          works.push(await page.evaluate(fixedWork, SLOW_PHONE_ROUNDS))
        const openings = bench.quick ? 3 : OPENINGS
        const rowOf = (what: string, times: number[], good: number): Row =>
          slowPhoneRow({
            what: `${what}, p75`,
            ms: percentile(times, 0.75),
            fixedWorkMs: median(works),
            good,
            note: `${times.length} times; p50 ${percentile(times, 0.5).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
          })
        const list = await page.evaluate(scroll, SCROLLS)
        // A long list holds the rows in sight only.
        await page.evaluate(() => window.scrollTo(0, 0))
        const opened = await openOften(page, openings)
        await page.getByRole('link', { name: NAME, exact: true }).click()
        await page.getByRole('list', { name: NAME }).getByRole('listitem').first().waitFor()
        const scrolled = await page.evaluate(scroll, SCROLLS)
        await context.addInitScript(watchAdds)
        await page.goto(page.url())
        await page.evaluate(() => window.scrollTo(0, 0))
        const taps = await tapOften(page, bench.quick ? 6 : TAPS)
        return [
          rowOf(`a list of ${TEMPLATES} templates: a screen further, painted, slow phone`, list, 1.5),
          rowOf(`a template of ${ITEMS} products: opened from the list, slow phone`, opened, 6),
          rowOf('the same: a screen further, painted', scrolled, 1.5),
          rowOf(
            'the same: tap on “add” → on screen and durable',
            taps.map(({ painted, durable = Number.POSITIVE_INFINITY }) => Math.max(painted, durable)),
            2,
          ),
        ]
      } finally {
        await close()
      }
    }),
}

/** One with many products from a pasted list, as a person makes it; the others are copies of an empty one. */
const makeTemplates = async (shop: Shop, databaseUrl: string, count: number): Promise<void> => {
  const { page } = shop
  const codes = await shop.plainProducts(ITEMS)
  for (const [name, lines] of [
    ['Empty', ''],
    [NAME, codes.map((code) => `${code} 2`).join('\n')],
  ] as const) {
    await page.goto('/orders/templates')
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByLabel(/one per line/).fill(lines)
    await page.getByRole('button', { name: 'Create template' }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor({ timeout: 60_000 })
  }
  await shop.expectAllSent()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into templates select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'name', 'List ' || n))).*
       from templates t, generate_series(1, $1::int) n where t.name = 'Empty'`,
      [count - 2],
    )
  } finally {
    await client.end()
  }
  await page.goto('/orders/templates')
  await page.reload()
  await page.getByRole('link', { name: 'List 1', exact: true }).waitFor({ timeout: 120_000 })
}

const openOften = async (page: Page, times: number): Promise<number[]> => {
  const opened: number[] = []
  for (let time = 0; time < times; time += 1) {
    await press(page.getByRole('link', { name: NAME, exact: true }))
    opened.push((await page.evaluate(() => globalThis.trollyWatch.next())).painted)
    await page.waitForTimeout(BETWEEN_MS)
    await page.goBack()
    await page.getByRole('link', { name: NAME, exact: true }).waitFor()
    await page.waitForTimeout(BETWEEN_MS)
  }
  return opened
}

const BETWEEN_MS = 400

/** In the page: that many screens down, each until rows are painted under the finger. */
const scroll = async (times: number): Promise<number[]> => {
  const painted = () =>
    new Promise<number>((resolve) => {
      const look = (): void =>
        globalThis.trollyWatch.afterPaint((at) => {
          const middle = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2)
          if (middle?.closest('[data-row]')) resolve(at)
          else look()
        })
      look()
    })
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const isEnd = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 10
    const from = performance.now()
    window.scrollBy(0, isEnd ? -document.documentElement.scrollHeight / 2 : window.innerHeight * 0.8)
    taken.push((await painted()) - from)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return taken
}
