import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

/** The office's screens, on the real server: a list, its form, the readers' view, and a report with its chart. */
test.describe('staff', () => {
  test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

  test('staff write a question and other users read it offline', async ({ page }) => {
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

  test('a press on a bar of the chart shows its figures', async ({ page, hasTouch }) => {
    const shop = new Shop(page)
    await shop.signIn('staff@example.com')
    await page.goto('/reports/product-search-analysis')
    const bar = page.locator('.recharts-bar-rectangle').first()
    await expect(bar).toBeVisible()
    await (hasTouch ? bar.tap() : bar.hover())
    const figures = page.locator('.recharts-tooltip-wrapper')
    await expect(figures).toBeVisible()
    await expect(figures).toHaveText(/With results\s*\d+\s*No results\s*\d+/)
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
