import { Shop } from '#e2e/pages/shop.ts'
import { readKept } from '#e2e/support/kept.ts'
import { expect, test } from '#e2e/support/test.ts'

/** An order queued offline for a trolly that another user has ordered meanwhile. */

test('an edit withdraws a waiting order, and a notice stays until it is placed again', {
  tag: '@long',
}, async ({ page, trolly }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [code = ''] = await shop.plainProducts(1)
  const trollyId = await shop.startTrolly()
  await shop.openTrolly(trollyId)
  await shop.quickAdd(code, 60)
  await shop.expectAllSent()

  // Behind something that waits, it is not attempted either.
  await page.context().setOffline(true)
  await shop.type(shop.row(code), 61)
  await shop.checkout()
  await page.getByRole('button', { name: /^Place/ }).click()
  await page.getByRole('link', { name: 'Trolly', exact: true }).first().click()
  await expect(page.getByText(/will be placed when you’re back online/)).toBeVisible()
  await shop.addOne(shop.row(code))
  await expect(page.getByRole('button', { name: 'Place it again' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Checkout' })).toBeVisible()

  // After reopening the page still says so, and a reload does not greet the user.
  await page.reload()
  const told = page.getByText('No longer waiting to be placed: the trolly changed.')
  await expect(told).toBeVisible()
  await expect(page.getByText('Welcome Back')).toBeHidden()

  await page.context().setOffline(false)
  await shop.expectAllSent()
  expect((await readKept(trolly.databaseUrl(), trollyId)).orderNos).toEqual([])
  await page.getByRole('link', { name: 'Place it again' }).click()
  for (const asked of await page.getByRole('checkbox').all()) await asked.check()
  await page.getByRole('button', { name: /^Place/ }).click()
  const orderNo = await shop.placedOrderNumber()
  expect((await readKept(trolly.databaseUrl(), trollyId)).orderNos).toEqual([orderNo])
})

test.describe('a trolly ordered on another device', () => {
  // The browser logs the server's refusal, which is what this is about.
  test.use({ expectedErrors: [/status of 409/] })

  test('shows which changes are not in the order, and cannot be ordered from any page', {
    tag: '@long',
  }, async ({ page, trolly, browser, watch, isMobile }) => {
    const here = new Shop(page)
    await here.signIn()
    await here.chooseDay()
    await here.waitForProducts(200)
    const [code = '', ...others] = await here.plainProducts(12)
    const trollyId = await here.startTrolly()
    await here.openTrolly(trollyId)
    await here.quickAdd(code, 60)
    for (const other of others) await here.quickAdd(other, 1)
    await here.expectAllSent()

    await page.context().setOffline(true)
    await here.type(here.row(code), 62)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

    const otherPage = await (await browser.newContext({ baseURL: trolly.url })).newPage()
    await watch(otherPage)
    const there = new Shop(otherPage)
    await there.signIn()
    await there.openTrolly(trollyId)
    await there.checkout()
    await otherPage.getByRole('button', { name: 'Place order' }).click()
    const orderNo = await there.placedOrderNumber()

    await page.context().setOffline(false)
    await expect(here.status()).toContainText(/1 action needed/, { timeout: 45_000 })
    // On a phone, far from the card with the choices, to which it links.
    const card = page.getByText(`This trolly was ordered as ${orderNo} on another device.`)
    if (isMobile) await expect(card).not.toBeInViewport()
    await expect(page.locator('[data-sticky]').getByText('Ordered on another device.')).toBeInViewport({
      ratio: 1,
    })
    await page.getByRole('button', { name: 'Review your options' }).click()
    await expect(card).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/^2 more .* are not in the order\.$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Checkout' })).toBeHidden()
    await page.goto(`/orders/create/search/checkout-${trollyId}`)
    await expect(page.getByRole('button', { name: 'Move 1 line to a new trolly' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Place/ })).toBeHidden()
    await page.goto(`/orders/create/search-${trollyId}`)
    await expect(page.getByText(new RegExp(`ordered as ${orderNo} .* You can’t add to it`))).toBeVisible()
    await otherPage.context().close()
  })
})
