import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { watchIntl } from '#e2e/support/intl-use.ts'
import { readKept } from '#e2e/support/kept.ts'
import type { TrollyServer } from '#e2e/support/server.ts'
import { expect, test } from '#e2e/support/test.ts'

/**
 * The main job: a trolly of 40 lines built offline, the app closed and reopened, the connection back, the same trolly on the
 * server and ordered once. `npm run test:all` runs it on a catalogue of 40,000, at both sizes.
 */

const LINES = 40

type Cut = { off: () => Promise<void>; on: () => Promise<void> }

const CATALOGUE = process.env.EVERY_SIZE === '1' ? 40_000 : 2_400

const CUTS: { name: string; tag: string[]; cut: (parts: { page: Page; trolly: TrollyServer }) => Cut }[] = [
  {
    name: 'the network cut in the browser',
    tag: [],
    cut: ({ page }) => ({
      off: () => page.context().setOffline(true),
      on: () => page.context().setOffline(false),
    }),
  },
  {
    name: 'the server’s port refused',
    tag: ['@long'],
    cut: ({ trolly }) => ({ off: () => trolly.stop(), on: () => trolly.start() }),
  },
]

for (const { name, tag, cut } of CUTS) {
  test.describe(name, { tag }, () => {
    test.use({ products: CATALOGUE })
    test(`a trolly built offline arrives exactly once: ${name}`, async ({ page, trolly, browser, watch }) => {
      const shop = new Shop(page)
      await shop.signIn()
      await shop.chooseDay()
      await shop.waitForProducts(CATALOGUE * 0.95)
      await shop.waitForDownloads()
      const products = await shop.plainProducts(LINES)
      const signal = cut({ page, trolly })
      await signal.off()

      const trollyId = await shop.startTrolly()
      await shop.search('chicken')
      await expect(shop.rows().first()).toBeVisible()
      await shop.search('')
      await openAdvert(page, shop)
      await page.getByRole('link', { name: 'See trolly' }).click()
      for (const [index, code] of products.entries()) await shop.quickAdd(code, index + 1)
      await expect(shop.status()).toContainText(/saved/)

      // The app is closed and opened again, still offline.
      await page.close()
      const again = await page.context().newPage()
      await watch(again)
      await again.addInitScript(watchIntl)
      const reopened = new Shop(again)
      await reopened.openTrolly(trollyId)
      await expect(reopened.row(products[0] ?? '')).toBeVisible()
      expect(await again.evaluate(() => globalThis.trollyIntlUses)).toEqual([])
      await expect(reopened.quantityOf(reopened.row(products[LINES - 1] ?? ''))).toHaveValue(String(LINES))

      await signal.on()
      await reopened.expectAllSent()
      const wanted = Object.fromEntries(products.map((code, index) => [code, index + 1]))
      expect(linesOf(await readKept(trolly.databaseUrl(), trollyId))).toEqual(wanted)

      // Another user of the same customer, in another browser.
      const other = await browser.newContext({ baseURL: trolly.url, viewport: { width: 1440, height: 900 } })
      const otherPage = await other.newPage()
      await watch(otherPage)
      const office = new Shop(otherPage)
      await office.signIn()
      await office.openTrolly(trollyId)
      await expect(office.rows()).toHaveCount(LINES)
      await other.close()

      await reopened.checkout()
      await again.getByRole('button', { name: 'Place order' }).click()
      const orderNo = await reopened.placedOrderNumber()
      expect((await readKept(trolly.databaseUrl(), trollyId)).orderNos).toEqual([orderNo])
    })
  })
}

/** The demo's first one, and back to the start of the search. */
const openAdvert = async (page: Page, shop: Shop) => {
  const see = page.getByRole('button', { name: 'See 12 products in The full breakfast' })
  await see.click()
  await expect(page).toHaveURL(/\?advert=full-breakfast$/)
  await expect(shop.rows()).toHaveCount(12)
  await page.getByRole('button', { name: 'Remove filter The full breakfast' }).click()
  await expect(see).toBeVisible()
}

const linesOf = ({ lines }: Awaited<ReturnType<typeof readKept>>): Record<string, number> =>
  Object.fromEntries(
    lines.filter(({ removed }) => !removed).map(({ product_no, quantity }) => [product_no, quantity]),
  )
