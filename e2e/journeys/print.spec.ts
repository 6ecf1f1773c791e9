import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { findPastOrder, lengthenOrder } from '#e2e/support/orders.ts'
import { expect, test } from '#e2e/support/test.ts'
import { readPdf } from '#tests/support/pdf.ts'

test('rows print in columns that do not overlap, however the lists are shown on screen', {
  tag: '@long',
}, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(3)
  await expect(shop.rows().nth(3)).toBeVisible()
  await test.step('home', () => expectCleanRows(page))

  const id = await shop.startTrolly()
  await shop.search('cream')
  await expect(shop.rows().nth(3)).toBeVisible()
  await page.getByRole('button', { name: 'Show as grid' }).click()
  await test.step('search results as a grid', () => expectCleanRows(page))

  await shop.openTrolly(id)
  for (const code of codes) await shop.quickAdd(code, 120)
  await test.step('a trolly', () => expectCleanRows(page))
})

test('a list prints as a table, and Back returns the focus to the row that was opened', async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await page.goto('/orders/history')
  const orders = page.getByRole('button', { name: /^\d{6}/ })
  await expect(orders.nth(2)).toBeVisible()
  const count = await orders.count()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader', { name: 'Billed' })).toBeVisible()
  const [top, ...rest] = await page
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children]
          .filter((cell) => cell.checkVisibility())
          .map((cell) => cell.getBoundingClientRect().left),
      ),
    )
  expect(rest).toHaveLength(count)
  for (const cells of rest) expect(cells).toEqual(top)
  await page.emulateMedia({ media: 'screen' })

  await orders.nth(2).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Order / })).toBeVisible()
  await page.goBack()
  await expect(orders.nth(2)).toBeFocused()
})

test('every line of a long order and of a long trolly is on paper', { tag: '@long' }, async ({
  page,
  trolly,
}) => {
  const { orderNo } = await findPastOrder(trolly, 'The Ploughman’s Rest')
  const codes = await lengthenOrder(trolly, orderNo, 200)
  expect(codes).toHaveLength(200)
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  await page.goto(`/orders/history?q=${orderNo}`)
  await page.getByRole('button', { name: new RegExp(`^${orderNo}`) }).click()
  await expect(page.getByRole('list', { name: 'Order lines' })).toBeVisible()
  expect(missing(codes, await printed(page)), 'of the order').toEqual([])

  await page.getByRole('button', { name: 'Order again' }).click()
  await page.getByRole('button', { name: 'Open the trolly' }).click()
  // On screen, only the rows around the window are drawn.
  const drawn = page.locator('main [aria-setsize]')
  await expect(drawn.nth(3)).toBeVisible()
  const added = Number(await drawn.first().getAttribute('aria-setsize'))
  expect(added).toBeGreaterThan(150)
  expect(await drawn.count()).toBeLessThan(added)
  // Some are no longer sold.
  expect(missing(codes, await printed(page)).length, 'of the trolly').toBe(codes.length - added)
})

const printed = async (page: Page): Promise<string> =>
  (await readPdf(await page.pdf({ preferCSSPageSize: true, tagged: true }))).texts.join(' ')

const missing = (codes: readonly string[], text: string): string[] => {
  const words = new Set(text.split(/[^\w-]+/))
  return codes.filter((code) => !words.has(code))
}

/** On A4 and on a wider sheet. */
const expectCleanRows = async (page: Page): Promise<void> => {
  const screen = page.viewportSize()
  await page.emulateMedia({ media: 'print' })
  for (const width of [688, 1000]) {
    await page.setViewportSize({ width, height: 970 })
    expect(await page.evaluate(overlapsInRows)).toEqual([])
  }
  await page.emulateMedia({ media: 'screen' })
  if (screen) await page.setViewportSize(screen)
}

/** Pairs of texts that overlap. A number in a field counts with the field. */
const overlapsInRows = (): string[] => {
  const rows = [...document.querySelectorAll('[data-row]')]
  if (rows.length === 0) return ['no rows']
  return rows.flatMap((row) => {
    const texts = [...row.querySelectorAll('p, input')].filter((part) => part.getClientRects().length > 0)
    return texts.flatMap((one, at) =>
      texts.slice(at + 1).flatMap((other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        return across > 1 && down > 1 ? [`${one.textContent} over ${other.className}`] : []
      }),
    )
  })
}
