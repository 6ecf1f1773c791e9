import type { Locator } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { expect, test } from '#e2e/support/test.ts'

// The parts around every page.

test('a message covers no control of a page, nor anything of an open sheet', async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  await shop.startTrolly()
  // So that its deletion waits: with nothing to be sent there would be nothing to ask at the sign-out.
  await shop.expectAllSent()
  await page.goto('/orders')
  await page.getByRole('button', { name: /^More for Trolly/ }).click()
  await page.context().setOffline(true)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  // A message that is pointed at stays.
  await undo.hover()
  const message = undo.locator('xpath=..')
  await expect.poll(() => coveredBy(message, page.locator(':is(a, button, input):visible'))).toEqual([])

  // By its own event: the pointer stays where it is.
  const press = (name: string) =>
    page.getByRole('button', { name, exact: true }).last().dispatchEvent('click')
  if (await page.getByRole('button', { name: 'More', exact: true }).isVisible()) await press('More')
  await press('Sign out')
  const sheet = page.getByRole('dialog', { name: 'Sign out' })
  await expect(sheet).toBeVisible()
  // The sheet makes room once it has been drawn.
  await expect.poll(() => coveredBy(message, sheet)).toEqual([])
  // Neither lies over the other.
  await undo.click({ trial: true })
  await sheet.getByRole('button', { name: 'Send, then sign out' }).click({ trial: true })
})

/** The elements that the message covers, in part at least, apart from its own. */
const coveredBy = async (message: Locator, others: Locator): Promise<string[]> => {
  const card = await message.elementHandle()
  return others.evaluateAll((elements, over) => {
    if (!(over instanceof Element)) throw new Error('There is no message')
    const place = over.getBoundingClientRect()
    return elements
      .filter((element) => !over.contains(element))
      .filter((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect()
        return top < place.bottom && bottom > place.top && left < place.right && right > place.left
      })
      .map((element) => element.outerHTML.slice(0, 120))
  }, card)
}

test.describe('where there is no such trolly', () => {
  // The browser logs the server's answer.
  test.use({ expectedErrors: [/status of 404/] })

  test('what is said in its place is not spread over the page', { tag: '@desk' }, async ({ page }) => {
    const shop = new Shop(page)
    await shop.signIn()
    await shop.chooseDay()
    await page.goto('/orders/create-01a1fa17-6c06-75e7-b8e3-000000000000')
    const link = page.getByRole('link', { name: 'See your trollies' })
    await expect(link).toBeVisible()
    expect((await link.boundingBox())?.height).toBeLessThan(60)
  })

  test('the drawing of a missing page wears the company’s colour', async ({ page }) => {
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

test('one place of the navigation is marked as current', { tag: '@desk' }, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  for (const [path, place, heading] of [
    ['/orders', 'Orders', 'Orders'],
    ['/home', 'Home', 'The Ploughman’s Rest'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.locator('[aria-current="page"]:visible')).toHaveText([place])
  }
})

test('whoever signs in next does not land where the one before was; that one does', async ({
  page,
  context,
}) => {
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
