import { Keys } from '#e2e/pages/keys.ts'
import { openLanding } from '#e2e/pages/landing.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { expect, test } from '#e2e/support/test.ts'

/** The whole story using only the keyboard: after opening the first page, the test clicks and focuses nothing. */
test('an order is placed using only the keyboard', { tag: '@desk' }, async ({ page, isMobile }) => {
  const keys = new Keys(page)
  const shop = new Shop(page)
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })
  const quantities = page.getByRole('textbox', { name: /^Quantity of / })

  await openLanding(page)
  await test.step('signs in after some mistakes', async () => {
    await keys.tabTo(button('Skip to main content'), 1)
    await keys.press('Enter')
    await keys.tabTo(page.getByLabel('E-mail'), 1)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('alert').filter({ hasText: 'There is a problem' }))
    await keys.tabTo(link('Enter your e-mail'), 1)
    await keys.press('Enter')
    await keys.expectAt(page.getByLabel('E-mail'))
    await keys.type('kitchens@example.com')
    await keys.tabTo(page.getByLabel('Password', { exact: true }), 1)
    await keys.type(DEMO_PASSWORD)
    await keys.press('Enter')
  })

  await test.step('chooses an account and a delivery day', async () => {
    await keys.expectAt(heading('Who are you ordering for?'))
    const accounts = page.getByRole('group', { name: 'Account' }).getByRole('button')
    await keys.tabTo(accounts.first(), 2)
    await keys.press('ArrowDown', 'ArrowUp')
    await keys.expectAt(accounts.first())
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1 }))

    // Loads with the next delivery, which an account has until its lorry has arrived.
    await expect(page.getByRole('list', { name: 'Recent orders' })).toBeVisible()
    const days = page.getByRole('group', { name: 'Delivery day' }).getByRole('button')
    await keys.tabTo(days.first(), 5)
    // The cut-off of the first may pass meanwhile.
    await keys.press('ArrowRight')
    await keys.expectAt(days.nth(1))
    await keys.press('Enter')
    // A desk goes on offering the days.
    const offered = page.getByRole('group', { name: 'Available days' }).getByRole('button', { pressed: true })
    await keys.expectAt(isMobile ? page.getByRole('heading', { name: 'Delivery day' }) : offered)
  })
  await test.step('downloads the products to the device', () => shop.waitForProducts(200))
  const [plain = '', another = ''] = await shop.plainProducts(2)

  await test.step('looks at other days and closes the sheet again', async () => {
    await keys.tabTo(button('Change day'), 1)
    await keys.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Delivery day' })
    await keys.expectAt(sheet)
    await keys.expectTrappedIn(sheet)
    await keys.press('Escape')
    await keys.expectAt(button('Change day'))
  })

  await test.step('finds products and announces how many', async () => {
    await keys.tabTo(button('Start shopping'), isMobile ? 2 : 24)
    await keys.press('Enter')
    const field = page.getByRole('combobox', { name: 'Search products' })
    // A desktop always has a keyboard, so the field has the focus at once.
    if (isMobile) {
      await keys.expectAt(heading('Find products'))
      await keys.tabTo(field, 1)
    }
    await keys.expectAt(field)
    await keys.type('gammon')
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /products?\b/ })
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
    await keys.press('Escape', 'ArrowDown')
    await keys.expectAt(quantities.first())
    await keys.type('3')
    await keys.press('Enter')
    await keys.expectAt(quantities.nth(1))
    await expect(quantities.first()).toHaveValue('3')
    await keys.press('+', '+', 'ArrowDown', 'ArrowUp')
    await expect(quantities.nth(1)).toHaveValue('2')
    await keys.press('ArrowUp', 'ArrowUp')
    await keys.expectAt(field)
    await keys.press('Escape')
    await expect(field).toHaveValue('')
    await keys.type(plain)
    await expect(shop.row(plain)).toBeVisible()
    await keys.press('Enter')
    await expect(shop.quantityOf(shop.row(plain))).toHaveValue('1')
  })

  await test.step('opens the trolly, changes a line, removes it and brings it back', async () => {
    await keys.tabTo(link('See trolly'), 8)
    await keys.press('Enter')
    await keys.expectAt(heading(/^Trolly/))
    const quickAdd = page.getByRole('combobox', { name: 'Add by code, or search by name' })
    await keys.tabTo(quickAdd, 3)
    await keys.type(`${another} 4`)
    await keys.press('Enter')
    await keys.expectAt(quickAdd)
    await expect(shop.row(another)).toBeVisible()

    const [first, second] = [shop.rows().first(), shop.rows().nth(1)]
    await keys.tabTo(shop.quantityOf(first), 12)
    await keys.type('12')
    await keys.press('Enter')
    await keys.expectAt(shop.quantityOf(second))
    await expect(shop.quantityOf(first)).toHaveValue('12')
    await keys.press('ArrowUp')
    await keys.type('0')
    await keys.press('Enter')
    await expect(shop.rows()).toHaveCount(3)
    await keys.expectAt(shop.quantityOf(shop.rows().first()))
    await expect(button('Undo')).toBeVisible()
    await keys.press('Control+z')
    await expect(shop.rows()).toHaveCount(4)
    await keys.press('Control+a')
    await keys.type('1')
    await keys.press('Enter', 'ArrowUp', '-')
    await expect(shop.rows()).toHaveCount(3)
    await keys.expectAt(page.getByRole('group', { name: / removed$/ }))
    await keys.press('-', '-')
    await expect(shop.rows()).toHaveCount(3)
    await keys.press('Control+z')
    await expect(shop.rows()).toHaveCount(4)
    await keys.expectAt(page.locator('[data-row-target="quantity"]:focus'))
  })

  await test.step('continues offline and looks at the unsent changes', async () => {
    await page.context().setOffline(true)
    await keys.press('ArrowUp', 'ArrowUp', 'ArrowUp')
    await keys.expectAt(shop.quantityOf(shop.rows().first()))
    await keys.press('+')
    await expect(shop.status()).toContainText(/saved/)
    await keys.backTo(shop.status(), 34)
    await keys.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Your changes' })
    await keys.expectAt(sheet)
    await keys.expectTrappedIn(sheet)
    await keys.press('Escape')
    await keys.expectAt(shop.status())
    await page.context().setOffline(false)
    await shop.expectAllSent()
  })

  await test.step('deletes the trolly and restores it', async () => {
    const more = button('More for this trolly')
    await keys.tabTo(more, 26)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('menuitem', { name: 'Save as template' }))
    await keys.press('Escape')
    await keys.expectAt(more)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('menuitem', { name: 'Save as template' }))
    for (const name of ['Notes and substitutes', 'Delete trolly']) {
      await keys.press('ArrowDown')
      await keys.expectAt(page.getByRole('menuitem', { name }))
    }
    await keys.press('Enter')
    await keys.expectAt(heading('Orders'))
    const undo = button('Undo')
    // After the orders, each with its own button; Ctrl+Z is the quick way.
    await keys.tabTo(undo, 34)
    await keys.press('Enter')
    await expect(undo).toBeHidden()
    await keys.expectAt(page.locator('main :focus'))
    await keys.backTo(page.getByRole('list', { name: 'Open trollies' }).getByRole('link'), 34)
    await keys.press('Enter')
    await keys.expectAt(heading(/^Trolly/))
    await expect(shop.rows()).toHaveCount(4)
  })

  await test.step('places the order and reads its number', async () => {
    await keys.tabTo(link('Checkout'), 26)
    await keys.press('Enter')
    await keys.expectAt(heading('Checkout'))
    const method = page.getByRole('radiogroup', { name: 'Delivery or collection' })
    await keys.tabTo(method.getByRole('radio', { name: 'Delivery' }), 2)
    await keys.tabTo(page.getByLabel('Purchase order number'), 2)
    await keys.type('PO 77')
    // A gammon is priced by weight, which has to be confirmed.
    await keys.tabTo(page.getByRole('checkbox', { name: 'Confirm weight-based pricing' }), 3)
    await keys.press(' ')
    await keys.tabTo(button('Place order'), 4)
    await keys.press('Enter')
    await keys.expectAt(heading('Order placed'))
    expect(await shop.placedOrderNumber()).toMatch(/^\d+$/)
    await keys.tabTo(link('Back to home'), 2)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('heading', { level: 1 }))
  })
})
