import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { readKept } from '#e2e/support/kept.ts'
import { expect, test } from '#e2e/support/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('an order made without a connection is placed by another phone, once', { tag: '@long' }, async ({
  page,
  trolly,
  browser,
  watch,
}) => {
  const chef = new Shop(page)
  await chef.signIn()
  await chef.chooseDay()
  await chef.waitForProducts(200)
  const products = await chef.plainProducts(3)
  await chef.waitForDownloads()
  await page.context().setOffline(true)
  const trollyId = await chef.startTrolly()
  await chef.openTrolly(trollyId)
  for (const code of products) await chef.quickAdd(code, 30)
  await chef.checkout()
  await page.getByRole('button', { name: 'Place order when back online' }).click()
  await chef.openTrolly(trollyId)

  await page.getByRole('button', { name: 'More for this trolly' }).click()
  await page.getByRole('menuitem', { name: 'Send from another phone' }).click()
  await page.getByRole('button', { name: 'Show code' }).click()
  await expect(page.getByRole('img', { name: 'Code of this trolly' })).toBeVisible()
  await expectNothingInTheWay(page, 'relay code')
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.keyboard.press('Escape')

  const other = await browser.newContext({ baseURL: trolly.url })
  const otherPage = await other.newPage()
  await watch(otherPage)
  const colleague = new Shop(otherPage)
  await colleague.signIn()
  await otherPage.goto(link)
  await expect(otherPage.getByText('3 lines')).toBeVisible()
  // The order is not left in the browser's history.
  await expect(otherPage).toHaveURL(/\/orders\/relay$/)
  await expectNothingInTheWay(otherPage, 'received trolly')
  await otherPage.getByRole('button', { name: 'Place order' }).click()
  await expect(otherPage.getByText(/Placed as \d+/)).toBeVisible()

  await page.context().setOffline(false)
  const orderNo = await chef.placedOrderNumber()
  await chef.expectAllSent()
  expect((await readKept(trolly.databaseUrl(), trollyId)).orderNos).toEqual([orderNo])
  await expect(otherPage.getByText(`Placed as ${orderNo}.`)).toBeVisible()
})
