import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openLanding } from '#e2e/pages/landing.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { test as base, expect } from '#e2e/support/test.ts'
import { type PostOffice, startPostOffice } from '#tests/support/post-office.ts'

/** A person's own account, with a real mail server. */

const PUBLIC_URL = 'https://orders.example.com'
const CHEF = 'chef@example.com'
const NEW = 'seven mops in a lorry'

const test = base.extend<{ office: PostOffice }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs.
  office: async ({}, use) => {
    const office = await startPostOffice()
    await use(office)
    await office.close()
  },
  serverEnv: async ({ office }, use) => {
    await use({ SMTP_URL: office.url, MAIL_FROM: 'Office <office@example.com>', PUBLIC_URL })
  },
})

// The browser logs refusals, such as that of a link which was used.
test.use({ expectedErrors: [/status of 4(01|22)/] })

test('a forgotten password is replaced by the link of a mail, which works once', async ({ page, office }) => {
  await askForLink(page)
  await expect(page.getByText(/^If chef@example.com belongs to a sign-in/)).toBeVisible()
  const { link } = await mailed(office, 1)

  await page.goto(link)
  await expect(page.getByText('For chef@example.com')).toBeVisible()
  await chooseNew(page, 'password123')
  await expect(page.getByRole('alert', { name: 'There is a problem' })).toContainText('lists of stolen')
  await chooseNew(page, NEW)
  await expect(page).toHaveURL(/\/auth\/password-reset$/)
  await expect(page.getByText('Password Reset', { exact: true })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(CHEF)
  await signInWith(page, NEW)
  await expect(page).toHaveURL(/\/home$/)

  await test.step('used again, it says so and offers a new one', async () => {
    await signOut(page)
    await page.goto(link)
    await chooseNew(page, 'eleven brooms on a barge')
    await expect(page.getByText(/^This link no longer works/)).toBeVisible()
    await expect(page.getByText(/you have recieved multiple Password Reset emails/)).toBeVisible()
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue(CHEF)
  })
})

test('a forgotten password is replaced by the code, which an installed app has to take', {
  tag: '@long',
}, async ({ page, office }) => {
  await askForLink(page)
  const { code: withdrawn } = await mailed(office, 1)
  await page.getByRole('button', { name: 'Send it again' }).click()
  const { code } = await mailed(office, 2)

  await page.getByRole('textbox', { name: 'Code' }).fill(withdrawn)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/auth\/reset-password$/)
  await expect(page.getByLabel('E-mail')).toHaveValue(CHEF)
  await chooseNew(page, NEW)
  await expect(page.getByRole('alert', { name: 'There is a problem' })).toContainText('Check the address')
  await page.getByRole('textbox', { name: 'Code' }).fill(code.replace(/^\d{3}/, '$& '))
  await chooseNew(page, NEW)
  await expect(page).toHaveURL(/\/auth\/password-reset$/)
  await signInWith(page, NEW)
  await expect(page).toHaveURL(/\/home$/)
})

test('a new password ends the sessions of a lost phone, whose person is led to sign in', {
  tag: '@long',
}, async ({ page, browser, watch, baseURL, office }) => {
  const lost = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage()
  await watch(lost)
  await new Shop(lost).signIn()
  await askForLink(page)
  await page.goto((await mailed(office, 1)).link)
  await chooseNew(page, NEW)
  await expect(page).toHaveURL(/\/auth\/password-reset$/)
  await lost.goto('/auth/update-user')
  await expect(lost.getByText('Your session has ended. Sign in again to continue.')).toBeVisible()
  await lost.context().close()
})

test('name and contact choices are changed, and another device is signed out', {
  tag: ['@desk', '@long'],
}, async ({ page, browser, watch, baseURL }) => {
  await new Shop(page).signIn()
  const other = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage()
  await watch(other)
  await new Shop(other).signIn()

  await page.goto('/other/account')
  await page.getByRole('main').getByRole('link', { name: 'Your details' }).click()
  await expect(page).toHaveURL(/\/auth\/update-user$/)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Jo Fletcher')
  await saveOf(page, 'Name')
  await expect(page.getByText('Account updated', { exact: true })).toBeVisible()
  await page.getByRole('switch', { name: /^Text message/ }).click()
  await saveOf(page, 'Contact and cookies')
  await expect(page.getByText('Privacy Settings Updated', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Jo Fletcher')
  await expect(page.getByRole('switch', { name: /^Text message/ })).toBeChecked()

  const devices = page.getByRole('list', { name: 'Signed-in devices' })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('This device')).toHaveCount(1)
  await devices.getByRole('button', { name: /^Sign out there/ }).click()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  await other.goto('/auth/update-user')
  await expect(other.getByText('Your session has ended. Sign in again to continue.')).toBeVisible()
  await other.context().close()

  await test.step('what is stored about a person is a file', async () => {
    const loading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const file = await loading
    expect(file.suggestedFilename()).toBe('my-data-2026-12-02.json')
    const data = JSON.parse(readFileSync(await file.path(), 'utf8'))
    expect(data.user).toMatchObject({ email: CHEF, username: 'Jo Fletcher', contact_sms: true })
  })

  await test.step('the password', async () => {
    await page.getByLabel('Current password', { exact: true }).fill('wrong')
    await chooseNew(page, NEW, 'Change password')
    await expect(page.getByRole('alert', { name: 'There is a problem' })).toContainText(
      'current password is wrong',
    )
    await page.getByLabel('Current password', { exact: true }).fill(DEMO_PASSWORD)
    await chooseNew(page, NEW, 'Change password')
    await expect(page.getByText('Password updated', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('')
  })

  await test.step('offline, it can be read', async () => {
    // The worker fetches the whole app first.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText(/changing them needs a connection/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Jo Fletcher')
    await expect(page.getByRole('button', { name: 'Change password' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.context().setOffline(false)
  })
})

for (const [name, message, again] of [
  ['Deactivate', 'Your Account Is On Stop', 'Deactivate and sign out'],
  ['Delete', 'Your Account has been deleted', 'Delete for good'],
] as const)
  test(`${name.toLowerCase()}: asks, and ends at the landing page with a reload`, { tag: '@long' }, async ({
    page,
  }) => {
    const shop = new Shop(page)
    await shop.signIn()
    await shop.chooseDay()
    await shop.waitForProducts(200)
    const [code = ''] = await shop.plainProducts(1)
    await shop.openTrolly(await shop.startTrolly())
    await page.context().setOffline(true)
    await shop.quickAdd(code, 2)
    await page.goto('/auth/update-user')
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
    // What waits stays unanswered when the connection is back.
    await page.route(/\/api\/(operations|basket|order)\b/, () => {})
    await page.context().setOffline(false)
    const leave = page.getByRole('button', { name, exact: true })
    await expect(leave).not.toHaveAttribute('aria-disabled')
    await leave.click()
    const question = page.getByRole('dialog')
    await expect(question.getByText(/on this device ha(s|ve) not been sent/)).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isOldPage: true }))
    await question.getByRole('button', { name: again }).click()

    await expect(page).toHaveURL((url) => url.pathname === '/')
    await expect(page.getByText(message, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => 'isOldPage' in window)).toBe(false)
    expect(
      await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userData')]),
    ).toEqual([null, null])
    await shop.fillSignIn()
    await expect(page.getByRole('alert', { name: 'There is a problem' })).toBeVisible()
  })

const askForLink = async (page: Page): Promise<void> => {
  await openLanding(page)
  await page.getByLabel('E-mail').fill(CHEF)
  await page.getByRole('link', { name: 'Forgotten password' }).click()
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(CHEF)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page).toHaveURL(/\/auth\/reset-link-sent$/)
  await expect(page.getByText('Reset Password link sent', { exact: true })).toBeVisible()
}

/** What the last mail says, once so many of its kind have come. */
const mailed = async (office: PostOffice, count: number): Promise<{ link: string; code: string }> => {
  const resets = () => office.accepted().filter(({ to, raw }) => to === CHEF && /^Subject: Reset/m.test(raw))
  await expect.poll(() => resets().length, { timeout: 30_000 }).toBe(count)
  const text = (resets().at(-1)?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const link = /https:\/\/orders\.example\.com(\/auth\/reset-password\?[^\s"<\]]+)/.exec(text)?.[1]
  const code = /\b(\d{3}) (\d{3})\b/.exec(text)
  if (link === undefined || code === null) throw new Error(`No link or no code in ${text}`)
  return { link, code: `${code[1]}${code[2]}` }
}

const chooseNew = async (page: Page, password: string, button = 'Save new password'): Promise<void> => {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again', { exact: true }).fill(password)
  await page.getByRole('button', { name: button }).click()
}

const signInWith = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const signOut = async (page: Page): Promise<void> => {
  await page.goto('/other/account')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByText('Signed Out Successfully')).toBeVisible()
}

const saveOf = (page: Page, section: string): Promise<void> =>
  page.getByRole('region', { name: section }).getByRole('button', { name: 'Save' }).click()
