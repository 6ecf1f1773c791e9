import { expect, type Locator, type Page } from '@playwright/test'
import { Keys } from '#e2e/pages/keys.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { test } from '#e2e/support/test.ts'

/** The work of each of the office's screens, by keyboard alone on a desk and by touch on a phone. */

/** Presses and types by the device's own means. */
type Hands = {
  /** Past the menu. */
  begin: () => Promise<void>
  press: (target: Locator) => Promise<void>
  /** Whatever the field holds is replaced; of a choice, the option that begins with the text is taken. */
  fill: (field: Locator, text: string) => Promise<void>
  /** Searches a list for the text and opens the only row that it finds. */
  openFound: (text: string, row: Locator) => Promise<void>
}

/** A list's controls, its rows' and a long form's: nothing is further away. */
const STOPS = 45

const keyboard = (page: Page): Hands => {
  const keys = new Keys(page)
  const reach = async (target: Locator) => {
    await expect(target).toBeVisible()
    const way = await target.evaluate(wayTo)
    if (way !== 'there') await keys.tabTo(target, STOPS, way)
  }
  const fill = async (field: Locator, text: string) => {
    await reach(field)
    const kind = await field.evaluate((element) => element.getAttribute('type') ?? element.tagName)
    // Chromium asks for the parts of a day in the order of its own language, which is American.
    const [year = '', month = '', day = ''] = text.split('-')
    if (kind === 'date') return keys.type(`${month}${day}${year}`)
    if (kind !== 'SELECT') await keys.press('ControlOrMeta+A')
    await keys.type(text)
  }
  return {
    begin: async () => {
      await reach(button(page, 'Skip to main content'))
      await keys.press('Enter')
    },
    press: async (target) => {
      await reach(target)
      await keys.press((await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
    },
    fill,
    openFound: async (text, row) => {
      await fill(searchField(page), text)
      await expect(row).toBeVisible()
      await expect(page.locator('main [data-row]')).toHaveCount(1)
      await keys.press('ArrowDown', 'Enter')
    },
  }
}

/** Runs in the browser. */
const wayTo = (target: Element): 'there' | 'Tab' | 'Shift+Tab' => {
  const at = document.activeElement
  if (!at || at === target) return at ? 'there' : 'Tab'
  return at.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab'
}

const touch = (page: Page): Hands => ({
  begin: async () => {},
  press: (target) => target.tap(),
  fill: async (field, text) => {
    if (await field.evaluate((element) => element.tagName !== 'SELECT')) return field.fill(text)
    const options = await field.getByRole('option').allInnerTexts()
    await field.selectOption({ label: options.find((label) => label.startsWith(text)) ?? text })
  },
  openFound: async (text, row) => {
    await searchField(page).fill(text)
    await expect(page.locator('main [data-row]')).toHaveCount(1)
    await row.tap()
  },
})

const searchField = (page: Page): Locator => page.locator('main [data-search]')
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const sheet = (page: Page, name?: string | RegExp): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name })

type Kept = {
  path: string
  noun: string
  plural: string
  /** Field by field, as its label stands on the form. */
  values: Record<string, string>
  /** The name of its row's button. The search looks for it too, unless `search` has other text. */
  name: string
  search?: string
  /** A field that is changed afterwards. */
  change: [label: string, to: string]
}

const KEPT: Kept[] = [
  {
    path: '/maintenance/agent-alerts',
    noun: 'alert',
    plural: 'alerts',
    values: { Message: 'Depot gate closed on Monday', Severity: 'Urgent' },
    name: 'Depot gate closed',
    change: ['Message', 'Depot gate closed on Tuesday'],
  },
  {
    path: '/maintenance/agent-maintenance',
    noun: 'agent',
    plural: 'agents',
    values: { Code: 'NELL', Name: 'Nell Aspinall', 'E-mail': 'nell@example.com', Commission: '2.5' },
    name: 'Nell Aspinall',
    change: ['Telephone', '0113 496 0123'],
  },
  {
    path: '/maintenance/agent-maintenance?list=customers',
    noun: 'customer',
    plural: 'customers',
    values: { 'Account number': '200409', Agent: 'KAY' },
    name: '200409',
    change: ['Agent', 'KAY'],
  },
  {
    path: '/maintenance/collection-addresses',
    noun: 'address',
    plural: 'addresses',
    values: {
      Number: '77',
      Name: 'Canal wharf',
      Address: '1 Wharf Street',
      Town: 'Shipley',
      Postcode: 'BD17 7DW',
    },
    name: 'Canal wharf',
    change: ['Lead time in minutes', '90'],
  },
  {
    path: '/maintenance/delivery-postcodes',
    noun: 'postcode',
    plural: 'postcodes',
    values: {
      Postcode: 'ZE3',
      Town: 'Sumburgh',
      Depot: 'Leeds',
      Route: '71',
      'Minimum order': '40',
      'Delivery charge': '5',
    },
    name: 'ZE3',
    change: ['Minimum order', '45'],
  },
  {
    path: '/maintenance/delivery-postcodes?list=holidays',
    noun: 'holiday',
    plural: 'holidays',
    values: { Day: '2028-12-27', Name: 'Stocktaking day' },
    name: 'Wed 27 Dec',
    search: 'Stocktaking',
    change: ['Name', 'Stocktaking day, all depots'],
  },
  {
    path: '/maintenance/discounts',
    noun: 'discount',
    plural: 'discounts',
    values: { Code: 'harvest', Name: 'Harvest week', 'Per cent off': '7.5' },
    name: 'Harvest week',
    change: ['Most off one order', '50'],
  },
  {
    path: '/maintenance/faq-maintenance',
    noun: 'question',
    plural: 'questions',
    values: { Subject: 'Returns', Question: 'Who takes back crates?', Answer: 'Your driver does.' },
    name: 'Who takes back crates?',
    change: ['Answer', 'Your driver takes them.'],
  },
  {
    path: '/distributor/distributor-customer-codes',
    noun: 'code',
    plural: 'codes',
    values: { Distributor: 'D100', 'Their code': 'R-77001', 'Account number': '200346' },
    name: 'R-77001',
    change: ['Valid from', '2026-12-01'],
  },
  {
    path: '/distributor/distributor-product-codes',
    noun: 'code',
    plural: 'codes',
    values: { Distributor: 'D100', 'Their code': '1048888', 'Our product': 'PRODUCT' },
    name: '1048888',
    change: ['Pack factor', '6'],
  },
  {
    path: '/reports/product-search-analysis?list=synonyms',
    noun: 'synonym',
    plural: 'synonyms',
    values: { Typed: 'bog roll', 'Also find': 'toilet roll' },
    name: 'bog roll',
    change: ['Also find', 'toilet tissue'],
  },
  {
    path: '/reports/product-search-analysis?list=adverts',
    noun: 'advert',
    plural: 'adverts',
    values: { Code: 'frost', Title: 'First frost', Text: 'Soups for cold days', Products: 'PRODUCT' },
    name: 'First frost',
    change: ['Place', '3'],
  },
]

const handsOf = (page: Page, isMobile: boolean): Hands => (isMobile ? touch(page) : keyboard(page))

const LONG = { tag: '@long' }

for (const { path, noun, plural, values, name, search = name, change } of KEPT) {
  test(
    `${plural} of ${path} are added, changed, looked up and deleted, and deletion is undone`,
    LONG,
    async ({ page, isMobile }) => {
      const shop = new Shop(page)
      const hands = handsOf(page, isMobile)
      await shop.signIn('staff@example.com')
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await hands.begin()
      const row = page.locator('main [data-row]').getByRole('button', { name: new RegExp(name) })

      await hands.press(button(page, `Add ${noun}`).first())
      const form = sheet(page, `New ${noun}`)
      for (const [label, text] of Object.entries(values)) {
        const typed = text === 'PRODUCT' ? await aProduct(page) : text
        await hands.fill(form.getByLabel(label, { exact: true }), typed)
      }
      await hands.press(form.getByRole('button', { name: 'Save' }))
      await expect(form).toBeHidden()

      await hands.openFound(search, row)
      const edit = sheet(page, `Edit ${noun}`)
      await hands.fill(edit.getByLabel(change[0], { exact: true }), change[1])
      await hands.press(edit.getByRole('button', { name: 'Save' }))
      await expect(edit).toBeHidden()

      await hands.openFound(search, row)
      await hands.press(edit.getByRole('button', { name: 'Changes' }))
      await expect(sheet(page, `Changes of this ${noun}`).getByText(/^Added/)).toBeVisible()
      await page.keyboard.press('Escape')
      await hands.press(edit.getByRole('button', { name: 'Delete' }))
      await expect(row).toBeHidden()
      await hands.press(button(page, 'Undo').first())
      await expect(row).toBeVisible()
    },
  )
}

/** A product that the shop sells, as the catalogue of visitors shows it. */
const aProduct = async (page: Page): Promise<string> => {
  const reply = await page.request.post('/api/product/catalogue/new/search/', { data: { pageLength: 1 } })
  const { data } = (await reply.json()) as { data: { product_no: string }[] }
  const [product] = data
  if (!product) throw new Error('The shop sells nothing')
  return product.product_no
}

const WORK: Record<string, (page: Page, hands: Hands) => Promise<void>> = {
  '/maintenance/user-maintenance': async (page, { press, fill, openFound }) => {
    await press(button(page, 'Add user').first())
    const form = sheet(page, 'New user')
    await fill(form.getByLabel('Name', { exact: true }), 'Nell Aspinall')
    await fill(form.getByLabel('E-mail'), 'nell@example.com')
    await fill(form.getByRole('textbox', { name: 'Accounts' }), '200101')
    await press(form.getByRole('button', { name: 'Save' }))
    await expect(form).toBeHidden()
    const row = button(page, 'Nell Aspinall')
    await openFound('nell@example.com', row)
    await press(button(page, 'More for Nell Aspinall'))
    await press(page.getByRole('menuitem', { name: 'Put on stop' }))
    await expect(sheet(page)).toBeHidden()
    await press(button(page, 'Undo').first())
    await expect(row).toBeVisible()
  },
  '/maintenance/user-account-requests': async (page, { press, fill, openFound }) => {
    const name = 'The Weavers’ Rest'
    await openFound('Weavers', button(page, name))
    await press(sheet(page).getByRole('button', { name: 'Open account' }))
    const form = sheet(page)
    await fill(form.getByLabel('Account number'), '200999')
    await fill(form.getByLabel('Price list'), 'Pubs')
    await press(form.getByRole('button', { name: 'Open account' }))
    await expect(form).toBeHidden()
    await expect(page.locator('main [data-row]').filter({ hasText: name })).toContainText('Approved')
  },
  '/maintenance/postcodes': async (page, { openFound, press }) => {
    await openFound('YO21', button(page, 'YO21'))
    await expect(sheet(page).getByText('Ella Frost')).toBeVisible()
    await press(sheet(page).getByRole('button', { name: 'Close' }))
    await expect(sheet(page)).toBeHidden()
  },
  '/maintenance/bill-agent': async (page, { press, fill, openFound }) => {
    await press(button(page, 'New bill').first())
    const form = sheet(page, 'New bill')
    await fill(form.getByLabel('Agent'), 'Kay')
    await press(form.getByRole('button', { name: 'Show orders' }))
    await press(form.getByRole('button', { name: /^Approve/ }))
    await expect(form).toBeHidden()
    await openFound('1001', button(page, '1001'))
    await press(sheet(page, 'Bill 1001').getByRole('button', { name: 'Reverse' }))
    await expect(sheet(page, 'Bill 1001').getByText(/^Reversed/)).toBeVisible()
  },
  '/maintenance/server-maintenance': async (page, { press, fill }) => {
    await press(button(page, 'Back up now'))
    await expect(page.getByRole('table', { name: 'Backups' }).getByRole('row')).toHaveCount(1)
    await press(button(page, 'Plan maintenance'))
    const form = sheet(page, 'Maintenance')
    await fill(form.getByLabel('Begins on'), '2026-12-03')
    await fill(form.getByLabel('Begins at'), '22:00')
    await fill(form.getByLabel('Message'), 'New shelves')
    await press(form.getByRole('button', { name: 'Save' }))
    await expect(form).toBeHidden()
    await expect(page.getByText('New shelves').first()).toBeVisible()
    await press(button(page, 'End it now'))
    await expect(button(page, 'Plan maintenance')).toBeVisible()
  },
  '/distributor/distributor-product-codes?list=unmatched': async (page, { press, openFound }) => {
    await openFound('1040990', button(page, '1040990'))
    const form = sheet(page, 'Assign 1040990')
    await press(form.getByRole('button', { name: /^Use / }).first())
    await press(form.getByRole('button', { name: 'Add code' }))
    await expect(form).toBeHidden()
    await expect(button(page, '1040990')).toBeHidden()
  },
  '/distributor/distributor-customer-codes?list=unmatched': async (page, { press, fill }) => {
    await press(button(page, 'Read orders'))
    const form = sheet(page, 'Read orders')
    await fill(form.getByRole('textbox', { name: 'Distributor' }), 'D100')
    const chooser = page.waitForEvent('filechooser')
    await press(form.getByRole('button', { name: 'Choose a file' }))
    const rows = [
      'R-101,1040010,2,PO-7',
      'R-101,1040020,3,PO-7',
      'R-999,1040010,1,PO-8',
      'R-101,1040010,x,PO-9',
    ]
    const csv = ['theirCustomerCode,theirProductCode,quantity,poNumber', ...rows].join('\n')
    await (await chooser).setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await press(form.getByRole('button', { name: 'Read', exact: true }))
    await expect(form.getByText('1 code without a meaning.')).toBeVisible()
    await expect(form.getByText(/^Line 5: quantity: /)).toBeVisible()
    await press(form.getByRole('list', { name: 'Orders read' }).getByRole('link', { name: /PO-7, 2 lines/ }))
    await expect(page).toHaveURL(/orders\/create-/)
    await expect(page.getByRole('list', { name: 'Trolly lines' }).getByRole('listitem')).toHaveCount(2)
  },
  '/reports/orders-per-day': async (page, { press, fill }) => {
    const filters = button(page, /^Filters and sorting/)
    if (await filters.isVisible()) await press(filters)
    await fill(page.getByLabel('Depot'), 'Halifax')
    await expect(page).toHaveURL(/depot=/i)
    await press(page.locator('main [data-row] [data-open]').first())
    await expect(page).not.toHaveURL(/orders-per-day/)
  },
  '/reports/customer-activity': async (page, { press, fill }) => {
    await fill(searchField(page), '200101')
    await expect(page.locator('main [data-row]')).toHaveCount(1)
    await press(page.locator('main [data-row] [data-open]').first())
    await expect(sheet(page)).toBeVisible()
  },
  '/reports/stock-alerts': async (page, { press }) => {
    await press(page.locator('main [data-row] [data-select]').first())
    const close = page.getByRole('button', { name: 'Close', exact: true })
    const more = button(page, 'Actions for the selected alerts')
    await expect(close.or(more)).toBeVisible()
    if (await more.isVisible()) {
      await press(more)
      await press(page.getByRole('menuitem', { name: 'Close' }))
    } else await press(close)
    await expect(button(page, 'Undo').first()).toBeVisible()
  },
}

for (const [path, work] of Object.entries(WORK)) {
  test(`the work of ${path} is done`, LONG, async ({ page, isMobile }) => {
    await new Shop(page).signIn(
      /server|user-maintenance/.test(path) ? 'admin@example.com' : 'staff@example.com',
    )
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const hands = handsOf(page, isMobile)
    await hands.begin()
    await work(page, hands)
  })
}
