import type { Locator, Page } from '@playwright/test'
import { moneyText } from '#domain/money.ts'
import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Keys } from '#e2e/pages/keys.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { importRows } from '#e2e/support/imports.ts'
import { findPastOrder, type PastLine, type PastOrder } from '#e2e/support/orders.ts'
import type { TrollyServer } from '#e2e/support/server.ts'
import { expect, test } from '#e2e/support/test.ts'

test('an order is found in the history, read and ordered again offline', { tag: '@day' }, async ({
  page,
  context,
}) => {
  const shop = new Shop(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)

  await test.step('home shows the latest orders from any device', async () => {
    const recent = page.getByRole('list', { name: 'Recent orders' })
    await expect(recent.getByRole('listitem')).toHaveCount(3)
    await expectNothingInTheWay(page, 'home with orders')
    await page.getByRole('link', { name: 'All orders' }).click()
  })
  await test.step('history finds an order by its products', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Order history' })).toBeVisible()
    await page
      .getByRole('combobox', { name: 'Status' })
      .or(button(/Filters and sorting/))
      .first()
      .click()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Delivered')
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await expectNothingInTheWay(page, 'history')
    await page
      .getByRole('button', { name: /^\d{6}/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ })).toBeVisible()
    await expectNothingInTheWay(page, 'a delivered order')
  })
  await test.step('offline, it is still available and can be ordered again', async () => {
    const url = page.url()
    await context.setOffline(true)
    await page.goto('/home')
    await page.goto(url)
    await expect(page.getByText(/Saved on this device, as of/)).toBeVisible()
    const lines = await page.getByRole('list', { name: 'Order lines' }).getByRole('listitem').count()
    await button('Order again').click()
    const results = page.getByRole('list', { name: 'Results' })
    await expect(results.getByRole('listitem')).toHaveCount(lines)
    await expectNothingInTheWay(page, 'an order again')
    await button('Open the trolly').click()
    await expect(page.getByRole('heading', { level: 1, name: /^Trolly/ })).toBeVisible()
    await context.setOffline(false)
    await shop.expectAllSent()
  })
})

test('an order with a withdrawn, a dearer and a short line is ordered again', { tag: '@long' }, async ({
  page,
  trolly,
  isMobile,
}) => {
  const press = (control: Locator) => (isMobile ? control.tap() : control.click())
  const { order, outcomes, short } = await aPastOrder(trolly)
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  await press(page.getByRole('link', { name: 'All orders' }))
  await press(page.getByRole('searchbox', { name: 'Search orders' }))
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(order.orderNo)
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await press(page.getByRole('button', { name: new RegExp(`^${order.orderNo}`) }))
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.orderNo}` })).toBeVisible()
  await press(page.getByRole('button', { name: 'Order again' }))
  await expectOutcomes(page, order, outcomes)
  await expectNothingInTheWay(page, 'an order again with surprises')
  await press(page.getByRole('button', { name: 'Open the trolly' }))
  await expectToldInTrolly(page, order, short)
  await shop.expectAllSent()
})

test('an order with such changes is ordered again using only the keyboard', {
  tag: ['@desk', '@long'],
}, async ({ page, trolly }) => {
  const { order, outcomes, short } = await aPastOrder(trolly)
  const keys = new Keys(page)
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  await page.goto('/orders/history')
  await expect(page.getByRole('button', { name: /^\d{6}/ }).first()).toBeVisible()
  await keys.press('/')
  await keys.expectAt(page.getByRole('searchbox', { name: 'Search orders' }))
  await keys.type(order.orderNo)
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await keys.press('ArrowDown')
  await keys.expectAt(page.getByRole('button', { name: new RegExp(`^${order.orderNo}`) }))
  await keys.press('Enter')
  await keys.expectAt(page.getByRole('heading', { level: 1, name: `Order ${order.orderNo}` }))
  await keys.tabTo(page.getByRole('button', { name: 'Order again' }), 2)
  await keys.press('Enter')
  const sheet = page.getByRole('dialog', { name: new RegExp(`added from order ${order.orderNo}$`) })
  await keys.expectAt(sheet)
  await expectOutcomes(page, order, outcomes)
  await expectNothingInTheWay(page, 'an order again with surprises')
  await keys.tabTo(sheet.getByRole('button', { name: 'Open the trolly' }), 4)
  await keys.press('Enter')
  await expectToldInTrolly(page, order, short)
  await shop.expectAllSent()
})

/** A delivered order of the pub's, with one product withdrawn since, one dearer, one short and one unchanged. */
const aPastOrder = async (trolly: TrollyServer) => {
  const order = await findPastOrder(trolly, 'The Ploughman’s Rest')
  const [withdrawn, dearer, short, same] = order.lines as [PastLine, PastLine, PastLine, PastLine]
  await importRows(trolly, 'products', [
    { product_no: withdrawn.product_no, name: withdrawn.name, active: 'no' },
  ])
  const now = dearer.pence + 125
  await importRows(
    trolly,
    'prices',
    [{ ...dearer, pence: now }, short, same].map(({ product_no, pence }) => ({
      price_list: order.priceListId,
      product_no,
      pence,
    })),
  )
  await importRows(trolly, 'stock', [
    { product_no: dearer.product_no, quantity: 500 },
    { product_no: short.product_no, quantity: 1 },
    { product_no: same.product_no, quantity: 500 },
  ])
  return {
    order,
    short,
    outcomes: [
      [withdrawn, 'Not added: no longer sold'],
      [dearer, `${dearer.quantity} added. Price up: ${moneyText(now)}, was ${moneyText(dearer.pence)}`],
      [short, `${short.quantity} added. Only 1 in stock`],
      [same, `${same.quantity} added`],
    ] satisfies [PastLine, string][],
  }
}

const expectOutcomes = async (
  page: Page,
  order: PastOrder,
  outcomes: readonly (readonly [PastLine, string])[],
) => {
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(results).toHaveCount(order.lines.length)
  for (const [{ name }, words] of outcomes)
    await expect(results.filter({ hasText: name }).filter({ hasText: words })).toHaveCount(1)
}

/** It has all but the withdrawn one, and less of the short one. */
const expectToldInTrolly = async (page: Page, order: PastOrder, short: PastLine) => {
  await expect(page.getByRole('heading', { level: 1, name: /^Trolly/ })).toBeVisible()
  await expect(page.getByText(`· ${order.lines.length - 1} lines`)).toBeVisible()
  await expect(page.getByText(new RegExp(`^Only 1 of .*${short.name}.* is in stock`)).first()).toBeVisible()
  await expectNothingInTheWay(page, 'a trolly of an order again')
}
