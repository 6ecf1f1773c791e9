import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { importRows } from '#e2e/support/imports.ts'
import { findPastOrder } from '#e2e/support/orders.ts'
import { expect, test } from '#e2e/support/test.ts'

test('changed allergens of an import and a recall are confirmed on a phone without a connection, and the office sees it', {
  tag: '@long',
}, async ({ page, browser, trolly, watch }) => {
  const { lines } = await findPastOrder(trolly, 'The Ploughman’s Rest')
  const [changed, recalled] = lines
  if (!changed || !recalled) throw new Error('The order is too short.')
  await importRows(trolly, 'products', [
    { product_no: changed.product_no, name: changed.name, contains: 'lupin|mustard', mayContain: 'celery' },
  ])

  const office = new Shop(page)
  await office.signIn('staff@example.com')
  await page.goto('/maintenance/safety-notices?list=recalls')
  await page.getByRole('button', { name: 'Add recall' }).first().click()
  const form = page.getByRole('dialog', { name: 'New recall' })
  await form.getByLabel('Reference').fill('FSA-77')
  await form.getByLabel('Product codes').fill(recalled.product_no)
  await form.getByLabel('Reason').fill('Pieces of metal')
  await form.getByRole('button', { name: 'See whom it names' }).click()
  await expect(form.getByText(/^It names \d+ customers?, who bought/)).toBeVisible()
  await expectNothingInTheWay(page, 'new recall')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const context = await browser.newContext({ baseURL: trolly.url })
  const phone = await context.newPage()
  await watch(phone)
  const shop = new Shop(phone)
  await shop.signIn()
  await expect(phone.getByText('1 recall of goods you have bought.')).toBeVisible()
  await shop.waitForProducts(200)
  await context.setOffline(true)
  await phone.getByRole('button', { name: 'Read', exact: true }).click()
  const sheet = phone.getByRole('dialog', { name: 'Safety notices' })
  await expect(sheet.getByText('Pieces of metal')).toBeVisible()
  await expect(sheet.getByText(/Now contains .*lupin/)).toBeVisible()
  await expectNothingInTheWay(phone, 'safety notices')
  await sheet.getByRole('button', { name: /^I have read all/ }).click()
  await expect(phone.getByText('1 recall of goods you have bought.')).toBeHidden()
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Read', exact: true })).toBeHidden()
  await context.setOffline(false)
  await shop.expectAllSent()
  await context.close()

  await page.goto('/maintenance/safety-notices')
  for (const name of ['FSA-77', changed.name]) {
    await page.getByRole('button', { name: new RegExp(name) }).click()
    await page.getByRole('button', { name: /^Confirmed: 1/ }).click()
    await expect(page.getByText('The Ploughman’s Rest')).toBeVisible()
    await page.getByRole('link', { name: 'All notices' }).click()
  }
})
