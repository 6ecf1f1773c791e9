import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { Keys } from '#e2e/pages/keys.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

test('an invoice is opened, then opened again offline', { tag: '@day' }, async ({ page, hasTouch }) => {
  const press = (control: Locator) => (hasTouch ? control.tap() : control.click())
  await new Shop(page).signIn()
  await page.goto('/orders')
  // Three of the pages below Orders are segments; a phone has the others under "More".
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (await more.isVisible()) await press(more)
  await press(page.getByRole('link', { name: 'Invoices', exact: true }).locator('visible=true'))
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices and statements' })).toBeVisible()
  await expect(page.getByText('Balance', { exact: true })).toBeVisible()
  const row = invoices(page).first()
  const number = (await row.textContent()) ?? ''
  await expectNothingInTheWay(page, 'paperwork')

  await press(row)
  await expectPdf(page, number)
  await expect(page.getByText('Saved on this device, so you can open it offline')).toBeVisible()
  await expectNothingInTheWay(page, 'an invoice')
  await press(page.getByRole('button', { name: 'Close' }))

  await test.step('offline, the documents opened before are still available', async () => {
    // Only the worker opens a page offline.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText('These are the documents you opened on this device.')).toBeVisible()
    await expect(invoices(page)).toHaveCount(1)
    await press(page.getByRole('button', { name: number }))
    await expectPdf(page, number)
    await press(page.getByRole('button', { name: 'Close' }))
    await press(page.getByRole('button', { name: 'Statement' }))
    await expect(page.getByText(/The document could not be loaded/)).toBeVisible()
  })
  await test.step('the statement loads automatically once the connection is back', async () => {
    await page.context().setOffline(false)
    await expect(page.getByRole('link', { name: 'Open PDF' })).toBeVisible()
  })
})

test('documents are found, opened and saved using only the keyboard', { tag: ['@desk', '@long'] }, async ({
  page,
}) => {
  const keys = new Keys(page)
  await new Shop(page).signIn()
  await page.goto('/accounts/copy-invoice-statement?kind=invoice')
  const row = invoices(page).first()
  await expect(row).toBeVisible()
  const number = (await row.textContent()) ?? ''
  await keys.press('/')
  await keys.expectAt(page.getByRole('searchbox', { name: 'Search documents' }))
  await keys.type(number)
  await expect(page.getByText('1 document', { exact: true })).toBeVisible()
  await keys.press('ArrowDown')
  await keys.expectAt(row)
  await keys.press('Enter')
  const sheet = page.getByRole('dialog', { name: `Invoice ${number}` })
  await keys.expectAt(sheet)
  await keys.tabTo(sheet.getByRole('link', { name: 'Open PDF' }), 3)
  await keys.tabTo(sheet.getByRole('button', { name: 'Save', exact: true }), 1)
  const download = page.waitForEvent('download')
  await keys.press('Enter')
  expect((await download).suggestedFilename()).toBe(`${number}.pdf`)
  await keys.press('Escape')
  await keys.expectAt(row)
  await keys.press('x')
  const zip = page.waitForEvent('download')
  const save = page.getByRole('button', { name: 'Save as ZIP' })
  if (await save.isVisible()) await save.focus()
  else {
    // On a phone, the actions are in a menu.
    await page.getByRole('button', { name: 'Actions for the selected documents' }).focus()
    await keys.press('Enter')
    await page.getByRole('menuitem', { name: 'Save as ZIP' }).focus()
  }
  await keys.press('Enter')
  expect((await zip).suggestedFilename()).toMatch(/\.zip$/)
  await expectNothingInTheWay(page, 'paperwork on a desk')

  await test.step('offline, a document opened before opens again', async () => {
    // Only the worker opens a page offline.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText('These are the documents you opened on this device.')).toBeVisible()
    await keys.press('/')
    await keys.expectAt(page.getByRole('searchbox', { name: 'Search documents' }))
    await keys.press('ArrowDown')
    await keys.expectAt(invoices(page).first())
    await keys.press('Enter')
    await keys.expectAt(sheet)
    await keys.tabTo(sheet.getByRole('link', { name: 'Open PDF' }), 3)
  })
})

const invoices = (page: Page): Locator => page.getByRole('button', { name: /^INV\d+/ })

/** The link is to a blob, which the page's policy does not allow to be fetched: what it saves is the same. */
const expectPdf = async (page: Page, number: string): Promise<void> => {
  const sheet = page.getByRole('dialog', { name: `Invoice ${number}` })
  await expect(sheet.getByRole('link', { name: 'Open PDF' })).toHaveAttribute('href', /^blob:/)
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  const bytes = await readFile(await (await download).path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
}
