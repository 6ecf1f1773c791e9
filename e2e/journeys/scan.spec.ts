import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { writeBarcodeFilm } from '#e2e/support/barcode-film.ts'
import { runFolder } from '#e2e/support/demo-data.ts'
import { expect, test } from '#e2e/support/test.ts'

const FILM = join(runFolder(), 'barcodes.y4m')
const SCANNED = 20

const executablePath = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROME_PATH

test.use({
  permissions: ['camera'],
  launchOptions: {
    ...(executablePath !== undefined && { executablePath }),
    args: [
      // Chromium has no sandbox for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${FILM}`,
    ],
  },
})

test('twenty barcodes in a row are each added once, without a connection', { tag: '@long' }, async ({
  page,
}) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const gtins = await page.evaluate(gtinsHere, SCANNED - 1)
  const unknown = '4006381333931'
  writeBarcodeFilm(FILM, [...gtins.slice(0, 9), unknown, ...gtins.slice(9)])
  const id = await shop.startTrolly()
  await page.context().setOffline(true)

  await page.getByRole('button', { name: 'Scan products' }).click()
  const sheet = page.getByRole('dialog', { name: 'Scan products' })
  const scanned = sheet.getByRole('list', { name: 'Scanned products' }).getByRole('listitem')
  await expect(scanned).toHaveCount(gtins.length, { timeout: 90_000 })
  await expect(sheet.getByText(unknown, { exact: true })).toBeVisible()
  for (const quantity of await sheet.getByRole('textbox', { name: /^Quantity of / }).all())
    await expect(quantity).toHaveValue('1')
  await sheet.getByRole('button', { name: 'Done' }).click()

  await shop.openTrolly(id)
  await expect(shop.rows()).toHaveCount(gtins.length)
  await page.context().setOffline(false)
  await shop.expectAllSent()
})

test('a handheld scanner adds on any page', { tag: ['@desk', '@long'] }, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [gtin = ''] = await page.evaluate(gtinsHere, 1)
  const id = await shop.startTrolly()
  await page.goto('/other/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // What reads it loads after the page.
  await expect(async () => {
    await typeAsScanner(page, gtin)
    await expect(page.getByText(/^1 × .* added$/).first()).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await shop.openTrolly(id)
  await expect(shop.rows()).toHaveCount(1)

  const quantity = page.getByRole('textbox', { name: /^Quantity of / }).first()
  const before = Number(await quantity.inputValue())
  await quantity.focus()
  await typeAsScanner(page, gtin)
  await expect(quantity).toHaveValue(String(before + 1))
  // Leaving the box must not hand on the number that the scan found there.
  await quantity.blur()
  await shop.expectAllSent()
  await page.reload()
  await expect(quantity).toHaveValue(String(before + 1))
})

const SCANNER_KEY_S = 0.02

/** Key by key in a scanner's time. The times are set: a busy machine types no slower. */
const typeAsScanner = async (page: Page, code: string): Promise<void> => {
  const keyboard = await page.context().newCDPSession(page)
  const begun = Date.now() / 1000
  for (const [at, text] of [...code, '\r'].entries()) {
    const key = text === '\r' ? 'Enter' : text
    const timestamp = begun + at * SCANNER_KEY_S
    const windowsVirtualKeyCode = text.charCodeAt(0)
    await keyboard.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key,
      text,
      timestamp,
      windowsVirtualKeyCode,
    })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp, windowsVirtualKeyCode })
  }
  await keyboard.detach()
}

/** Of products in stock whose barcode no other product has. */
async function gtinsHere(most: number): Promise<string[]> {
  const name = (await indexedDB.databases()).find((each) => each.name?.startsWith('trolly-user-'))?.name ?? ''
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const products = await new Promise<{ gtins: string[]; stockQuantity: number }[]>((resolve, reject) => {
    const request = database.transaction('products').objectStore('products').getAll()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  database.close()
  const all = products.flatMap(({ gtins }) => gtins)
  return products
    .filter(({ stockQuantity }) => stockQuantity > 0)
    .flatMap(({ gtins }) => gtins.filter((gtin) => gtin.length === 13))
    .filter((gtin) => all.filter((each) => each.replace(/^0/, '') === gtin).length === 1)
    .slice(0, most)
}
