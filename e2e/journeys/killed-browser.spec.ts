import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { shiftContext } from '#e2e/support/frozen-day.ts'
import { type KillableBrowser, killableBrowser } from '#e2e/support/killable-browser.ts'
import { test as base, expect } from '#e2e/support/test.ts'

// Chromium writes local storage seconds late. IndexedDB is written when a transaction completes.

const test = base.extend<{ browserOnDisk: KillableBrowser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs.
  browserOnDisk: async ({}, use) => {
    const browser = await killableBrowser()
    await use(browser)
    await browser.kill()
    await browser.remove()
  },
})

test('a browser killed after one user signed out and another signed in never brings back the first', {
  tag: '@long',
}, async ({ browserOnDisk, trolly, aheadMs }) => {
  const open = async () => {
    const context = await browserOnDisk.open()
    await shiftContext(context, aheadMs)
    const page = context.pages()[0] ?? (await context.newPage())
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(trolly.url)
    return page
  }
  const signIn = async (page: Page, email: string) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/home$/)
  }

  let page = await open()
  await signIn(page, 'chef@example.com')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await browserOnDisk.close()

  page = await open()
  await expect(page).toHaveURL(/\/home$/)
  const tokenOfChef = await page.evaluate(() => localStorage.getItem('token'))
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText(/your session there will end when this device is next online/)).toBeVisible()
  await page.context().setOffline(false)
  await signIn(page, 'cafe@example.com')
  await browserOnDisk.kill()

  page = await open()
  // Nobody, or the second user if the browser happened to have written local storage by then.
  const start = page.getByRole('button', { name: /^(Sign in|Sign out)$/ })
  await expect(start).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(tokenOfChef)
  expect(await page.evaluate(() => localStorage.getItem('userData') ?? '')).not.toContain('chef@example.com')
  // The server hears of the sign-out that it missed.
  const status = async () => {
    const headers = { authorization: `Bearer ${tokenOfChef}` }
    return (await fetch(`${trolly.url}/api/basket/new?v=1`, { headers })).status
  }
  await expect.poll(status).toBe(401)
})
