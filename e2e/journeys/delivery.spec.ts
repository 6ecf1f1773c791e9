import type { Locator, Page } from '@playwright/test'
import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Keys } from '#e2e/pages/keys.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

// The browser logs the reply that refuses a postcode.
test.use({ expectedErrors: [/status of 422/] })

/** In Leeds, on another route than the café's: every day but Sunday, £5.95, and a lower minimum order. */
const TENT = [
  ['Name', 'Tent'],
  ['Street address', '9 Park Row'],
  ['Town', 'Leeds'],
  ['Postcode', 'ls1 5ab'],
  ['Contact', 'Ada Lees'],
  ['Phone', '0113 496 0123'],
] as const
const TENT_TEXT = 'Tent, 9 Park Row, Leeds, LS1 5AB'
const TENT_TERMS = /LS1 5AB Mon–Sat · Delivery £5\.95, free from £\d+\.00 · Minimum order £75\.00/
const DEPOT_TEXT = 'Halifax depot, Dean Clough Wharf, Halifax, HX3 5AX'
const MINIMUM_PENCE = 7_500

test('an order is delivered to a new address, the next is collected, and a third goes to a known address chosen offline', {
  tag: '@day',
}, async ({ page, context, hasTouch }) => {
  const shop = new Shop(page)
  const press = (target: Locator) => (hasTouch ? target.tap() : target.click())
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await signInToCafe(shop)
  const code = await startTrollyForTent(shop)

  await test.step('an address is added at the checkout', async () => {
    await shop.checkout()
    await expect(page.getByText(/more to reach the minimum order of £100\.00/).first()).toBeVisible()
    await press(button('Change address'))
    await expect(dialog('Delivery address').getByRole('button', { pressed: true })).toHaveCount(1)
    await expectNothingInTheWay(page, 'delivery addresses at the checkout')
    await press(button('Add an address'))
    for (const [label, text] of TENT) await dialog('New address').getByLabel(label).fill(text)
    await expectNothingInTheWay(page, 'a new address')
    await press(button('Save and deliver here'))
    await expect(page.getByText('Address Added')).toBeVisible()
    await shop.expectLeftSheet()
  })
  await test.step('its day, charge and minimum apply', async () => {
    await expect(page.getByText(TENT_TEXT)).toBeVisible()
    await expect(page.getByText(/minimum order of/)).toHaveCount(0)
    await expectCharge(page, '£5.95')
    await press(button('Change address'))
    const choice = dialog('Delivery address').getByRole('button', { pressed: true })
    await expect(choice).toHaveText(TENT_TERMS)
    await press(choice)
    await press(button('Change day'))
    // The account's own route has no deliveries on Wednesdays.
    await press(dialog('Delivery day').getByRole('button', { name: /^Wed/ }).last())
    await expect(page.getByText(/^Arriving Wed/)).toBeVisible()
    await expectNothingInTheWay(page, 'checkout of a delivery')
  })
  await test.step('the order shows the address and the charge', async () => {
    await press(button('Place order'))
    const number = await shop.placedOrderNumber()
    await expect(fact(page, 'Deliver to')).toHaveText(TENT_TEXT)
    await expectCharge(page, '£5.95')
    await openOrder(page, number)
    await expect(fact(page, 'Deliver to')).toHaveText(TENT_TEXT)
    await expectCharge(page, '£5.95')
    await expectNothingInTheWay(page, 'an order with a charge')
  })

  await test.step('the next order is a collection', async () => {
    await page.goto('/home')
    await shop.openTrolly(await shop.startTrolly())
    await shop.quickAdd(code, 1)
    await shop.checkout()
    await press(page.getByRole('radiogroup', { name: 'Delivery or collection' }).getByText('Collection'))
    const sheet = dialog('Collection')
    await press(sheet.getByRole('button', { name: /^Halifax depot/ }))
    await expectNothingInTheWay(page, 'places and times of collection')
    await press(sheet.getByRole('button', { name: /^11:00–13:00/ }).last())
    await expect(page.getByText(/^Collect .*, 11:00–13:00$/)).toBeVisible()
    await expect(page.getByText(DEPOT_TEXT)).toBeVisible()
    await expectNothingInTheWay(page, 'checkout of a collection')
    await press(button('Place order'))
    const number = await shop.placedOrderNumber()
    await expect(page.getByText(/^Collect .*, 11:00–13:00$/)).toBeVisible()
    await openOrder(page, number)
    await expect(fact(page, 'Collect from')).toHaveText(DEPOT_TEXT)
    await expect(page.getByText(/11:00–13:00/).first()).toBeVisible()
  })

  await test.step('an address stored on the device is chosen offline', async () => {
    await page.goto('/home')
    await shop.openTrolly(await shop.startTrolly())
    await shop.quickAdd(code, 1)
    await shop.checkout()
    await expect(page.getByText(/^Kitchen, /)).toBeVisible()
    await context.setOffline(true)
    await press(button('Change address'))
    await press(dialog('Delivery address').getByRole('button', { name: /^Tent/ }))
    await expect(page.getByText(TENT_TEXT)).toBeVisible()
    await expectCharge(page, '£5.95')
    await expect(page.getByText(/more to reach the minimum order of £75\.00/).first()).toBeVisible()
    await expect(shop.status()).toContainText(/saved/)
    await context.setOffline(false)
    await shop.expectAllSent()
    await page.reload()
    await expect(page.getByText(TENT_TEXT)).toBeVisible()
  })
})

test('an order is delivered to a new address and the next is collected, using only the keyboard', {
  tag: ['@desk', '@long'],
}, async ({ page, isMobile }) => {
  const shop = new Shop(page)
  const keys = new Keys(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const method = page.getByRole('radiogroup', { name: 'Delivery or collection' })
  await signInToCafe(shop)
  const code = await startTrollyForTent(shop)
  await shop.expectAllSent()

  await test.step('an address is added at the checkout, after some mistakes', async () => {
    await keys.tabTo(page.getByRole('link', { name: 'Checkout' }), 40)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Checkout' }))
    await keys.tabTo(button('Change address'), 12)
    await keys.press('Enter')
    await keys.expectAt(dialog('Delivery address'))
    await keys.expectTrappedIn(dialog('Delivery address'))
    await keys.press('Escape')
    await keys.expectAt(button('Change address'))
    await keys.press('Enter')
    await keys.expectAt(dialog('Delivery address'))
    await keys.tabTo(button('Add an address'), 6)
    await keys.press('Enter')
    const form = dialog('New address')
    await keys.expectAt(form)
    await keys.tabTo(button('Save and deliver here'), 12)
    await keys.press('Enter')
    await keys.expectAt(form.getByRole('alert'))
    await keys.tabTo(form.getByRole('link').first(), 1)
    await keys.press('Enter')
    await keys.expectAt(form.getByLabel('Name'))
    for (const [label, text] of TENT) {
      if (label !== 'Name') await keys.tabTo(form.getByLabel(label), 1)
      await keys.type(text)
    }
    await keys.press('Enter')
    await expect(page.getByText('Address Added')).toBeVisible()
    await expect(page.getByText(TENT_TEXT)).toBeVisible()
    await expectCharge(page, '£5.95')
  })
  await test.step('the order is placed, and its page shows the address and the charge', async () => {
    await keys.tabTo(button('Place order'), 16)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Order placed' }))
    await expect(fact(page, 'Deliver to')).toHaveText(TENT_TEXT)
    await expectCharge(page, '£5.95')
    await expectNothingInTheWay(page, 'an order with a charge, at a desk')
  })
  await test.step('another order is a collection', async () => {
    await keys.tabTo(page.getByRole('link', { name: 'Back to home' }), 2)
    await keys.press('Enter')
    await keys.tabTo(button('Start shopping'), 24)
    await keys.press('Enter')
    const field = page.getByRole('combobox', { name: 'Search products' })
    if (isMobile) await keys.tabTo(field, 2)
    await keys.expectAt(field)
    await keys.type(code)
    await expect(shop.row(code)).toBeVisible()
    await keys.press('Enter')
    await expect(shop.quantityOf(shop.row(code))).toHaveValue('1')
    // It covers the first controls of a phone's page for a while.
    if (isMobile) {
      await expect(page.getByText('Trolly Created')).toBeVisible({ timeout: 20_000 })
      await expect(page.getByText('Trolly Created')).toBeHidden()
    }
    await keys.tabTo(page.getByRole('link', { name: 'See trolly' }), 8)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1, name: /^Trolly/ }))
    await keys.tabTo(page.getByRole('link', { name: 'Checkout' }), 24)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Checkout' }))

    await keys.tabTo(method.getByRole('radio', { name: 'Delivery' }), 8)
    await keys.press('ArrowRight')
    const sheet = dialog('Collection')
    await keys.expectAt(sheet)
    await keys.expectTrappedIn(sheet)
    await keys.press('Escape')
    await keys.expectAt(method.getByRole('radio', { name: 'Collection' }))
    await keys.backTo(button('Choose where and when'), 1)
    await keys.press('Enter')
    await keys.expectAt(sheet)
    await keys.tabTo(sheet.getByRole('button', { name: /^Halifax depot/ }), 3)
    await keys.press('Enter')
    const time = sheet.getByRole('button', { name: /^11:00–13:00/ }).nth(1)
    await keys.tabTo(time, 12)
    await keys.press('Enter')
    await expect(page.getByText(/^Collect .*, 11:00–13:00$/)).toBeVisible()
    await keys.tabTo(button('Place order'), 16)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1, name: 'Order placed' }))
    await expect(fact(page, 'Collect from')).toHaveText(DEPOT_TEXT)
    await expectNothingInTheWay(page, 'an order to collect, at a desk')
  })
})

test('delivery addresses can be added, changed, deleted and restored', { tag: '@long' }, async ({
  page,
  hasTouch,
}) => {
  const shop = new Shop(page)
  const press = (target: Locator) => (hasTouch ? target.tap() : target.click())
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const noAddresses = page.getByText('You have no saved home delivery addresses')
  const rows = page.locator('main').getByRole('button', { name: /^(Kitchen|Market stall|Home|Tent|Marquee)/ })
  await signInToCafe(shop)
  await page.goto('/accounts/delivery-addresses')
  await expect(rows.first()).toBeVisible()
  const before = await rows.count()
  await expectNothingInTheWay(page, 'delivery addresses')

  await test.step('a postcode outside the delivery area is refused; a corrected one is accepted', async () => {
    await press(button('Add address'))
    const form = dialog('New address')
    for (const [label, text] of TENT) await form.getByLabel(label).fill(text)
    await form.getByLabel('Postcode').fill('HU1 1AA')
    await press(form.getByRole('button', { name: 'Save' }))
    await expect(form.getByRole('link', { name: /^Postcode is outside our delivery area/ })).toBeVisible()
    await expectNothingInTheWay(page, 'an address that is refused')
    await form.getByLabel('Postcode').fill('ls1 5ab')
    await press(form.getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Address Added')).toBeVisible()
    await expect(rows).toHaveCount(before + 1)
  })
  await test.step('the address is changed', async () => {
    await shop.expectLeftSheet()
    await press(button(/^Tent/))
    await dialog('Edit address').getByLabel('Name').fill('Marquee')
    await press(dialog('Edit address').getByRole('button', { name: 'Save' }))
    await expect(page.getByText('Address Updated')).toBeVisible()
    await expect(button(/^Marquee/)).toBeVisible()
  })
  await test.step('the address is deleted and the undo stays available', async () => {
    await shop.expectLeftSheet()
    await press(button(/^Marquee/))
    await press(dialog('Edit address').getByRole('button', { name: 'Delete' }))
    await expect(rows).toHaveCount(before)
    await press(button('Undo'))
    await expect(page.getByText('Address restored')).toBeVisible()
    await expect(rows).toHaveCount(before + 1)
  })
  await test.step('all are deleted and one is restored from the deleted list', async () => {
    await shop.expectLeftSheet()
    for (let left = before; left >= 0; left -= 1) {
      await press(rows.first())
      await press(dialog('Edit address').getByRole('button', { name: 'Delete' }))
      await expect(rows).toHaveCount(left)
      await shop.expectLeftSheet()
    }
    await expect(noAddresses.first()).toBeVisible()
    await expectNothingInTheWay(page, 'no delivery addresses')
    await page.goto('/accounts/delivery-addresses?state=deleted')
    await press(button(/^Marquee/))
    await expectNothingInTheWay(page, 'a deleted address')
    await press(dialog('Deleted address').getByRole('button', { name: 'Restore' }))
    await expect(page.getByText('Address restored')).toBeVisible()
    await shop.expectLeftSheet()
    await page.goto('/accounts/delivery-addresses')
    await expect(rows).toHaveCount(1)
  })
})

const signInToCafe = async (shop: Shop): Promise<void> => {
  await shop.signIn('cafe@example.com')
  await shop.chooseDay()
  await shop.waitForProducts(200)
}

/**
 * Worth enough for the tent's route, but too little for the account's own.
 * @returns its product's code
 */
const startTrollyForTent = async (shop: Shop): Promise<string> => {
  const [code = ''] = await shop.plainProducts(1)
  await shop.openTrolly(await shop.startTrolly())
  await shop.quickAdd(code, 1)
  const [, pounds = '', pence = ''] = /£(\d+)\.(\d\d)/.exec(await shop.row(code).innerText()) ?? []
  await shop.type(shop.row(code), Math.ceil(MINIMUM_PENCE / Number(pounds + pence)))
  return code
}

/** The value beside a term of the totals or of an order's facts. */
const fact = (page: Page, term: string | RegExp): Locator =>
  page.locator('dt').filter({ hasText: term }).locator('xpath=following-sibling::dd[1]')

const expectCharge = (page: Page, pounds: string): Promise<void> =>
  expect(fact(page, /^Delivery \(free from/)).toHaveText(pounds)

const openOrder = async (page: Page, number: string): Promise<void> => {
  await page.goto('/orders/active-orders')
  await page.getByRole('button', { name: new RegExp(number) }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible()
}
