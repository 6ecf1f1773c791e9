import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { agreeOnSubstitute } from '#e2e/support/orders.ts'
import { expect, test } from '#e2e/support/test.ts'

test('the office picks an order short, and its customer sees what comes instead until it is undone', {
  tag: '@long',
}, async ({ page, trolly, browser, watch }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [code = ''] = await shop.plainProducts(1)
  await shop.openTrolly(await shop.startTrolly())
  await shop.quickAdd(code, 30)
  await shop.checkout()
  await page.getByRole('button', { name: 'Place order' }).click()
  const orderNo = await shop.placedOrderNumber()
  const { id, name, quantity, substitute } = await agreeOnSubstitute(trolly, orderNo)
  const orderPage = `/orders/history-${id}`
  const office = await browser.newContext({ baseURL: trolly.url, viewport: { width: 1440, height: 900 } })
  const desk = await office.newPage()
  await watch(desk)
  await new Shop(desk).signIn('staff@example.com')
  await desk.goto(orderPage)
  const pick = async (step: 'more' | 'less'): Promise<void> => {
    await desk.getByRole('button', { name: 'Pick', exact: true }).click()
    await desk.getByRole('button', { name: `One ${step} of ${name} missing`, exact: true }).click()
    await expectNothingInTheWay(desk, 'picking')
    await desk.getByRole('button', { name: 'Save picking' }).click()
    await expect(desk.getByText(/^Picking of order \d+ saved$/).last()).toBeVisible()
  }
  await pick('more')
  const replaced = `1 of ${quantity} replaced by ${substitute}`
  await expect(desk.getByText(replaced)).toBeVisible()

  await page.goto('/home')
  await expect(page.getByText(`1 short: ${name}; ${substitute} instead`)).toBeVisible()
  await page.goto(orderPage)
  await expect(page.getByText(replaced)).toBeVisible()
  await expect(page.getByText(`in place of ${name}`)).toBeVisible()
  await expectNothingInTheWay(page, 'order with a substitute')
  await expect(page.getByRole('button', { name: 'Pick', exact: true })).toHaveCount(0)

  await pick('less')
  await office.close()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Order lines' })).toBeVisible()
  await expect(page.getByText(replaced)).toHaveCount(0)
  await expect(page.getByText(`in place of ${name}`)).toHaveCount(0)
})
