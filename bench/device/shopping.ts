import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'

/** Signed in, day chosen, products downloaded, app cached. */
export const startShopping = async (page: Page, products: number): Promise<Shop> => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(products)
  return shop
}

/** A trolly with that many lines, known to the server. */
export const fillTrolly = async (shop: Shop, lines: number): Promise<string> => {
  const codes = await shop.plainProducts(lines)
  if (codes.length < lines) throw new Error(`Only ${codes.length} products can be ordered without more ado`)
  await shop.startTrolly()
  const id = shop.trollyId()
  await shop.openTrolly(id)
  await pasteLines(shop, codes)
  await shop.expectAllSent()
  return id
}

/** On the trolly's page: two of each, from a pasted list. */
export const pasteLines = async (shop: Shop, codes: readonly string[]): Promise<void> => {
  const { page } = shop
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('Your list').fill(codes.map((code) => `${code} 2`).join('\n'))
  await page.getByRole('button', { name: 'Add to trolly' }).click()
  const outcomes = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await outcomes.nth(codes.length - 1).waitFor({ timeout: PASTE_MS })
  // Lines that were not added stay in the field.
  const left = await page.getByLabel('Your list').inputValue()
  if (left !== '') throw new Error(`Not all of ${codes.length} lines were added:\n${left}`)
  await page.keyboard.press('Escape')
}

const PASTE_MS = 120_000
