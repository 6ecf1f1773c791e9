import type { Locator, Page } from '@playwright/test'
import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Keys } from '#e2e/pages/keys.ts'
import { orderByCard } from '#e2e/pages/ordering.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { DECLINED_CARD, expect, GOOD_CARD, test } from '#e2e/support/stripe.ts'

// The browser logs the replies that decline a card, and one for a paid intent.
test.use({ expectedErrors: [/status of 40[02]/] })

test('an order is paid by card: declined, interrupted, resumed and charged once', async ({
  page,
  stripe,
  hasTouch,
}) => {
  const shop = new Shop(page)
  const press = (control: Locator) => (hasTouch ? control.tap() : control.click())
  await orderByCard(shop)
  await expect(page).toHaveURL(/\/payments\/payment-/)
  const payment = page.url()
  await expect(page.getByRole('heading', { level: 1, name: 'Awaiting payment' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expectNothingInTheWay(page, 'a payment')
  await payWith(page, DECLINED_CARD)
  await expect(page.getByText('Your card was declined.').first()).toBeVisible()
  await expectNothingInTheWay(page, 'a declined card')

  // The phone goes into a pocket; its payment succeeds, but neither the reply nor the event arrives.
  stripe.deliverTo(undefined)
  await page.context().route('https://api.stripe.com/**', async (route) => {
    stripe.pay(/payment_intents\/(\w+)/.exec(route.request().url())?.[1] ?? '')
    await route.abort()
  })
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()

  await page.goto(`${payment}?payment_intent_client_secret=pi_1_secret_x&redirect_status=succeeded`)
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  await expect(page).toHaveURL(payment)
  await expectNothingInTheWay(page, 'a paid order')
  await press(page.getByRole('link', { name: 'See the order' }))
  await expect(page.getByRole('main').getByText(/paid by card/)).toBeVisible()
  expect([...stripe.charges().values()]).toEqual([1])

  // The bank's app returns to another browser, where nobody is signed in.
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${payment}?payment_intent_client_secret=pi_1_secret_x&redirect_status=succeeded`)
  await press(page.getByRole('link', { name: 'Sign in', exact: true }).last())
  await expect(page).toHaveURL(/\/auth\/sign-in/)
})

test('a payment made in one tab shows as paid in the other', { tag: '@long' }, async ({
  page,
  context,
  watch,
  stripe,
}) => {
  const shop = new Shop(page)
  await orderByCard(shop)
  await expect(page.getByRole('button', { name: /^Pay £/ })).toBeEnabled()
  const second = await context.newPage()
  await watch(second)
  await second.goto(page.url())
  await payWith(second, GOOD_CARD)
  await expect(second.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  await payWith(page, GOOD_CARD)
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  expect([...stripe.charges().values()]).toEqual([1])
})

test('after one card is declined another pays, using only the keyboard', { tag: ['@desk', '@long'] }, async ({
  page,
  stripe,
}) => {
  const keys = new Keys(page)
  await orderByCard(new Shop(page))
  const card = page.getByLabel('Card number')
  const pay = page.getByRole('button', { name: /^Pay £/ })
  await keys.tabTo(card, 12)
  await keys.type(DECLINED_CARD)
  await keys.tabTo(pay, 2)
  await keys.press('Enter')
  await expect(page.getByText('Your card was declined.').first()).toBeVisible()
  // The browser is closed during the payment, and the page opened again.
  await page.goto('about:blank')
  await page.goBack()
  await expect(card).toBeVisible()
  await keys.tabTo(page.getByRole('button', { name: 'Skip to main content' }), 1)
  await keys.press('Enter')
  await keys.tabTo(card, 6)
  await keys.type(GOOD_CARD)
  await keys.tabTo(pay, 2)
  await keys.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  await keys.tabTo(page.getByRole('link', { name: 'See the order' }), 6)
  await keys.press('Enter')
  await expect(page.getByRole('main').getByText(/paid by card/)).toBeVisible()
  expect([...stripe.charges().values()]).toEqual([1])
})

const payWith = async (page: Page, card: string): Promise<void> => {
  await page.getByLabel('Card number').fill(card)
  await page.getByRole('button', { name: /^Pay £/ }).click()
}
