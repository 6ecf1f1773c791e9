import { Shop } from '#e2e/pages/shop.ts'
import { deliverOrder } from '#e2e/support/orders.ts'
import { expect, test } from '#e2e/support/test.ts'
import { webpPicture } from '#e2e/support/webp-picture.ts'

test('a delivery is checked in without signal, and its photographed damage is credited once', {
  tag: '@long',
}, async ({ page, trolly, browser, watch }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.waitForProducts(200)
  const at = new Date((await page.evaluate(() => Date.now())) - 3_600_000)
  const { id, orderNo, names } = await deliverOrder(trolly, 'The Ploughman’s Rest', at)
  const [damaged = ''] = names
  const orderPage = `/orders/history-${id}`
  await page.goto(orderPage)
  await expect(page.getByRole('button', { name: 'Check in delivery' })).toBeVisible()
  const photo = await webpPicture(page, { width: 1_200 })

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Check in delivery' }).click()
  await page.getByRole('button', { name: `Problem with ${damaged}`, exact: true }).click()
  await page.getByText('Damaged', { exact: true }).click()
  await page.getByRole('textbox', { name: /What happened/ }).fill('Crushed on one side')
  await page
    .getByLabel('Add photo')
    .setInputFiles({ name: 'box.webp', mimeType: 'image/webp', buffer: photo })
  await expect(page.getByRole('button', { name: 'Remove photo 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Save problem' }).click()
  await expect(page.getByText('1 problem', { exact: true })).toBeVisible()
  const requested = await page.getByText(/£[\d.]+ credit requested/).textContent()

  // The phone is put down and loaded again, still without a connection.
  await page.reload()
  await expect(page.getByText(requested ?? '')).toBeVisible()
  await page.getByRole('button', { name: 'All others arrived' }).click()
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await page.getByText('Neither', { exact: true }).click()
  await page.getByRole('button', { name: 'Send check-in' }).click()
  await expect(page.getByText('On this device', { exact: true })).toBeVisible()

  await page.context().setOffline(false)
  await shop.expectAllSent()
  await expect(page.getByRole('heading', { name: /^Claim \d+$/ })).toBeVisible()
  await expect(page.getByText(requested ?? '')).toBeVisible()

  const office = await browser.newContext({ baseURL: trolly.url, viewport: { width: 1440, height: 900 } })
  const desk = await office.newPage()
  await watch(desk)
  await new Shop(desk).signIn('staff@example.com')
  await desk.goto(`/maintenance/claims?q=${orderNo}`)
  await desk
    .getByRole('button', { name: /^\d{5}/ })
    .or(desk.getByRole('link', { name: /^\d{5}/ }))
    .first()
    .click()
  await expect(desk.getByRole('img', { name: damaged })).toBeVisible()
  await desk.getByRole('button', { name: /^Accept, credit £/ }).click()
  await expect(desk.getByText(/^Claim \d+ accepted$/)).toBeVisible()
  await office.close()

  await page.reload()
  await expect(page.getByText(/£[\d.]+ credited, credit note CRN\d+/)).toBeVisible()
})
