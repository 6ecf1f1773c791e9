import type { Locator } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { expect, test } from '#e2e/support/test.ts'

// The parts around every page.

test('a message covers no control that stays in place, and nothing at the end of a page or in an open sheet', {
  tag: '@long',
}, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [code = ''] = await shop.plainProducts(1)
  await shop.openTrolly(await shop.startTrolly())
  await shop.quickAdd(code, 1)
  // So that its deletion waits: with nothing unsent the sign-out would ask nothing.
  await shop.expectAllSent()
  await page.goto('/orders')
  await page.getByRole('button', { name: /^More for Trolly/ }).click()
  await page.context().setOffline(true)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  // A message stays while it is hovered.
  await undo.hover()
  const message = undo.locator('xpath=..')
  await expectBorderInForcedColours(page.getByRole('group').filter({ has: undo }).last())

  // With its own event: the pointer stays where it is.
  const press = (name: string) => page.getByText(name, { exact: true }).last().dispatchEvent('click')
  await expectNothingCovered(message)
  await press('Home')
  await expect(shop.rows().nth(5)).toBeVisible()
  await expectNothingCovered(message)

  if (await page.getByRole('button', { name: 'More', exact: true }).isVisible()) await press('More')
  await press('Sign out')
  const sheet = page.getByRole('dialog', { name: 'Sign out' })
  await expect(sheet).toBeVisible()
  // Neither covers the other, once the sheet has made room.
  await undo.click({ trial: true })
  for (const button of await sheet.getByRole('button').all()) await button.click({ trial: true })
  // A sheet's last buttons are at the bottom.
  const isSheetPressed = await page.evaluate(
    () => document.elementFromPoint(innerWidth - 40, innerHeight - 20)?.closest('[role="dialog"]') != null,
  )
  expect(isSheetPressed, 'what is pressed at the sheet’s foot').toBe(true)
})

/** They drop the background that separates the card from the page. */
const expectBorderInForcedColours = async (card: Locator): Promise<void> => {
  const page = card.page()
  await page.emulateMedia({ forcedColors: 'active' })
  const { width, style } = await card.evaluate((element) => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(element)
    return { width: Number.parseFloat(borderTopWidth), style: borderTopStyle }
  })
  expect(width).toBeGreaterThanOrEqual(1)
  expect(style).toBe('solid')
  await page.emulateMedia({ forcedColors: 'none' })
}

/** It lies over the page while that scrolls, so it may cover what moves, but never the bar, the foot or the page's end. */
const expectNothingCovered = async (message: Locator): Promise<void> => {
  const page = message.page()
  const card = await message.elementHandle()
  for (const top of [0, 99_999]) {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top)
    const from = top === 0 ? ':is(header, nav, [data-sticky])' : 'body'
    expect(await page.evaluate(coveredControls, [card, from] as const), `scrolled to ${top}`).toEqual([])
  }
}

/** Controls in parts that match `within`, which can be pressed at one place and are covered by the message at another. */
const coveredControls = ([message, within]: readonly [Element | null, string]): string[] => {
  // Under the top bar they are hidden with or without a message.
  const seenFrom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const points = [0.05, 0.5, 0.95]
  return [...document.querySelectorAll('a, button, input, select, textarea')]
    .filter((control) => {
      if (!control.closest(within) || message?.contains(control)) return false
      const { left, top, width, height } = control.getBoundingClientRect()
      if (width === 0 || height === 0) return false
      const isInBar = control.closest('header') !== null
      const hits = points.flatMap((x) =>
        points
          .map((y) => top + height * y)
          .filter((y) => isInBar || y >= seenFrom)
          .map((y) => document.elementFromPoint(left + width * x, y)),
      )
      return hits.some((hit) => hit && message?.contains(hit))
    })
    .map((control) => control.outerHTML.slice(0, 120))
}

test.describe('when the trolly does not exist', () => {
  // The browser logs the server's answer.
  test.use({ expectedErrors: [/status of 404/] })

  test('the message shown instead keeps its natural height', { tag: ['@desk', '@long'] }, async ({
    page,
  }) => {
    const shop = new Shop(page)
    await shop.signIn()
    await shop.chooseDay()
    await page.goto('/orders/create-01a1fa17-6c06-75e7-b8e3-000000000000')
    const link = page.getByRole('link', { name: 'See your trollies' })
    await expect(link).toBeVisible()
    expect((await link.boundingBox())?.height).toBeLessThan(60)
  })

  test('the black of the not-found page’s animation is recoloured to the company’s primary colour', {
    tag: '@long',
  }, async ({ page }) => {
    await page.goto('/no-such-page')
    const black = page.locator('[stroke="rgb(0,0,0)"]')
    await expect(black.first()).toBeAttached()
    const colours = await black.evaluateAll((parts) => parts.map((part) => getComputedStyle(part).stroke))
    const primary = await page.evaluate(() => {
      document.body.style.color = 'var(--primary-ink)'
      return getComputedStyle(document.body).color
    })
    expect(new Set(colours)).toEqual(new Set([primary]))
  })
})

test('the install offer has its buttons on one line, or is one more item of the menu', {
  tag: '@long',
}, async ({ page, isMobile }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  const placeOf = async (name: string) => {
    const place = await page.getByRole('button', { name, exact: true }).boundingBox()
    if (!place) throw new Error(`No ${name}`)
    return place
  }
  if (isMobile) {
    // The page that was open keeps its place.
    await expect(page.getByRole('button', { name: 'Install', exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Search' }).first().click()
    await page.getByRole('button', { name: 'Install', exact: true }).waitFor()
    const [install, dismiss] = [await placeOf('Install'), await placeOf('Not now')]
    expect(dismiss.x).toBeGreaterThan(install.x)
    expect(Math.abs(dismiss.y + dismiss.height / 2 - install.y - install.height / 2)).toBeLessThan(2)
    expect(install.height).toBeLessThan(50)
  } else {
    const icons = ['Install the app', 'Sign out'].map((name) =>
      page.getByRole('button', { name, exact: true }).locator('svg').boundingBox(),
    )
    const [install, other] = await Promise.all(icons)
    expect(Math.abs((install?.x ?? 0) - (other?.x ?? 99))).toBeLessThan(2)
  }
})

test('below 1280 px the menu is a bar at the foot, and from there on it is at the side', {
  tag: '@long',
}, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const [width, isDesk] of [
    [1279, false],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => {
        const box = await menu.boundingBox()
        return box && [box.height > 400, box.y > 400]
      })
      .toEqual([isDesk, !isDesk])
  }
})

test('exactly one place in the navigation is marked as current', { tag: ['@desk', '@long'] }, async ({
  page,
  isMobile,
}) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  for (const [path, place, heading] of [
    ['/orders', 'Orders', 'Orders'],
    ['/home', 'Home', 'The Ploughman’s Rest'],
    ['/orders/history', isMobile ? 'Orders' : 'Order history', 'Order history'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('nav[aria-label="Main"] [aria-current="page"]:visible')).toHaveText([place])
  }
})

test('only the same user returns to the page where the session ended', async ({ page, context }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  const id = await shop.startTrolly()
  await shop.openTrolly(id)
  await shop.expectAllSent()
  const signInAs = async (email: string) => {
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  /** As when the session ends in another tab. */
  const endSession = async () => {
    const other = await context.newPage()
    await other.goto('/robots.txt')
    await other.evaluate(() => localStorage.clear())
    await other.close()
    await expect(page).toHaveURL(/\/$/)
  }
  await endSession()
  await signInAs('chef@example.com')
  await expect(page).toHaveURL(new RegExp(`/orders/create-${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await endSession()
  await signInAs('cafe@example.com')
  await expect(page).toHaveURL(/\/home$/)
})
