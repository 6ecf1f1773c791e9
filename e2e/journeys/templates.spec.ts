import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

// The keys of the list are in tests/src/ui/sortable-rows.test.tsx as well.
for (const { by, tag } of [
  { by: 'by touch', tag: ['@long'] },
  { by: 'by keyboard', tag: ['@desk', '@long'] },
])
  test(`a template made from a trolly offline is sorted ${by}, renamed on another device, and fills the next trolly`, {
    tag,
  }, async ({ page, browser, trolly, watch }) => {
    const shop = new Shop(page)
    await shop.signIn()
    await shop.chooseDay()
    await shop.waitForProducts(200)
    const codes = await shop.plainProducts(3)
    const trollyId = await shop.startTrolly()
    await shop.openTrolly(trollyId)
    for (const [index, code] of codes.entries()) await shop.quickAdd(code, index + 2)
    await shop.expectAllSent()
    await page.goto('/orders/templates')
    await expect(page.getByText(/No templates yet/)).toBeVisible()

    await page.context().setOffline(true)
    await shop.openTrolly(trollyId)
    const id = await shop.saveAsTemplate('Friday bar')
    await page.getByText('Edit list', { exact: true }).click()
    await expect(shop.rows()).toHaveCount(3)
    await (by === 'by keyboard' ? moveFirstToEndByKeys(page) : dragFirstToEnd(page))
    await expect.poll(() => shelf(shop)).toEqual([codes[1], codes[2], codes[0]])
    await expect(shop.status()).toContainText(/saved/)
    await page.context().setOffline(false)
    await shop.expectAllSent()

    const otherPage = await (await browser.newContext({ baseURL: trolly.url })).newPage()
    await watch(otherPage)
    const there = new Shop(otherPage)
    await there.signIn()
    await there.chooseDay()
    await otherPage.goto(`/orders/templates-${id}`)
    await otherPage.getByRole('button', { name: 'More for this template' }).click()
    await otherPage.getByRole('menuitem', { name: 'Rename or share' }).click()
    await otherPage.getByRole('textbox', { name: 'Name' }).fill('Saturday bar')
    await otherPage.getByRole('button', { name: 'Save' }).click()
    await expect(otherPage.getByText('Template Name Updated')).toBeVisible()
    await there.expectAllSent()

    // The next trolly, in the order that the first device left.
    await otherPage.getByRole('button', { name: /^Add all 3/ }).click()
    await expect(otherPage.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(3)
    await otherPage.getByRole('button', { name: 'Done' }).click()
    await there.expectAllSent()
    await otherPage.getByRole('link', { name: 'See trolly' }).click()
    await expect(there.rows()).toHaveCount(3)
    await otherPage.context().close()

    await page.goto('/orders/templates')
    await expect(page.getByRole('link', { name: 'Saturday bar', exact: true })).toBeVisible()
  })

const shelf = async (shop: Shop): Promise<string[]> => {
  const words = await shop.rows().allTextContents()
  const all = await shop.plainProducts(3)
  return words.map((text) => all.find((code) => text.includes(code)) ?? text)
}

const handles = (page: Page) => page.getByRole('button', { name: /^Move / })

const moveFirstToEndByKeys = async (page: Page): Promise<void> => {
  await handles(page).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
}

/** By a finger: touches that the browser itself turns into pointer events. */
const dragFirstToEnd = async (page: Page): Promise<void> => {
  const from = await handles(page).first().boundingBox()
  const to = await handles(page).last().boundingBox()
  if (!from || !to) throw new Error('No handle is on the page')
  const x = from.x + from.width / 2
  const [start, end] = [from.y + from.height / 2, to.y + to.height + 8]
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', start)
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', start + ((end - start) * step) / 8)
  await touch('touchEnd', end)
}
