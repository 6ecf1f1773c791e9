import type { Locator, Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

// People tap + repeatedly in one place, so a line's sending state must never move a row.

type Place = { top: number; height: number }

/** The first rows' places within the list, whatever is above it. */
const places = (page: Page): Promise<Place[]> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-row]')].slice(0, 4)
    const from = rows[0]?.parentElement?.getBoundingClientRect().top ?? 0
    return rows.map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return { top: top - from, height }
    })
  })

/** Adds one to each of the first rows offline, then goes online to send them. */
const tapThrough = async (shop: Shop, rows: number): Promise<void> => {
  const { page } = shop
  await shop.expectAllSent()
  const before = await places(page)
  expect(before.length).toBeGreaterThan(rows)
  const marks = shop.rows().getByText('On this device', { exact: true })
  await expect(marks).toHaveCount(0)
  await page.context().setOffline(true)
  for (let at = 0; at < rows; at += 1) await shop.addOne(shop.rows().nth(at))
  await expect(marks).toHaveCount(rows)
  expect(await places(page)).toEqual(before)
  await page.context().setOffline(false)
  await expect(marks).toHaveCount(0, { timeout: 45_000 })
  expect(await places(page)).toEqual(before)
}

test('rows do not move while a line waits to be sent or once it has been sent', { tag: '@long' }, async ({
  page,
}) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(4)
  const id = await shop.startTrolly()
  await shop.openTrolly(id)
  for (const code of codes) await shop.quickAdd(code, 2)
  await test.step('in the trolly', () => tapThrough(shop, 3))
  await page.goto(`/orders/create/search-${id}?q=cream`)
  await expect(shop.rows().nth(4)).toBeVisible()
  await test.step('in the search results, as a list', () => tapThrough(shop, 3))
  await page.getByRole('button', { name: 'Show as grid' }).click()
  await test.step('in the search results, as a grid', () => tapThrough(shop, 3))
  await page.getByRole('button', { name: 'Show as list' }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  await test.step('on a narrow phone', () => tapThrough(shop, 2))
})

test('selecting rows, and then all of them, moves no row', { tag: '@long' }, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn('staff@example.com')
  const lists = ['/orders/active-orders', '/maintenance/faq-maintenance']
  const topOfRows = () =>
    page
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top + window.scrollY)))
  for (const path of lists)
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const)
      await test.step(`${path} at ${width}`, async () => {
        await page.setViewportSize({ width, height })
        await page.goto(path)
        const boxes = page.locator('main tbody').getByRole('checkbox')
        await expect(boxes.nth(1)).toBeVisible()
        const before = await topOfRows()
        await boxes.first().click()
        const bar = page.getByRole('group', { name: 'Selected rows' })
        await expect(bar).toBeVisible()
        expect(await topOfRows()).toEqual(before)
        await bar.getByRole('button', { name: /^Select (all|first) / }).click()
        await expect(bar.getByRole('status')).toHaveText(/^\d+ (orders|questions) selected$/)
        expect(await topOfRows()).toEqual(before)
        await bar.getByRole('button', { name: 'Clear selection' }).click()
        expect(await topOfRows()).toEqual(before)
      })
})

test('a phone shows a trolly’s lines and five products below the bar and one line', { tag: '@long' }, async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'A desk shows many more.')
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(4)
  const id = await shop.startTrolly()
  await shop.search('cream')
  await expect(shop.rows().nth(4)).toBeVisible()
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(5)
  expect(await firstRowTop(page)).toBeLessThanOrEqual(116)

  await shop.openTrolly(id)
  for (const code of codes) await shop.quickAdd(code, 2)
  await page.goto(`/orders/create-${id}`)
  await expect(shop.rows()).toHaveCount(codes.length)
  expect(await wholeRows(page)).toBeGreaterThanOrEqual(4)
  expect(await firstRowTop(page)).toBeLessThanOrEqual(116)

  await test.step('a phone in landscape shows two products', async () => {
    await page.setViewportSize({ width: 844, height: 390 })
    await page.goto(`/orders/create/search-${id}?q=cream`)
    await expect(shop.rows().nth(4)).toBeVisible()
    expect(await wholeRows(page)).toBeGreaterThanOrEqual(2)
    const cut = await page
      .locator('[data-row] [class*="brand"]')
      .evaluateAll((brands) => brands.filter((brand) => brand.scrollWidth > brand.clientWidth).length)
    expect(cut).toBe(0)
  })
})

test('a row stays under the thumb while problems appear and disappear above it', { tag: '@long' }, async ({
  page,
}) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.countedProducts(8)
  const id = await shop.startTrolly()
  await shop.openTrolly(id)
  for (const code of codes.slice(0, 3)) await shop.quickAdd(code, 2)
  await page.goto(`/orders/create-${id}`)
  await test.step('on a short page', () => orderTooMany(shop, shop.rows().first()))
  for (const code of codes.slice(3)) await shop.quickAdd(code, 2)
  await shop.rows().nth(5).scrollIntoViewIfNeeded()
  await test.step('on a scrolled page', () => orderTooMany(shop, shop.rows().nth(5)))
})

/** More than is in stock, then less again. */
const orderTooMany = async (shop: Shop, row: Locator): Promise<void> => {
  const problems = shop.page.getByRole('list', { name: 'Before you can order' })
  await shop.addOne(row)
  const before = await row.boundingBox()
  const moved = async () => Math.abs(((await row.boundingBox())?.y ?? 0) - (before?.y ?? 0))

  await shop.type(row, 500)
  await expect(problems).toBeAttached()
  await expect.poll(moved).toBeLessThan(1)

  await shop.type(row, 1)
  await expect(problems).toBeHidden()
  await expect.poll(moved).toBeLessThan(1)
}

test('rows of a long list move as far as the page when scrolled up to rows not drawn before', {
  tag: '@long',
}, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(120)
  await page.goto('/orders/templates')
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Everything')
  await page.getByLabel(/one per line/).fill(codes.map((code) => `${code} 2`).join('\n'))
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor()
  // Where names take one line or two: a wide window's rows are all alike.
  await page.setViewportSize({ width: 320, height: 844 })
  await page.reload()
  await page.getByRole('list', { name: 'Everything' }).getByRole('listitem').first().waitFor()
  const moved = await page.evaluate(scrollUp, 30)
  expect(moved.heights).toBeGreaterThan(1)
  expect(moved.furthest).toBeLessThanOrEqual(1)
})

/**
 * From the end of the page upwards, so many times.
 * @returns by how many px, in any frame, the row in the middle moved less or more than the page; how many heights the rows had
 */
const scrollUp = async (times: number): Promise<{ furthest: number; heights: number }> => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const pause = async () => {
    for (let at = 0; at < 12; at += 1) await frame()
  }
  for (let at = 0; at < 3; at += 1) {
    window.scrollTo(0, document.documentElement.scrollHeight)
    await pause()
  }
  const heights = new Set<number>()
  let furthest = 0
  for (let time = 0; time < times; time += 1) {
    const row = document
      .elementFromPoint(window.innerWidth / 2, window.innerHeight / 2)
      ?.closest<HTMLElement>('[data-row]')
    if (!row) throw new Error('No row in the middle of the window')
    const before = row.getBoundingClientRect()
    heights.add(Math.round(before.height))
    window.scrollBy(0, -120)
    for (let at = 0; at < 12; at += 1) {
      const { top } = row.getBoundingClientRect()
      furthest = Math.max(furthest, Math.abs(top - before.top - 120))
      await frame()
    }
  }
  return { furthest, heights: heights.size }
}

/** Where the first row begins, px; the bar takes 56 and a line of header as much. */
const firstRowTop = async (page: Page): Promise<number> =>
  (await page.locator('[data-row]').first().boundingBox())?.y ?? Number.POSITIVE_INFINITY

/** How many rows are completely between the bars at the page's edges. */
const wholeRows = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const foot = document.querySelector('[data-sticky]')?.getBoundingClientRect().top ?? innerHeight
    return [...document.querySelectorAll('[data-row]')].filter(
      (row) => row.getBoundingClientRect().bottom <= foot,
    ).length
  })
