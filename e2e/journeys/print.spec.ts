import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

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
