import type { Locator, Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { expectRoomForSpacedText } from '#e2e/pages/text-spacing.ts'
import { expect, test } from '#e2e/support/test.ts'

/** WCAG 1.4.10: 320 px is a desktop at 400 %. WCAG 1.4.4: text at 200 %. */
test('a narrow phone shows every word in full, leaves room for the page, and opens a product from its row', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(3)
  const id = await shop.startTrolly()
  await shop.openTrolly(id)
  for (const code of codes) await shop.quickAdd(code, 2)

  await test.step('the countdown and the placeholders are not cut off', async () => {
    const context = page.locator('header button').first()
    for (const words of await context.locator('span').all()) expect(await cutOff(words)).toBe(false)
    expect(await placeholderFits(page)).toBe(true)
    await page.goto(`/orders/create/search-${id}?q=cream`)
    await page.getByRole('button', { name: 'Clear search' }).click()
    expect(await placeholderFits(page)).toBe(true)
  })

  await test.step('the picture of a row opens the product', async () => {
    await page.goto(`/orders/create-${id}`)
    const row = shop.row(codes[0] ?? '')
    const box = await row.boundingBox()
    if (!box) throw new Error('There is no row')
    await row.click({ position: { x: 40, y: 30 } })
    await expect(page).toHaveURL(/search\/product-/)
  })

  await test.step('at double text size, fixed parts cover less than half of the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    for (const path of [`/orders/create-${id}`, `/orders/create/search/checkout-${id}`, '/home']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.evaluate(() => window.scrollTo(0, 400))
      expect(await coveredShare(page), path).toBeLessThan(0.5)
    }
  })
})

const cutOff = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)

/** An input does not report its placeholder's width: it is measured as text in the same font. */
const placeholderFits = (page: Page): Promise<boolean> =>
  page
    .locator('[data-search]')
    .first()
    .evaluate((field) => {
      const input = field as HTMLInputElement
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) throw new Error('Nothing can be measured')
      pen.font = font
      const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return pen.measureText(input.placeholder).width <= room
    })

/** The share of the screen's height that sticky and fixed parts cover. */
const coveredShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const covering = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position } = getComputedStyle(element)
      const { top, bottom, height } = element.getBoundingClientRect()
      return (position === 'sticky' || position === 'fixed') && height > 0 && top < innerHeight && bottom > 0
    })
    const rows = new Set<number>()
    for (const element of covering) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const { top, bottom, width } = element.getBoundingClientRect()
      if (width < innerWidth / 2) continue
      for (let y = Math.max(0, Math.floor(top)); y < Math.min(innerHeight, bottom); y += 1) rows.add(y)
    }
    return rows.size / innerHeight
  })

/** WCAG 1.4.12 as well: the names are one word, and its letters may stand apart. */
test('lists keep their rows whole on narrow phones, however long a name is', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(3)
  const trollyId = await shop.startTrolly()
  await shop.openTrolly(trollyId)
  for (const code of codes) await shop.quickAdd(code, 2)
  await shop.expectAllSent()
  await shop.saveAsTemplate('Wochenendgrundversorgungsbestellungsvorlagenverzeichnis')
  await expect(page.getByRole('button', { name: /^Add all/ })).toBeVisible()
  const template = new URL(page.url()).pathname
  await page.goto('/orders/history?status=delivered')
  await page
    .getByRole('button', { name: /^\d{6}/ })
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Order lines' })).toBeVisible()
  const order = new URL(page.url()).pathname

  const pages = ['/orders', '/orders/history', '/orders/templates', '/accounts/copy-invoice-statement', order]
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 })
    for (const path of pages) {
      await page.goto(path)
      await expect(page.locator('main :is(ul, tbody) > :is(li, tr)').first()).toBeVisible()
      expect.soft(await outside(page), `${path} at ${width} px`).toEqual([])
      await expectRoomForSpacedText(page, `${path} at ${width} px`)
    }
    await page.goto(template)
    await page.getByText('Edit list', { exact: true }).click()
    await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(3)
    expect.soft(await outside(page), `the list at ${width} px`).toEqual([])
    await expectRoomForSpacedText(page, `the list at ${width} px`)
    // A name beside the par level had room for one word a line.
    const words = page.locator('[data-handle]').first().locator('xpath=following-sibling::*//p').first()
    expect((await words.boundingBox())?.width).toBeGreaterThan(width / 2)
  }
})

/** The texts of what can be pressed and is not wholly within the window's width. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button, input, select)')]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect()
        return width > 2 && (left < 0 || right > innerWidth + 1)
      })
      .map((control) => control.textContent || control.outerHTML.slice(0, 80)),
  )
