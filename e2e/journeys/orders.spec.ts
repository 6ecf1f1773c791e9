import type { Locator, Page } from '@playwright/test'
import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Keys } from '#e2e/pages/keys.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { closeOrder } from '#e2e/support/orders.ts'
import { expect, test } from '#e2e/support/test.ts'

test('an order is changed before its cut-off and keeps its number, then cancelled', { tag: '@day' }, async ({
  page,
  hasTouch,
}) => {
  const { shop, button, press, one, other, number } = await placeAnOrder(page, hasTouch)

  await test.step('the order opens as a trolly and stays active', async () => {
    await press(button('Change order'))
    await expect(page.getByRole('heading', { level: 1, name: `Changes to order ${number}` })).toBeVisible()
    await expect(
      page.getByText(`Order ${number} stays as it is until you place these changes.`),
    ).toBeVisible()
    await shop.type(shop.row(one), 31)
    await shop.quickAdd(other, 2)
    await shop.expectAllSent()
    await expect(shop.row(one).getByText('30 → 31')).toBeVisible()
    await expect(shop.row(other).getByText('Added')).toBeVisible()
  })
  await test.step('placing it keeps the number', async () => {
    await shop.checkout()
    await press(button('Update order'))
    expect(await shop.placedOrderNumber()).toBe(number)
  })
  await test.step('it appears once among the active orders', async () => {
    await page.goto('/orders/active-orders')
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(number)
    // Typed text is searched a moment later, and rows being replaced are paler.
    await expect(page).toHaveURL(new RegExp(`q=${number}`))
    await expect(page.getByText('1 order', { exact: true })).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await expectNothingInTheWay(page, 'active orders')
    await press(page.getByRole('button', { name: new RegExp(number) }))
    await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()
    await expect(page.getByText('Once')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Order lines' }).getByRole('listitem')).toHaveCount(2)
    await expectNothingInTheWay(page, 'an order')
  })
  await test.step('the order is cancelled', async () => {
    await press(button('Cancel order'))
    await expect(button('Cancel the order')).toBeVisible()
    await expectNothingInTheWay(page, 'whether to cancel an order')
    await press(button('Cancel the order'))
    await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
    await expect(button('Change order')).toBeHidden()
    await expectNothingInTheWay(page, 'a cancelled order')
  })
})

test('a second trolly for the day of an order is added to it, which keeps its number', {
  tag: '@long',
}, async ({ page, context, hasTouch }) => {
  const { shop, button, press, one, other, number } = await placeAnOrder(page, hasTouch)
  await page.goto('/home')
  const second = await shop.startTrolly()
  await shop.openTrolly(second)
  await shop.quickAdd(one, 2)
  await shop.quickAdd(other, 1)
  await shop.expectAllSent()
  await shop.checkout()

  await test.step('without a connection nothing is added', async () => {
    await expect(button(`Add to order ${number}`)).toBeVisible()
    await expectNothingInTheWay(page, 'the checkout of a second order')
    await context.setOffline(true)
    await press(button(`Add to order ${number}`))
    await expect(page.getByText(/We couldn’t reach Trolly, so order \d+ is as it was/)).toBeVisible()
    await context.setOffline(false)
  })
  await test.step('with one, the lines are added on top', async () => {
    await press(button(`Add to order ${number}`))
    await expect(page.getByText(`2 lines added to order ${number}, 1 on top of what it had.`)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: `Changes to order ${number}` })).toBeVisible()
    await expect(shop.row(one).getByText('30 → 32')).toBeVisible()
    await expect(shop.row(other).getByText('Added')).toBeVisible()
    await shop.expectAllSent()
  })
  await test.step('updating places one order', async () => {
    await shop.checkout()
    await press(button('Update order'))
    expect(await shop.placedOrderNumber()).toBe(number)
    await page.goto(`/orders/create-${second}`)
    await expect(page.getByText(/This trolly has been deleted|can’t find this trolly/)).toBeVisible()
  })
})

test('an order is changed, then cancelled, using only the keyboard', { tag: ['@desk', '@long'] }, async ({
  page,
}) => {
  const shop = new Shop(page)
  const keys = new Keys(page)
  const button = (name: string) => page.getByRole('button', { name })
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [one = ''] = await shop.plainProducts(1)
  await shop.openTrolly(await shop.startTrolly())
  await shop.quickAdd(one, 30)
  await shop.checkout()
  await keys.tabTo(button('Place order'), 16)
  await keys.press('Enter')
  const number = await shop.placedOrderNumber()

  await test.step('the order is changed', async () => {
    await keys.tabTo(button('Change order'), 6)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1, name: `Changes to order ${number}` }))
    await keys.tabTo(shop.quantityOf(shop.row(one)), 12)
    await keys.type('31')
    await keys.press('Enter')
    await shop.expectAllSent()
    await keys.tabTo(page.getByRole('link', { name: 'Checkout' }), 16)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Checkout' }))
    await keys.tabTo(button('Update order'), 16)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Order placed' }))
    expect(await shop.placedOrderNumber()).toBe(number)
  })
  await test.step('the order is cancelled', async () => {
    await keys.tabTo(button('Cancel order'), 8)
    await keys.press('Enter')
    const sheet = page.getByRole('dialog')
    await keys.expectAt(sheet)
    await keys.tabTo(sheet.getByRole('button', { name: 'Cancel the order' }), 4)
    await keys.press('Enter')
    await expect(page.getByText(/^This order was cancelled at/)).toBeVisible()
    await expect(button('Change order')).toBeHidden()
  })
})

test.describe('after the cut-off', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('a change is refused after the cut-off and the additions become a separate order', {
    tag: '@long',
  }, async ({ page, context, trolly, hasTouch }) => {
    const shop = new Shop(page)
    const button = (name: string) => page.getByRole('button', { name })
    const press = (control: Locator) => (hasTouch ? control.tap() : control.click())
    const { number, added } = await aChangedOrder(page, shop)
    const tooLate = page.getByRole('article', { name: `Order ${number} can no longer be changed` })

    await test.step('the server refuses the change and the page lists what is not ordered', async () => {
      await shop.checkout()
      await closeOrder(trolly, number)
      await press(button('Update order'))
      await expect(tooLate).toContainText('We’ll deliver it as you first ordered it.')
      await expect(tooLate.getByRole('listitem')).toHaveText([
        /^2 more .* not ordered\.$/,
        /^25 .* not ordered\.$/,
      ])
      await expectNothingInTheWay(page, 'a refused change')
    })
    await test.step('offline too, the trolly offers to order the additions separately', async () => {
      await context.setOffline(true)
      await press(page.getByRole('link', { name: 'Trolly', exact: true }).first())
      await expect(tooLate).toBeVisible()
      await expectNothingInTheWay(page, 'a trolly whose order is closed')
      await press(button('Order what you added as a new order'))
      await expect(page.getByRole('heading', { level: 1, name: /^Trolly/ })).toBeVisible()
      expect(await shop.shownLines()).toEqual(added)
    })
    await test.step('the additions are ordered once, under a new number', async () => {
      await context.setOffline(false)
      await shop.expectAllSent()
      await shop.checkout()
      await press(button('Place order'))
      const another = await shop.placedOrderNumber()
      expect(another).not.toBe(number)
      await page.goto('/orders/active-orders')
      const rows = page.getByRole('button', { name: new RegExp(`${number}|${another}`) })
      await expect(rows).toHaveCount(2)
    })
    await test.step('the earlier order is unchanged', async () => {
      await press(page.getByRole('button', { name: new RegExp(number) }))
      await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()
      await expect(page.getByRole('list', { name: 'Order lines' }).getByRole('listitem')).toHaveText(/30 ×/)
      await expect(button('Change order')).toBeHidden()
    })
  })

  test('the additions are ordered using only the keyboard', { tag: ['@desk', '@long'] }, async ({
    page,
    trolly,
  }) => {
    const shop = new Shop(page)
    const keys = new Keys(page)
    const { number, added } = await aChangedOrder(page, shop)
    await shop.checkout()
    await closeOrder(trolly, number)
    await keys.tabTo(page.getByRole('button', { name: 'Update order' }), 12)
    await keys.press('Enter')
    const tooLate = page.getByRole('article', { name: `Order ${number} can no longer be changed` })
    await keys.tabTo(tooLate.getByRole('button', { name: 'Order what you added as a new order' }), 20)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1, name: /^Trolly/ }))
    expect(await shop.shownLines()).toEqual(added)
    await shop.expectAllSent()
  })
})

/** On the trolly of an order for thirty of a product: two more of it, and twenty-five of another. */
const aChangedOrder = async (page: Page, shop: Shop) => {
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [one = '', other = ''] = await shop.plainProducts(2)
  await shop.openTrolly(await shop.startTrolly())
  await shop.quickAdd(one, 30)
  await shop.checkout()
  await page.getByRole('button', { name: 'Place order' }).click()
  const number = await shop.placedOrderNumber()
  await page.getByRole('button', { name: 'Change order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Changes to order ${number}` })).toBeVisible()
  await shop.type(shop.row(one), 32)
  await shop.quickAdd(other, 25)
  await shop.expectAllSent()
  return { number, added: { [one]: '2', [other]: '25' } }
}

/** @param hasTouch taps instead of clicking @returns the order’s number, with the codes of two plain products */
const placeAnOrder = async (page: Page, hasTouch: boolean) => {
  const shop = new Shop(page)
  const button = (name: string) => page.getByRole('button', { name })
  const press = (control: Locator) => (hasTouch ? control.tap() : control.click())
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [one = '', other = ''] = await shop.plainProducts(2)
  await shop.openTrolly(await shop.startTrolly())
  await shop.quickAdd(one, 30)
  await shop.checkout()
  await press(button('Place order'))
  const number = await shop.placedOrderNumber()
  return { shop, button, press, one, other, number }
}
