import type { Locator, Page } from '@playwright/test'
import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { expectChoicesInForcedColours } from '#e2e/pages/forced-colours.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { expectRoomOnTablets } from '#e2e/pages/tablet.ts'
import { expectLargeTargets } from '#e2e/pages/targets.ts'
import { expectRoomForSpacedText } from '#e2e/pages/text-spacing.ts'
import { TOUR } from '#e2e/pages/tour.ts'
import { expect, test } from '#e2e/support/test.ts'

/** Parts that are left to `npm run test:all`: few people use these screens, and they change little. */
const OFFICE = ['agents', 'maintenance', 'server', 'reports']

test.describe('every screen has large targets, shows what is chosen in forced colours, has room for spaced text, and passes axe in both themes', () => {
  test.use({
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    // The page that does not exist.
    expectedErrors: [/status of 404/],
  })

  for (const [part, visit] of Object.entries(TOUR))
    test(part, { tag: OFFICE.includes(part) ? '@long' : [] }, async ({ page }) => {
      await visit(page, async (name) => {
        await expectNothingInTheWay(page, name)
        await expectLargeTargets(page, name)
        await expectChoicesInForcedColours(page, name)
        await expectRoomForSpacedText(page, name)
        await expectRoomOnTablets(page, name)
      })
    })
})

test('at double text size everything stays in view and a line can be changed', async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(3)
  const id = await shop.startTrolly()
  await shop.openTrolly(id)
  for (const code of codes) await shop.quickAdd(code, 2)
  const nameOf = async (code: string) => (await shop.row(code).getByRole('link').textContent()) ?? ''
  const names = ['The Ploughman’s Rest', 'Trolly for', ...(await Promise.all(codes.map(nameOf)))]
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })

  for (const [path, shown] of [
    ['/home', page.getByRole('region', { name: 'Current trolly' })],
    [`/orders/create/search-${id}?q=cream`, shop.rows().first()],
    [`/orders/create/search/checkout-${id}`, page.getByRole('button', { name: 'Place order' })],
    ['/orders', page.getByRole('list', { name: 'Open trollies' })],
    ['/other/account', page.getByText('Minimum order')],
    ['/other/settings', page.getByRole('radiogroup', { name: 'Appearance' }).getByText('Dark')],
    [`/orders/create-${id}`, shop.rows().first()],
  ] as const) {
    await page.goto(path)
    await expect(shown).toBeVisible()
    expect(await tooWide(page), path).toBe(0)
    await page.evaluate(lengthen, { names, word: 'W'.repeat(90) })
    expect(await tooWide(page), `${path}, with names of one long word`).toBe(0)
  }
  await page.goto(`/orders/create-${id}`)

  const foot = page.locator('[data-sticky]')
  expect((await foot.boundingBox())?.height).toBeLessThan(0.4 * (page.viewportSize()?.height ?? 0))
  const row = shop.row(codes[0] ?? '')
  const quantity = row.getByRole('group')
  await quantity.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  expect(await lies(quantity, { above: foot })).toBe(true)
  await shop.addOne(row)
  await expect(shop.quantityOf(row)).toHaveValue('3')

  await test.step('a pasted list may contain a very long word', async () => {
    await page.getByRole('button', { name: 'Paste a list' }).click()
    await page.getByLabel('Your list').fill('x'.repeat(500))
    await page.getByRole('button', { name: 'Check list' }).click()
    await expect(page.getByText(/^“x+”$/)).toBeVisible()
    const width = (part: Locator) => part.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(await width(page.getByRole('dialog').locator('> div').first())).toBe(0)
  })
})

/** How much wider the page is than the screen, in px. A phone's window grows with its content. */
const tooWide = async (page: Page): Promise<number> => {
  const shown = page.viewportSize()?.width ?? 0
  return page.evaluate(
    (width) => Math.max(window.innerWidth, document.documentElement.scrollWidth) - width,
    shown,
  )
}

/** Runs in the browser; replaces these names by one long word. */
const lengthen = ({ names, word }: { names: string[]; word: string }): void => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (names.some((name) => text?.nodeValue?.includes(name))) text.nodeValue = word
  }
}

/** Whether a part of the page is completely in view. */
const lies = async (part: Locator, { above }: { above: Locator }): Promise<boolean> => {
  const [box, edge] = [await part.boundingBox(), await above.boundingBox()]
  if (!box || !edge) throw new Error('One of the two is not there')
  return box.y >= 0 && box.y + box.height <= edge.y
}
