import type { Locator } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { stockUp } from '#e2e/support/orders.ts'
import { expect, test } from '#e2e/support/test.ts'

// How much work an order takes from home: every tap, including letters on the on-screen keyboard, and every key. A change that
// costs people more fails.

/** As measured; 32 before home and search knew what the customer usually buys. */
const TAPS_MOST = 28
const USUAL_TAPS_MOST = 5
/** Measured 155, with codes of six and seven characters; 366 using codes only. */
const KEYS_MOST = 162

/** Rows that can be ordered as they are. */
const orderable = (rows: Locator): Locator => rows.filter({ hasNotText: /Out of stock|Catch weight|Age \d/ })

test('ordering eight products on a phone, from home to the order number', { tag: ['@day', '@long'] }, async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'A desk has keys.')
  const shop = new Shop(page)
  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps += 1
  }
  const type = async (text: string) => {
    await page.keyboard.type(text)
    taps += text.length
  }
  await shop.signIn()
  await shop.waitForProducts(200)

  const days = page.getByRole('group', { name: 'Delivery day' }).getByRole('button')
  await tap(days.and(page.locator(':not([aria-disabled])')).nth(1))
  const usual = orderable(page.getByRole('list', { name: 'Your usual' }).getByRole('listitem'))
  for (let at = 0; at < 5; at += 1) await tap(addTo(usual.nth(at)))
  await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }))
  await tap(page.getByRole('combobox', { name: 'Search products' }))
  for (const [at, name] of ['rice', 'flour', 'oil'].entries()) {
    if (at > 0) await tap(page.getByRole('button', { name: 'Clear' }))
    await type(name)
    const found = page.getByRole('list', { name: 'Products found' }).getByRole('listitem')
    await expect(found.first()).toContainText(new RegExp(name, 'i'))
    await tap(addTo(orderable(found).first()))
  }
  await tap(page.getByRole('link', { name: 'See trolly' }))
  await tap(page.getByRole('link', { name: 'Checkout' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  for (const asked of await page.getByRole('checkbox').all()) await tap(asked)
  await tap(page.getByRole('button', { name: 'Place order' }))
  expect(await shop.placedOrderNumber()).toMatch(/^\d+$/)
  note(`${taps} taps`)
  expect(taps).toBeLessThanOrEqual(TAPS_MOST)
})

test('the usual order of twenty lines on a phone, from home to the order number', { tag: '@long' }, async ({
  page,
  isMobile,
  trolly,
}) => {
  test.skip(!isMobile, 'A desk has keys.')
  const shop = new Shop(page)
  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps += 1
  }
  // What is short is a question more.
  await stockUp(trolly)
  await shop.signIn()
  await shop.waitForProducts(200)
  const days = page.getByRole('group', { name: 'Delivery day' }).getByRole('button')
  await tap(days.and(page.locator(':not([aria-disabled])')).nth(1))
  const addAll = page.getByRole('button', { name: /^Add all \d+ to the trolly$/ })
  expect(Number((await addAll.textContent())?.match(/\d+/)?.[0])).toBeGreaterThanOrEqual(20)
  await tap(addAll)
  await tap(page.getByRole('region', { name: 'Current trolly' }).getByRole('link', { name: /^Checkout/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  for (const asked of await page.getByRole('checkbox').all()) await tap(asked)
  await tap(page.getByRole('button', { name: 'Place order' }))
  expect(await shop.placedOrderNumber()).toMatch(/^\d+$/)
  note(`${taps} taps`)
  expect(taps).toBeLessThanOrEqual(USUAL_TAPS_MOST)
})

test('adding forty lines on a desktop, from home, using only keys', { tag: ['@desk', '@long'] }, async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'A phone has taps.')
  const shop = new Shop(page)
  let keys = 0
  const press = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
    keys += pressed.length
  }
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(80)

  await press('/')
  const field = page.getByRole('combobox', { name: 'Search products' })
  await expect(field).toBeFocused()
  const usual = page.getByRole('list', { name: 'You usually buy' }).getByRole('listitem')
  await expect(usual.nth(30)).toBeAttached()
  await press('ArrowDown')
  for (let at = 0; at < 30; at += 1) await press('2', 'Enter')
  const chosen = await codesOf(usual)
  await press('Escape')
  await expect(field).toBeFocused()
  for (const code of codes.filter((each) => !chosen.includes(each)).slice(0, 10)) {
    await press(...code, 'Enter')
    const quantity = shop.quantityOf(shop.row(code))
    await expect(quantity).toBeFocused()
    await expect(quantity).toHaveValue('1')
    await press('3', 'Enter')
    await expect(field).toBeFocused()
  }
  note(`${keys} keys`)
  await expect(page.getByText(/^40 lines/)).toBeVisible()
  expect(keys).toBeLessThanOrEqual(KEYS_MOST)
})

const addTo = (row: Locator): Locator => row.getByRole('button', { name: /^(One more|Add \d+) of / })

const codesOf = (rows: Locator): Promise<string[]> =>
  rows.locator('[class*="code"]').evaluateAll((codes) => codes.map(({ textContent }) => textContent ?? ''))

/** In the report, so that a figure can be read without failing. */
const note = (description: string): void => {
  test.info().annotations.push({ type: 'effort', description })
  console.info(description)
}
