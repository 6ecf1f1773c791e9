import { openLanding } from '#e2e/pages/landing.ts'
import { ScreenReader } from '#e2e/pages/screen-reader.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { expect, test } from '#e2e/support/test.ts'

/** A whole order by roles, names and announcements: nothing is found by its look or position. */
test('an order is placed using only what a screen reader announces', { tag: '@long' }, async ({
  page,
  isMobile,
}) => {
  const reader = await ScreenReader.on(page)
  const shop = new Shop(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })
  const main = page.getByRole('main')

  await openLanding(page)
  await test.step('signs in and hears what was wrong', async () => {
    await reader.expectPage(/^Tonight’s order/, { signedIn: false })
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Tonight’s order, done before the pans are" [level=1]
        - heading "Sign in" [level=2]
        - form "Sign in":
          - textbox "E-mail"
          - textbox "Password"
          - button "Show password"
          - button "Sign in"
        - list:
          - listitem: 
            - heading "Faster than phoning" [level=2]
        - img /A trolly on a phone/
    `)
    const email = page.getByRole('textbox', { name: 'E-mail' })
    const password = page.getByRole('textbox', { name: 'Password' })
    await button('Sign in').click()
    await reader.expectHeard(/There is a problem.*Enter your e-mail.*Enter your password/)
    await reader.expectWrong(email, 'Enter your e-mail')
    await reader.expectWrong(password, 'Enter your password')
    await email.fill('kitchens@example.com')
    await password.fill(DEMO_PASSWORD)
    await button('Sign in').click()
  })

  await test.step('chooses an account and a day', async () => {
    await expect(page.getByRole('heading', { name: 'Who are you ordering for?', level: 1 })).toBeFocused()
    await reader.expectPage('Who are you ordering for?', { signedIn: false })
    await reader.expectHeard(/Signed in/i)
    const accounts = page.getByRole('group', { name: 'Account' }).getByRole('button')
    await expect(accounts).toHaveCount(8)
    await expect(accounts.filter({ hasText: 'On stop' })).toHaveAccessibleName(/On stop/)
    await accounts.filter({ hasNotText: 'On stop' }).first().click()
    await reader.expectPage('Aire View Residential Home')
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }),
    ).toHaveAttribute('aria-current', 'page')
    const days = page.getByRole('group', { name: 'Delivery day' }).getByRole('button')
    await expect(days.first()).toHaveAccessibleName(/^\w{3} \d+ \w{3}.* by \d\d:\d\d/)
    // The cut-off of the first may pass meanwhile.
    await days.nth(1).click()
    await expect(page.getByRole('region', { name: 'Delivery day' })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Delivery day' }).getByText(/^order by \d\d:\d\d/),
    ).toBeVisible()
  })
  await test.step('downloads the products to the device', () => shop.waitForProducts(200))
  const [plain = ''] = await shop.plainProducts(1)

  await test.step('finds products and hears how many, and the trolly’s total', async () => {
    await button('Start shopping').click()
    await reader.expectPage('Find products')
    const heading = page.getByRole('heading', { name: 'Find products', level: 1 })
    if (isMobile) await expect(heading).toBeFocused()
    else await reader.expectHeard(/^Find products$/m)
    const field = page.getByRole('combobox', { name: 'Search products' })
    await field.fill('qqzzxy')
    await reader.expectHeard(/No products found/)
    await field.fill('whole chicken')
    await reader.expectHeard(/\d+ products?/)
    const row = page.getByRole('list', { name: 'Products found' }).getByRole('listitem').first()
    await expect(row).toMatchAriaSnapshot(`
      - listitem:
        - paragraph:
          - link "Whole Chicken"
        - group "Quantity of Whole Chicken":
          - button "One less of Whole Chicken" [disabled]
          - textbox "Quantity of Whole Chicken"
          - button "One more of Whole Chicken"
    `)
    await button('One more of Whole Chicken').click()
    await reader.expectHeard(/1 of Whole Chicken/, /Total about £\d+\.\d\d/)
    const quantity = page.getByRole('textbox', { name: 'Quantity of Whole Chicken' })
    await expect(quantity).toHaveValue('1')
    await quantity.fill('some')
    await quantity.press('Enter')
    await reader.expectHeard(/Whole numbers only/)
    await reader.expectWrong(quantity, 'Whole numbers only')
    await quantity.fill('9')
    await quantity.press('Enter')
    await reader.expectHeard(/Total about £\d+\.\d\d/)
    await reader.expectNamed()
  })

  await test.step('hears what was added, removed and brought back', async () => {
    await link('See trolly').click()
    await reader.expectPage(/^Trolly for \w{3} \d+ \w{3}/)
    await shop.quickAdd(plain, 4)
    await reader.expectHeard(/4 × .* added/)
    await expect(shop.rows()).toHaveCount(2)
    await shop.type(shop.row(plain), 0)
    await reader.expectHeard(/ removed/)
    await expect(button('Undo')).toHaveAccessibleDescription(/ removed$/)
    await button('Undo').click()
    await expect(shop.rows()).toHaveCount(2)
  })

  await test.step('hears when the connection is lost and restored', async () => {
    await page.context().setOffline(true)
    await shop.addOne(shop.row(plain))
    await reader.expectHeard(/\d+ saved on this device/)
    await shop.status().click()
    const sheet = page.getByRole('dialog', { name: 'Your changes' })
    await expect(sheet).toMatchAriaSnapshot(`
      - dialog "Your changes":
        - heading "Your changes" [level=2]
        - button "Close"
        - status: /You’re offline/
        - button "Send now"
        - region /Trolly for/:
          - heading /Trolly for/ [level=2]
          - list:
            - listitem
    `)
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(shop.status()).toBeFocused()
    await page.context().setOffline(false)
    await reader.expectHeard(/All sent/)
  })

  await test.step('hears what blocks the order, then its number', async () => {
    await link('Checkout').click()
    await reader.expectPage('Checkout', { signedIn: false })
    await expect(page.getByRole('banner')).toContainText('Aire View Residential Home')
    const place = button('Place order')
    await place.click()
    const box = page.getByRole('checkbox', { name: 'Confirm weight-based pricing' })
    await expect(box).toBeFocused()
    await expect(box).toHaveAccessibleDescription(/Confirm weight-based pricing for 1 item/)
    await box.check()
    await place.click()
    await expect(page.getByRole('heading', { name: 'Order placed', level: 1 })).toBeFocused()
    await reader.expectHeard(/The order number is \d+/)
    await reader.expectPage('Order placed')
    await expect(page.getByRole('list', { name: 'Order lines' }).getByRole('listitem')).toHaveCount(2)
  })
})
