import { expect, type Locator, type Page } from '@playwright/test'
import { openLanding } from './landing.ts'
import { Shop } from './shop.ts'

/** Called on each screen once it has settled: to take a picture or check it. */
type Stop = (name: string) => Promise<void>

/**
 * Every screen from signing in to an invoice, in its usual states. Each part starts at the landing page, so that parts run side
 * by side.
 */
export const TOUR: Readonly<Record<string, (page: Page, stop: Stop) => Promise<void>>> = {
  visitors: async (page, stop) => {
    await openLanding(page)
    await stop('landing')
    for (const name of ['nowhere', 'maintenance', 'rate-limited']) {
      await openPage(page, `/${name}`)
      await stop(name === 'nowhere' ? 'not-found' : name)
    }
    for (const name of [
      'sign-in',
      'forgotten-password',
      'reset-link-sent',
      'reset-password',
      'password-reset',
    ]) {
      await openPage(page, `/auth/${name}`)
      await expect(page.locator('[data-rendered]')).toHaveCount(0)
      await stop(name)
    }
    for (const [path, button] of [
      ['sign-up', 'Open account'],
      ['request', 'Send request'],
    ] as const) {
      await openPage(page, `/${path}`)
      await expect(page.locator('[data-rendered]')).toHaveCount(0)
      await stop(path)
      await page.getByRole('button', { name: button }).click()
      await expect(page.getByRole('alert', { name: 'There is a problem' })).toBeVisible()
      await stop(`${path}-problems`)
    }
    await openPage(page, '/postcode-request')
    await expect(page.locator('[data-rendered]')).toHaveCount(0)
    await stop('postcode-request')
    for (const [postcode, name] of [
      ['LS1 4AP', 'postcode-served'],
      ['ZE1 0AA', 'postcode-not-served'],
    ] as const) {
      await page.getByLabel('Postcode').fill(postcode)
      await page.getByRole('button', { name: 'Check postcode' }).click()
      await expect(page.getByRole('heading', { name: new RegExp(postcode) })).toBeVisible()
      await stop(name)
      await page.getByRole('button', { name: 'Check another postcode' }).click()
    }
    await openPage(page, '/product-catalogue')
    await stop('public-catalogue')
    await page.getByRole('list', { name: 'Products found' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'Allergens' })).toBeVisible()
    await stop('public-product')
  },

  shopping: async (page, stop) => {
    const shop = new Shop(page)
    await shop.signIn()
    await expect(page.getByRole('group', { name: 'Delivery day' })).toBeVisible()
    await stop('choose-day')
    const [code = ''] = await prepare(shop)
    const trollyId = await shop.startTrolly()
    // Home lists products too.
    await expect(page.getByRole('combobox', { name: 'Search products' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(shop.rows().first()).toBeVisible()
    await stop('browse')
    await shop.search('chicken')
    await expect(shop.rows().first()).toBeVisible()
    for (const place of [0, 2]) await starOf(shop.rows().nth(place)).click()
    await stop('search')
    await shop.search('qqzzxy')
    await expect(shop.rows()).toHaveCount(0)
    await stop('nothing-found')
    await openPage(page, `/orders/create/search/product-${code}?trolly=${trollyId}`)
    await stop('product')
    await page.goto('/other/product-catalogue')
    await expect(shop.rows().first()).toBeVisible()
    await stop('catalogue')
    await page.goto('/orders/favourites')
    await expect(shop.rows()).toHaveCount(2)
    await stop('favourites')
    await page.getByRole('button', { name: 'Choose some' }).click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await stop('choose-some')
    await page.getByRole('button', { name: 'Add 2' }).click()
    await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
    await stop('added')
  },

  ordering: async (page, stop) => {
    const shop = new Shop(page)
    await shop.signIn()
    const codes = await prepare(shop)
    const trollyId = await shop.startTrolly()
    await shop.openTrolly(trollyId)
    await stop('empty-trolly')
    for (const [index, code] of codes.entries()) await shop.quickAdd(code, index + 2)
    await shop.expectAllSent()
    await shop.openTrolly(trollyId)
    await expect(shop.row(codes[0] ?? '')).toBeVisible()
    await stop('trolly')
    await openPage(page, '/home')
    await stop('home')
    await page.goto('/orders')
    await expect(page.getByRole('list', { name: 'Open trollies' })).toBeVisible()
    await stop('orders')

    await shop.openTrolly(trollyId)
    await page.context().setOffline(true)
    await shop.addOne(shop.row(codes[1] ?? ''))
    await expect(shop.status()).toContainText(/saved/)
    await stop('trolly-offline')
    await shop.status().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await stop('status')
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    await shop.expectAllSent()

    await shop.checkout()
    await stop('checkout')
    await page.getByRole('button', { name: 'Place order' }).click()
    const number = await shop.placedOrderNumber()
    await stop('placed')
    await page.goto('/orders/active-orders')
    await expect(page.getByRole('button', { name: new RegExp(number) })).toBeVisible()
    await stop('active-orders')
    await page.getByRole('button', { name: new RegExp(number) }).click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await stop('cancel-order')
    await page.getByRole('button', { name: 'Keep order' }).click()
  },

  templates: async (page, stop) => {
    const shop = new Shop(page)
    await shop.signIn()
    const codes = await prepare(shop)
    await shop.openTrolly(await shop.startTrolly())
    for (const code of codes) await shop.quickAdd(code, 1)
    await shop.saveAsTemplate('Friday bar')
    await expect(page.getByRole('button', { name: /^Add all/ })).toBeVisible()
    await stop('template')
    await page.getByText('Edit list', { exact: true }).click()
    await expect(shop.rows().first()).toBeVisible()
    await stop('template-edit')
    await page.goto('/orders/templates')
    await expect(page.getByRole('list', { name: 'Templates' })).toBeVisible()
    await stop('templates')
    await page.getByRole('button', { name: 'New template' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Monday fish')
    await page.getByLabel(/one per line/).fill('12 of something')
    await page.getByRole('button', { name: 'Create template' }).click()
    await expect(page.getByText(/^Not found on this device/).first()).toBeVisible()
    await stop('new-template')
    for (const name of ['account', 'settings', 'faq']) {
      await openPage(page, `/other/${name}`)
      await stop(name)
    }
    await openPage(page, '/auth/update-user')
    await expect(
      page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem').first(),
    ).toBeVisible()
    await stop('your-details')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await stop('delete-sign-in')
    await page.keyboard.press('Escape')
  },

  orders: async (page, stop) => {
    const shop = new Shop(page)
    const orders = page.getByRole('button', { name: /^\d{6}/ })
    await shop.signIn()
    await prepare(shop)
    await page.goto('/orders/history?status=delivered')
    await expect(orders.first()).toBeVisible()
    await stop('history')
    await orders.first().click()
    await expect(page.getByRole('list', { name: 'Order lines' })).toBeVisible()
    await stop('order')
    await page.getByRole('button', { name: 'Order again' }).click()
    await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
    await stop('ordered-again')
    await page.goto('/accounts/copy-invoice-statement')
    const invoice = page.getByRole('button', { name: /^INV\d+/ }).first()
    await expect(invoice).toBeVisible()
    await stop('invoices')
    await invoice.click()
    await expect(page.getByRole('link', { name: 'Open PDF' })).toBeVisible()
    await stop('invoice')
  },

  'delivery and collection': async (page, stop) => {
    const shop = new Shop(page)
    await shop.signIn('cafe@example.com')
    const [code = ''] = await prepare(shop)
    await shop.openTrolly(await shop.startTrolly())
    await shop.quickAdd(code, 20)
    await shop.checkout()
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByRole('dialog', { name: 'Delivery address' })).toBeVisible()
    await stop('choose-address')
    await page.keyboard.press('Escape')
    await shop.expectLeftSheet()
    await page.getByRole('radiogroup', { name: 'Delivery or collection' }).getByText('Collection').click()
    await page
      .getByRole('dialog', { name: 'Collection' })
      .getByRole('button', { name: /depot/ })
      .first()
      .click()
    await stop('collection')
    await page.goto('/accounts/delivery-addresses')
    await expect(page.getByRole('button', { name: /^Kitchen/ })).toBeVisible()
    await stop('addresses')
    await page.getByRole('button', { name: 'Add address' }).click()
    await expect(page.getByRole('dialog', { name: 'New address' })).toBeVisible()
    await stop('new-address')
  },

  maintenance: async (page, stop) => {
    const shop = new Shop(page)
    await shop.signIn('staff@example.com')
    await page.getByRole('button', { name: 'MANCHESTER' }).click()
    await expect(page.getByRole('list', { name: 'Customers who have not ordered yet' })).toBeVisible()
    await stop('cut-off')
    await page.keyboard.press('Escape')
    await shop.expectLeftSheet()
    await stop('staff-home')
    await page.goto('/maintenance/collection-addresses')
    await expect(page.getByRole('button', { name: /depot/ }).first()).toBeVisible()
    await stop('collection-addresses')
    await page.goto('/maintenance/user-account-requests')
    await page.getByRole('button', { name: 'The Weavers’ Rest' }).click()
    await expect(page.getByRole('dialog').getByText('HX1 1AF', { exact: false }).first()).toBeVisible()
    await stop('account-request')
    await page.getByRole('button', { name: 'Open account' }).click()
    await expect(page.getByRole('dialog').getByLabel('Price list')).toBeVisible()
    await stop('open-account')
    await page.goto('/maintenance/postcodes')
    await expect(page.getByRole('button', { name: 'YO21', exact: true })).toBeVisible()
    await stop('places')
    await page.getByRole('button', { name: 'YO21', exact: true }).click()
    await expect(page.getByRole('dialog').getByText('Ella Frost')).toBeVisible()
    await stop('place')
    for (const codes of ['customer-codes', 'product-codes']) {
      await page.goto(`/distributor/distributor-${codes}`)
      await expect(page.getByRole('button', { name: /^(?:R-|104)/ }).first()).toBeVisible()
      await stop(codes)
    }
    await page.goto('/distributor/distributor-product-codes?list=unmatched')
    await page.getByRole('button', { name: '1040990' }).click()
    await expect(page.getByRole('dialog').getByRole('list', { name: 'Suggestions' })).toBeVisible()
    await stop('unmatched-code')
    await page.goto('/maintenance/delivery-postcodes')
    await expect(page.getByRole('button', { name: 'BD1', exact: true })).toBeVisible()
    await stop('delivery-postcodes')
    await page.getByRole('button', { name: 'BD1', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit postcode' })
    await form.getByLabel('Town').fill('Manningham')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toHaveCount(0)
    await page.getByRole('button', { name: 'More for postcodes' }).click()
    await page.getByRole('menuitem', { name: 'Import CSV' }).click()
    const file = ['prefix,town,deliveryWeekdays', 'BD1,Bradford,Mon|Fri', 'BD99,Bradford,Sometimes'].join(
      '\n',
    )
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'postcodes.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await expect(page.getByRole('list', { name: 'Differences' })).toBeVisible()
    await stop('import-postcodes')
    await page.keyboard.press('Escape')
    await shop.expectLeftSheet()
    await page.getByRole('button', { name: 'More for postcodes' }).click()
    await page.getByRole('menuitem', { name: 'Changes' }).click()
    await expect(page.getByRole('dialog').getByText('Changed BD1')).toBeVisible()
    await stop('changes')
    await page.goto('/maintenance/delivery-postcodes?list=holidays')
    await expect(page.getByRole('button', { name: /25 Dec/ }).first()).toBeVisible()
    await stop('holidays')
    await page.goto('/maintenance/faq-maintenance?audience=staff')
    await expect(page.getByRole('button', { name: 'When may I lift a stop?' })).toBeVisible()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('For the office')
    await stop('save-view')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await shop.expectLeftSheet()
    await expect(page.getByRole('button', { name: 'For the office', pressed: true })).toBeVisible()
    await stop('saved-views')
  },

  agents: async (page, stop) => {
    const shop = new Shop(page)
    await shop.signIn('staff@example.com')
    await page.goto('/maintenance/agent-maintenance')
    await expect(page.getByRole('button', { name: 'Kay Bentham' })).toBeVisible()
    await stop('agents')
    await page.getByRole('button', { name: 'Kay Bentham' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit agent' })).toBeVisible()
    await stop('agent')
    await page.keyboard.press('Escape')
    await shop.expectLeftSheet()
    await page.getByRole('radiogroup').getByText('Their customers').click()
    await expect(page.getByRole('button', { name: '200101' })).toBeVisible()
    await stop('agent-customers')
    await page.goto('/maintenance/agent-alerts')
    await page.getByRole('button', { name: /^Kay is away/ }).click()
    await expect(page.getByRole('dialog').getByText('Nobody has put it away yet.')).toBeVisible()
    await stop('agent-alert')
    await page.goto('/maintenance/discounts')
    await expect(page.getByRole('button', { name: 'Welcome' })).toBeVisible()
    await stop('discounts')
    await page.getByRole('button', { name: 'New year, full freezer' }).click()
    await page.getByRole('button', { name: 'Try it on the last four weeks' }).click()
    await expect(page.getByText(/in the last 28 days it would have changed/)).toBeVisible()
    await stop('discount')
    await page.keyboard.press('Escape')
    await shop.expectLeftSheet()
    await page.goto('/maintenance/bill-agent')
    await page.getByRole('button', { name: 'New bill' }).first().click()
    const sheet = page.getByRole('dialog', { name: 'New bill' })
    await sheet.getByLabel('Agent').selectOption('KAY')
    await sheet.getByRole('button', { name: 'Show orders' }).click()
    await expect(sheet.getByRole('button', { name: /^Approve/ })).toBeVisible()
    await stop('new-bill')
    await sheet.getByRole('button', { name: /^Approve/ }).click()
    await shop.expectLeftSheet()
    await page.getByRole('button', { name: '1001' }).click()
    await expect(page.getByRole('dialog', { name: 'Bill 1001' }).getByText('Kay Bentham')).toBeVisible()
    await stop('bill')
    await page.goto('/reports/product-search-analysis?list=synonyms')
    await expect(page.getByRole('heading', { name: 'Synonyms' })).toBeVisible()
    await stop('synonyms')
    await page.goto('/reports/product-search-analysis?list=adverts')
    await expect(page.getByRole('heading', { name: 'Adverts' })).toBeVisible()
    await stop('adverts')
  },

  server: async (page, stop) => {
    const shop = new Shop(page)
    await shop.signIn('admin@example.com')
    await page.goto('/maintenance/server-maintenance')
    await expect(page.getByText('Nothing waits.').first()).toBeVisible()
    await stop('server')
    await page.getByRole('button', { name: 'Plan maintenance' }).click()
    await expect(page.getByRole('dialog', { name: 'Maintenance' })).toBeVisible()
    await stop('plan-maintenance')
    await page.keyboard.press('Escape')
    await shop.expectLeftSheet()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Company' })).toBeVisible()
    await stop('company')
    await page.goto('/maintenance/user-maintenance')
    await expect(page.getByRole('button', { name: 'Asha Whitfield' })).toBeVisible()
    await stop('users')
    await page.getByRole('button', { name: 'Asha Whitfield' }).click()
    await page.getByRole('button', { name: 'More for Asha Whitfield' }).click()
    await page.getByRole('menuitem', { name: 'End locks' }).click({ trial: true })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.getByRole('dialog', { name: 'Edit user' })).toBeVisible()
    await stop('user')
  },

  reports: async (page, stop) => {
    const shop = new Shop(page)
    await shop.signIn('staff@example.com')
    await page.goto('/reports/orders-per-day')
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
    await stop('orders-per-day')
    await page.goto('/reports/stock-alerts')
    await expect(page.getByRole('button', { name: /^Waiting:/ })).toBeVisible()
    await stop('stock-alert-report')
    await page.goto('/reports/customer-activity')
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
    await stop('customer-activity')
  },
}

/** @returns six plain products, with the catalogue on the device and a delivery day */
const prepare = async (shop: Shop): Promise<string[]> => {
  await shop.chooseDay()
  await shop.waitForProducts(200)
  return shop.plainProducts(6)
}

const openPage = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const starOf = (row: Locator): Locator => row.getByRole('button', { name: /^Favourite/ })
