import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Shop } from '#e2e/pages/shop.ts'
import { importRows } from '#e2e/support/imports.ts'
import { expect, test } from '#e2e/support/test.ts'

test('an alert asked for offline is told once, on home and by mail, when an import brings stock', {
  tag: '@long',
}, async ({ page, trolly, isMobile }) => {
  const shop = new Shop(page)
  const mails = () => {
    const folder = join(trolly.dataDir, 'mail')
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
    return files
      .filter((name) => name.includes('back_in_stock'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  }
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [code = ''] = await shop.plainProducts(1)
  await importRows(trolly, 'stock', [{ product_no: code, quantity: 0 }])
  await page.reload()
  const trollyId = await shop.startTrolly()

  await page.goto(`/orders/create/search/product-${code}`)
  await expect(page.getByRole('button', { name: /^Tell me when it’s back/ })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Tell me when it’s back/ }).click()
  const waits = page.getByRole('button', { name: /^We’ll tell you/ })
  await expect(waits).toHaveAttribute('aria-pressed', 'true')
  expect((await waits.boundingBox())?.height).toBeGreaterThanOrEqual(isMobile ? 44 : 36)
  await expect(page.getByText(/^On your home page and by e-mail/)).toBeVisible()
  await page.goto(`/orders/create/search-${trollyId}`)
  await shop.search(code)
  await expect(shop.row(code).getByRole('button', { name: /^We’ll tell you/ })).toBeVisible()
  await page.context().setOffline(false)
  await shop.expectAllSent()

  await page.goto('/orders/stock-alerts')
  await expect(page.getByRole('list', { name: 'Waiting for stock' }).getByRole('listitem')).toHaveCount(1)
  expect(mails()).toEqual([])

  await importRows(trolly, 'stock', [{ product_no: code, quantity: 12 }])
  await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(1)
  expect(mails()[0]).toContain(code)

  await page.goto('/home')
  const news = page.getByRole('list', { name: 'Back in stock' })
  await expect(news.getByRole('listitem')).toHaveCount(1)
  await news.getByRole('button', { name: /^(One more|Add \d+) of / }).click()
  await news.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(news).toHaveCount(0)
  await shop.expectAllSent()
  await page.reload()
  await expect(page.getByRole('heading', { name: /trollies$/ })).toBeVisible()
  await expect(news).toHaveCount(0)
  expect(mails()).toHaveLength(1)
})
