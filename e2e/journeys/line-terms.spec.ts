import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

test('a note and what to do if it is short are agreed offline and reach the server', {
  tag: '@long',
}, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(285)
  await shop.waitForDownloads()
  const [code = ''] = await shop.plainProducts(1)
  const trollyId = await shop.startTrolly()
  await shop.openTrolly(trollyId)
  await shop.quickAdd(code, 2)
  await shop.expectAllSent()
  // The worker keeps every script: a sheet that was never opened opens offline.
  await page.context().setOffline(true)

  await page.getByRole('button', { name: 'More for this trolly' }).click()
  await page.getByRole('menuitem', { name: 'Notes and substitutes' }).click()
  await page.getByRole('dialog', { name: 'Notes and substitutes' }).getByRole('button').nth(1).click()
  await page.getByRole('textbox', { name: 'Note for this line' }).fill('for Saturday’s wedding')
  const leaveOut = page.getByRole('radio', { name: 'Leave it out' })
  // Its label lies over it, for a thumb.
  await page.getByText('Leave it out', { exact: true }).click()
  // Checked once it is stored.
  await expect(leaveOut).toBeChecked()
  await page.getByRole('button', { name: 'Close' }).click()
  const row = shop.row(code)
  await expect(row).toContainText('“for Saturday’s wedding” · If short: leave it out')

  await page.context().setOffline(false)
  await shop.expectAllSent()
  await page.reload()
  await expect(row).toContainText('“for Saturday’s wedding” · If short: leave it out')
})
