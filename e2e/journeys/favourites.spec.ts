import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

test.describe.configure({ timeout: 90_000 })

test('a favourite kept without signal is on another device, and fills the trolly', async ({
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
  for (const each of [code, other]) {
    await page.goto(`/orders/create/search/product-${each}`)
    await star(page).click()
    await expect(star(page)).toHaveAttribute('aria-pressed', 'true')
  }
  await page.goto('/orders/favourites')
  await expect(shop.rows()).toHaveCount(2)
  await expect(shop.status()).toContainText(/saved/)
  await page.context().setOffline(false)
  await shop.expectAllSent()

  const otherPage = await (await browser.newContext({ baseURL: trolly.url })).newPage()
  watch(otherPage)
  const there = new Shop(otherPage)
  await there.signIn()
  await there.chooseDay()
  await otherPage.goto('/orders/favourites')
  await expect(there.rows()).toHaveCount(2)
  await there.addOne(there.row(code))
  await expect(there.quantityOf(there.row(code))).toHaveValue('1')
  await otherPage.goto(`/orders/create/search/product-${other}`)
  await expect(star(otherPage)).toHaveAttribute('aria-pressed', 'true')
  await star(otherPage).click()
  await there.expectAllSent()

  await page.reload()
  await expect(shop.rows()).toHaveCount(1)
  await otherPage.context().close()
})

const star = (page: Page) => page.getByRole('button', { name: 'Favourite' })
