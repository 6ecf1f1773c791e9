import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

test('a trolly’s pictures are there without a connection, and move nothing as they arrive', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { total: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.total += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(3)
  const id = await shop.startTrolly()
  await shop.openTrolly(id)
  for (const code of codes) await shop.quickAdd(code, 2)
  await shop.expectAllSent()

  const shown = () =>
    shop
      .rows()
      .locator('img')
      .evaluateAll((images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)
  await page.reload()
  await expect.poll(shown).toBe(codes.length)
  expect(
    await page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total),
  ).toBeLessThan(0.02)

  await page.context().setOffline(true)
  await page.reload()
  await expect.poll(shown).toBe(codes.length)
  // The page wants a larger one than rows have fetched.
  await shop.rows().first().getByRole('link').first().click()
  const large = page.getByRole('article').locator('img').first()
  await expect
    .poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
})
