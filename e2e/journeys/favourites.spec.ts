import type { Locator, Page } from '@playwright/test'
import { Keys } from '#e2e/pages/keys.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

test('a favourite added offline appears on another device and fills the trolly', { tag: '@long' }, async ({
  page,
  browser,
  trolly,
  watch,
}) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [code = '', other = ''] = await shop.plainProducts(2)
  await shop.startTrolly()

  await page.context().setOffline(true)
  await shop.search(code)
  await press(star(shop.row(code)), 'true')
  await page.goto(`/orders/create/search/product-${other}`)
  await press(star(page), 'true')
  await page.goto('/orders/favourites')
  await expect(shop.rows()).toHaveCount(2)
  await expect(shop.status()).toContainText(/saved/)
  await page.context().setOffline(false)
  await shop.expectAllSent()

  const otherPage = await (await browser.newContext({ baseURL: trolly.url })).newPage()
  await watch(otherPage)
  const there = new Shop(otherPage)
  await there.signIn()
  await there.chooseDay()
  await otherPage.goto('/orders/favourites')
  await expect(there.rows()).toHaveCount(2)
  await there.addOne(there.row(code))
  await expect(there.quantityOf(there.row(code))).toHaveValue('1')
  await otherPage.goto(`/orders/create/search/product-${other}`)
  await expect(star(otherPage)).toHaveAttribute('aria-pressed', 'true')
  await press(star(otherPage), 'false')
  await there.expectAllSent()

  await page.reload()
  await expect(shop.rows()).toHaveCount(1)
  await otherPage.context().close()
})

test('several favourites are added to the trolly offline, with a result for each', {
  tag: '@long',
}, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(3)
  const id = await shop.startTrolly()
  await page.context().setOffline(true)
  for (const code of codes) {
    await shop.search(code)
    await press(star(shop.row(code)), 'true')
  }
  await page.goto('/orders/favourites')
  await expect(shop.rows()).toHaveCount(3)

  const all = page.getByRole('button', { name: 'Add all 3 to the trolly' })
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await all.click()
  await expect(page.getByRole('dialog', { name: '3 added' })).toBeVisible()
  await expect(results.filter({ hasText: '1 added' })).toHaveCount(3)
  await page.getByRole('button', { name: 'Done' }).click()
  for (const code of codes) await expect(shop.quantityOf(shop.row(code))).toHaveValue('1')
  await page.getByRole('button', { name: 'Undo' }).click()
  for (const code of codes) await expect(shop.quantityOf(shop.row(code))).toHaveValue('')

  await shop.addOne(shop.row(codes[0] ?? ''))
  await all.click()
  await expect(results.filter({ hasText: '1 more added, now 2' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.context().setOffline(false)
  await shop.expectAllSent()
  await shop.openTrolly(id)
  await expect
    .poll(() => shop.shownLines())
    .toEqual({ [codes[0] ?? '']: '2', [codes[1] ?? '']: '1', [codes[2] ?? '']: '1' })
})

test('favourites are added and ordered using only the keyboard', { tag: ['@desk', '@long'] }, async ({
  page,
}) => {
  const shop = new Shop(page)
  const keys = new Keys(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [code = ''] = await shop.plainProducts(1)
  await shop.startTrolly()
  await shop.search(code)
  const row = shop.row(code)
  await expect(row).toBeVisible()
  await page.getByRole('combobox', { name: 'Search products' }).focus()
  await keys.press('ArrowDown')
  await keys.expectAt(shop.quantityOf(row))
  // Past One more.
  await keys.tabTo(star(row), 2)
  await keys.press('Space')
  await expect(star(row)).toHaveAttribute('aria-pressed', 'true')
  await shop.expectAllSent()

  await page.goto('/orders/favourites')
  const all = page.getByRole('button', { name: 'Add all 1 to the trolly' })
  await all.focus()
  await keys.press('Enter')
  const sheet = page.getByRole('dialog', { name: '1 added' })
  await keys.expectAt(sheet)
  await keys.expectTrappedIn(sheet)
  await keys.press('Escape')
  await keys.expectAt(all)
  await expect(shop.quantityOf(shop.row(code))).toHaveValue('1')
  await expect(page.getByText('1 product added to the trolly')).toBeVisible()
  await keys.press('Control+z')
  await expect(shop.quantityOf(shop.row(code))).toHaveValue('')

  await keys.tabTo(page.getByRole('button', { name: 'Choose some' }), 1)
  await keys.press('Enter')
  await keys.tabTo(page.getByRole('checkbox', { name: 'All 1' }), 3)
  await keys.press('Space')
  await expect(page.getByRole('button', { name: 'Add 0' })).toHaveAttribute('aria-disabled', 'true')
  await keys.press('Space')
  await keys.tabTo(page.getByRole('button', { name: 'Add 1' }), 3)
  await keys.press('Enter')
  await expect(page.getByRole('dialog', { name: '1 added' })).toBeVisible()
})

const star = (within: Page | Locator) => within.getByRole('button', { name: /^Favourite: / })

const press = async (button: Locator, pressed: 'true' | 'false') => {
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', pressed)
}
