import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

/** What staff set, and what customers get of it. */

test('an alert of the office is read on home, put away, and its readers are told', { tag: '@long' }, async ({
  page,
  browser,
  trolly,
  watch,
}) => {
  const office = new Shop(page)
  await office.signIn('staff@example.com')
  await page.goto('/maintenance/agent-alerts')
  await page.getByRole('button', { name: 'Add alert' }).click()
  const form = page.getByRole('dialog', { name: 'New alert' })
  await form.getByLabel('Message').fill('The A58 is closed: order by three.')
  await form.getByLabel('Severity').selectOption('urgent')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const context = await browser.newContext({ baseURL: trolly.url })
  const phone = await context.newPage()
  await watch(phone)
  await new Shop(phone).signIn()
  const alert = phone.getByText('The A58 is closed: order by three.')
  await expect(alert).toBeVisible()
  await phone.getByRole('button', { name: /^Put away: The A58/ }).click()
  await expect(alert).toBeHidden()
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(alert).toBeHidden()
  await context.close()

  await page.reload()
  await page.getByRole('button', { name: /^The A58 is closed/ }).click()
  await expect(page.getByText('Put away by Asha Whitfield.')).toBeVisible()
})

test('a discount is tried, saved, and comes off a trolly without a connection, its order and its mail', {
  tag: '@long',
}, async ({ page, browser, trolly, watch }) => {
  const office = new Shop(page)
  await office.signIn('staff@example.com')
  await page.goto('/maintenance/discounts')
  await page.getByRole('button', { name: 'Add discount' }).click()
  const form = page.getByRole('dialog', { name: 'New discount' })
  await form.getByLabel('Code').fill('everything')
  await form.getByLabel('Name').fill('Harvest week')
  await form.getByLabel('Per cent off').fill('10')
  await form.getByRole('button', { name: 'Try it on the last four weeks' }).click()
  await expect(form.getByText(/^Of [\d,]+ orders in the last 28 days it would have changed/)).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const context = await browser.newContext({ baseURL: trolly.url })
  const phone = await context.newPage()
  await watch(phone)
  const chef = new Shop(phone)
  await chef.signIn()
  await chef.chooseDay()
  await chef.waitForProducts(200)
  const [code = ''] = await chef.plainProducts(1)
  const id = await chef.startTrolly()
  await chef.openTrolly(id)
  await chef.quickAdd(code, 14)
  const off = chef.row(code).getByText(/^£\d+\.\d\d off$/)
  await expect(off).toBeVisible()
  const before = await off.innerText()
  await chef.expectAllSent()
  await context.setOffline(true)
  await chef.addOne(chef.row(code))
  await expect(chef.quantityOf(chef.row(code))).toHaveValue('15')
  await context.setOffline(false)
  await chef.expectAllSent()
  await expect(off).not.toHaveText(before)
  const off15 = (await off.innerText()).replace(' off', '')

  await chef.checkout()
  await expect(phone.getByText(`${off15} off: Harvest week`)).toBeVisible()
  await expect(phone.getByText(`-${off15}`)).toBeVisible()
  const place = phone.getByRole('button', { name: 'Place order' })
  await place.click()
  const number = await chef.placedOrderNumber()
  await phone.goto('/orders/active-orders')
  await phone.getByRole('button', { name: new RegExp(number) }).click()
  await expect(phone.getByText(`${off15} off: Harvest week`)).toBeVisible()
  await context.close()
})

test('what the company is called and tells is seen without a deployment, and menus stay or hide as each person likes', {
  tag: '@long',
}, async ({ page, browser, trolly, watch }) => {
  const office = new Shop(page)
  await office.signIn('admin@example.com')
  await page.goto('/maintenance/server-maintenance')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Company' })
  await form.getByLabel('Company name').fill('Harbour Foods')
  await form.getByLabel('Announcement').fill('Closed on Boxing Day.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  const context = await browser.newContext({ baseURL: trolly.url })
  const other = await context.newPage()
  await watch(other)
  await other.goto('/')
  await expect(other.getByText('Harbour Foods').first()).toBeVisible()
  await new Shop(other).signIn()
  const announcement = other.getByText('Closed on Boxing Day.')
  await expect(announcement).toBeVisible()
  await other.goto('/other/settings')
  await other.getByLabel('Announcements on the home page').uncheck()
  await other.getByLabel('Always show the menus').uncheck()
  await other.goto('/home')
  await expect(other.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(announcement).toBeHidden()
  await other.goto('/other/settings')
  await other.getByLabel('Announcements on the home page').check()
  await other.goto('/home')
  await expect(announcement).toBeVisible()
  await context.close()
})

test.describe('maintenance', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('while the server is closed a phone goes on drafting, and sends afterwards', { tag: '@long' }, async ({
    page,
    browser,
    trolly,
    watch,
  }) => {
    const shop = new Shop(page)
    await shop.signIn()
    await shop.chooseDay()
    await shop.waitForProducts(200)
    const [code = ''] = await shop.plainProducts(1)
    await shop.openTrolly(await shop.startTrolly())
    await shop.expectAllSent()

    const context = await browser.newContext({ baseURL: trolly.url })
    const admin = await context.newPage()
    await watch(admin)
    await new Shop(admin).signIn('admin@example.com')
    await admin.goto('/maintenance/server-maintenance')
    await admin.getByRole('button', { name: 'Plan maintenance' }).click()
    const form = admin.getByRole('dialog', { name: 'Maintenance' })
    await form.getByLabel('Message').fill('New shelves.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Maintenance planned')).toBeVisible()
    await expect(admin.getByText(/^Closed for maintenance\. .* New shelves\.$/)).toBeVisible()

    await shop.quickAdd(code, 3)
    await expect(shop.status()).toContainText('saved')
    await expect(page.getByRole('heading', { name: 'Closed for maintenance' })).toBeHidden()

    await admin.getByRole('button', { name: 'End it now' }).click()
    await expect(admin.getByText('Maintenance ended')).toBeVisible()
    await shop.status().click()
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.keyboard.press('Escape')
    await shop.expectAllSent()
    expect(await shop.shownLines()).toEqual({ [code]: '3' })
    await context.close()
  })
})
