import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'
import { readPdf } from '#tests/support/pdf.ts'

/** The office's screens, on the real server: a list, its form, the readers' view, and a report with its chart. */
test.describe('staff', () => {
  test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

  test('staff write a question and other users read it offline', { tag: '@long' }, async ({ page }) => {
    const shop = new Shop(page)
    await shop.signIn('staff@example.com')
    await page.goto('/maintenance/faq-maintenance')
    await expect(page.getByRole('button', { name: 'How late can I change an order?' })).toBeVisible()
    await expectNothingInTheWay(page)

    await page.getByRole('button', { name: 'Add question' }).click()
    const form = page.getByRole('dialog', { name: 'New question' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('link', { name: 'Answer cannot be blank' })).toBeVisible()
    await expectNothingInTheWay(page)
    await form.getByLabel('Subject').fill('Delivery')
    await form.getByLabel('Question', { exact: true }).fill('Do you come by bicycle?')
    await form.getByLabel('Answer').fill('Only in Hebden Bridge.')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()

    await page.getByRole('searchbox', { name: 'Search questions' }).fill('bicycle')
    await expect(page.getByText('1 question', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\?q=bicycle$/)
    await page.getByRole('button', { name: 'Do you come by bicycle?' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No questions match your search and filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Do you come by bicycle?' })).toBeVisible()

    await page.goto('/other/faq')
    await expect(page.getByText('Do you come by bicycle?')).toBeVisible()
    await expectNothingInTheWay(page)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage).includes('by bicycle')))
      .toBe(true)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText('Do you come by bicycle?').click()
    await expect(page.getByText('Only in Hebden Bridge.')).toBeVisible()
  })

  test('a report shows its figures, its chart and its search terms', { tag: ['@desk', '@long'] }, async ({
    page,
  }) => {
    const shop = new Shop(page)
    await shop.signIn('staff@example.com')
    await page.goto('/reports/product-search-analysis')
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
    // The pointer would come to rest on it, which delays the next message.
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    await page.getByText('Searches per day as a table').click()
    await expectNothingInTheWay(page)
    await page.getByRole('searchbox', { name: 'Search terms' }).fill('kefir')
    await expect(page.getByText('1 term', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'kefir' }).click()
    await page.getByLabel('Also find').fill('yogurt')
    await expectNothingInTheWay(page)
    await page.getByRole('button', { name: 'Save synonyms' }).click()
    await expect(page.getByText('“kefir” now also finds yogurt')).toBeVisible()
  })

  test('a chart shows its figures at a press, its series in forced colours, and its terms on paper', {
    tag: '@long',
  }, async ({ page, hasTouch }) => {
    const shop = new Shop(page)
    await shop.signIn('staff@example.com')
    await page.goto('/reports/product-search-analysis')
    const bar = page.locator('.recharts-bar-rectangle').first()
    await expect(bar).toBeVisible()
    await (hasTouch ? bar.tap() : bar.hover())
    const figures = page.locator('.recharts-tooltip-wrapper')
    await expect(figures).toBeVisible()
    await expect(figures).toHaveText(/With results\s*\d+\s*No results\s*\d+/)
    await page.emulateMedia({ forcedColors: 'active' })
    const swatches = page.locator('.recharts-legend-wrapper [style*="background-color"]')
    const colours = await swatches.evaluateAll((all) =>
      all.map((swatch) => getComputedStyle(swatch).backgroundColor),
    )
    const bars = await page.locator('.recharts-bar').evaluateAll((all) =>
      all.map((series) => {
        const { fill, stroke, strokeOpacity } = getComputedStyle(series.querySelector('path') ?? series)
        return { fill, edge: strokeOpacity === '1' ? stroke : 'none' }
      }),
    )
    expect(bars.map(({ fill }) => fill)).toEqual(colours)
    expect(new Set(colours).size).toBe(2)
    // One of the fills is the page's own colour: its edge is what shows.
    const ink = await page.locator('main h1').evaluate((title) => getComputedStyle(title).color)
    expect(bars.map(({ edge }) => edge)).toEqual([ink, ink])
    await page.emulateMedia({ forcedColors: 'none' })
    const { texts } = await readPdf(await page.pdf({ preferCSSPageSize: true, tagged: true }))
    const onPaper = texts.join(' ').replace(/\s+/g, ' ')
    const terms = await page.locator('main tbody [data-open]').allTextContents()
    // The font draws fi and fl as one letter, which is read apart from its word.
    const broken = terms.filter((term) => !/f[fil]/.test(term) && !onPaper.includes(term))
    expect(broken).toEqual([])
  })
})

test('a basic customer sees neither', async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn('cafe@example.com')
  for (const path of ['/maintenance/faq-maintenance', '/reports/product-search-analysis']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth\/unauthorised$/)
  }
})
