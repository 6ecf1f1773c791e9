import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

/** What Chromium does if a person or a policy blocks all cookies and site data. */
const BLOCKED = { profile: { default_content_setting_values: { cookies: 2 } } }

// The device's databases refuse, which is logged. In a build, Dexie's errors have no words of their own.
test.use({ expectedErrors: [/\/assets\/(?:app|member)-/] })

test('a browser that blocks site data says so, and orders online for the visit', { tag: '@long' }, async ({
  baseURL,
  watch,
  launchOptions,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'trolly-blocked-'))
  mkdirSync(join(profile, 'Default'))
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(BLOCKED))
  // The headless shell has no content settings.
  const { CHROME_PATH } = process.env
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(CHROME_PATH && { executablePath: CHROME_PATH }),
    ...(baseURL && { baseURL }),
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 390, height: 844 },
  })
  try {
    const page = await context.newPage()
    await watch(page)
    const shop = new Shop(page)
    const blocked = page.getByText('This browser blocks cookies and site data for Trolly.')
    await page.goto('/')
    expect(
      await page.evaluate(() => {
        try {
          return localStorage.length
        } catch (error) {
          return (error as Error).name
        }
      }),
    ).toBe('SecurityError')
    await expect(blocked).toBeVisible()
    await shop.signIn()
    await expect(blocked).toBeVisible()
    await shop.chooseDay()
    await page.getByRole('button', { name: 'Start shopping' }).click()
    await shop.search('milk')
    await page
      .getByRole('button', { name: /^(One more|Add \d+) of/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'See trolly' }).click()
    await expect(page.getByRole('button', { name: 'All sent' })).toBeVisible()
    await expect(blocked).toBeVisible()

    await page.reload()
    // The visit ended with the page.
    await expect(page.getByLabel('E-mail')).toBeVisible()
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
})
