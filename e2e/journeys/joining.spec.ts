import type { Page } from '@playwright/test'
import pg from 'pg'
import { Shop } from '#e2e/pages/shop.ts'
import { test as base, expect } from '#e2e/support/test.ts'
import { type PostOffice, startPostOffice } from '#tests/support/post-office.ts'

/** A journey whose server hands its mail to a real SMTP server. */
const test = base.extend<{ office: PostOffice }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs.
  office: async ({}, use) => {
    const office = await startPostOffice()
    await use(office)
    await office.close()
  },
  serverEnv: async ({ office }, use) => {
    await use({
      SMTP_URL: office.url,
      MAIL_FROM: 'Trolly <orders@trolly.example.com>',
      PUBLIC_URL: 'https://orders.example.com',
    })
  },
})

const PASSWORD = 'gravel teapot otter lantern'
const PERSON = {
  'Your name': 'Ada Lees',
  'E-mail': 'ada@lees.example.com',
  Phone: '0113 496 0123',
  Address: '3 Mill Lane\nFlat 2',
  Town: 'Leeds',
}

/** Beside the requests of the demo. */
const THEIRS = `WHERE email = '${PERSON['E-mail']}'`

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(page.locator('[data-rendered]')).toHaveCount(0)
}
const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const problem = (page: Page) => page.getByRole('alert', { name: 'There is a problem' })
const rows = async (databaseUrl: string, sql: string) => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}
/** The mail with these words, once it has been sent. */
const mailWith = async (office: PostOffice, words: string): Promise<{ to: string; raw: string }> => {
  const found = () =>
    office
      .accepted()
      .map(({ to, raw }) => ({ to, raw: raw.replaceAll('=\r\n', '') }))
      .find(({ raw }) => raw.includes(words))
  await expect.poll(found, { timeout: 30_000 }).toBeDefined()
  return found() ?? { to: '', raw: '' }
}

test('a visitor asks where we deliver, is told where we do not, and is noted to be told later', async ({
  page,
  trolly,
  office,
}) => {
  await open(page, '/postcode-request')
  await fill(page, { Postcode: 'ze1 0aa' })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'We don’t deliver to ZE1 0AA yet' })).toBeFocused()
  await fill(page, { 'Your name': PERSON['Your name'], 'E-mail': PERSON['E-mail'] })
  await press(page, 'Tell me once you deliver')
  await expect(page.getByRole('heading', { name: 'We have noted it' })).toBeFocused()
  expect(await rows(trolly.databaseUrl(), `SELECT postcode, email FROM postcode_requests ${THEIRS}`)).toEqual(
    [{ postcode: 'ZE1 0AA', email: PERSON['E-mail'] }],
  )
  expect((await mailWith(office, 'Deliveries to ZE1 0AA')).to).toBe(PERSON['E-mail'])

  await press(page, 'Check another postcode')
  await fill(page, { Postcode: 'LS1 4AP' })
  await press(page, 'Check postcode')
  await expect(page.getByRole('heading', { name: 'Yes, we deliver to LS1 4AP' })).toBeFocused()
  await page.getByRole('link', { name: 'Open a cash account' }).click()
  await expect(page.getByLabel('Postcode')).toHaveValue('LS1 4AP')
})

// The first postcode is refused.
test.describe('joining', () => {
  test.use({ expectedErrors: [/status of 422/] })
  test('a cash account is opened online: its person is on home at once, and can shop', async ({
    page,
    office,
  }) => {
    await open(page, '/sign-up')
    const password = { Password: PASSWORD, 'Repeat password': PASSWORD }
    await fill(page, { ...PERSON, Postcode: 'ZE1 0AA', ...password })
    await press(page, 'Open account')
    await expect(problem(page)).toContainText('Postcode is outside our delivery area')
    await expect(page.getByLabel('Address')).toHaveValue(PERSON.Address)
    await fill(page, { Postcode: 'LS1 4AP' })
    await press(page, 'Open account')

    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByText('Signed In Successfully')).toBeVisible()
    const known = (await page.context().cookies(`${new URL(page.url()).origin}/api/auth/sign-in`)).map(
      ({ name }) => name,
    )
    expect(known).toEqual(['trolly-device'])
    expect((await mailWith(office, 'Your cash account is open')).to).toBe(PERSON['E-mail'])

    const shop = new Shop(page)
    await shop.chooseDay()
    await shop.waitForProducts(200)
    const trollyId = await shop.startTrolly()
    await shop.addOne(shop.rows().first())
    await shop.expectAllSent()
    await shop.openTrolly(trollyId)
    await expect(shop.rows()).toHaveCount(1)
    await page.goto('/accounts/delivery-addresses')
    await expect(page.getByText(/3 Mill Lane, Flat 2, Leeds/).first()).toBeVisible()
  })
})

test('a request for a trade account is mailed to the office and confirmed', { tag: '@long' }, async ({
  page,
  trolly,
  office,
}) => {
  await open(page, '/request')
  await press(page, 'Send request')
  await expect(problem(page)).toBeFocused()
  await problem(page).getByRole('link', { name: 'Enter the name of your business' }).click()
  await expect(page.getByLabel('Business')).toBeFocused()
  await fill(page, { ...PERSON, Business: 'The Copper Kettle', Postcode: 'ZE1 0AA' })
  await fill(page, { 'VAT number': 'GB 123 4567 89', 'Anything we should know': 'Fish on Fridays' })
  await press(page, 'Send request')
  await expect(page.getByRole('heading', { name: 'We have your request' })).toBeFocused()
  expect((await mailWith(office, 'We have your request')).to).toBe(PERSON['E-mail'])
  const told = await mailWith(office, 'Fish on Fridays')
  expect(told.to).toBe('office@example.com')
  expect(told.raw).toContain('Trade account request from The Copper Kettle')
  expect(
    await rows(trolly.databaseUrl(), `SELECT business_name, vat_no FROM account_requests ${THEIRS}`),
  ).toEqual([{ business_name: 'The Copper Kettle', vat_no: 'GB123456789' }])
})

test.describe('a program that fills in every field', () => {
  // Its token opens nothing.
  test.use({ expectedErrors: [/status of 401/] })
  test('gets an answer and nothing else', { tag: '@long' }, async ({ page, trolly }) => {
    const website = async () =>
      page.locator('input[name=website]').evaluate((field: HTMLInputElement) => {
        field.value = 'https://pills.example.com'
      })
    await open(page, '/request')
    await fill(page, { ...PERSON, Business: 'Pills', Postcode: 'LS1 4AP' })
    await website()
    await press(page, 'Send request')
    await expect(page.getByRole('heading', { name: 'We have your request' })).toBeVisible()

    await open(page, '/sign-up')
    await fill(page, { ...PERSON, Postcode: 'LS1 4AP', Password: PASSWORD, 'Repeat password': PASSWORD })
    await website()
    await press(page, 'Open account')
    await expect(page).toHaveURL(/\/$/)
    expect(
      await rows(
        trolly.databaseUrl(),
        `SELECT u.email FROM users u WHERE u.email = '${PERSON['E-mail']}'
       UNION SELECT email FROM account_requests ${THEIRS} UNION SELECT recipient FROM mail_queue`,
      ),
    ).toEqual([])
  })
})

test('an account is opened with the keyboard alone', { tag: ['@desk', '@long'] }, async ({ page }) => {
  await open(page, '/sign-up')
  await page.getByLabel('Your name').focus()
  const keys = [
    PERSON['Your name'],
    'The Copper Kettle',
    PERSON['E-mail'],
    PERSON.Phone,
    '3 Mill Lane',
    PERSON.Town,
    'LS1 4AP',
    PASSWORD,
    // The button that shows the password.
    undefined,
    PASSWORD,
  ]
  for (const text of keys) {
    if (text !== undefined) await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
})
