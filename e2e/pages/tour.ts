import { expect, type Page } from '@playwright/test'
import { openLanding } from './landing.ts'
import { Shop } from './shop.ts'

/**
 * Every screen of the way from signing in to an order, in the states that people meet. `stop` is called at each, when it
 * has come to rest: to take its picture or check it.
 */
export const tour = async (page: Page, stop: (name: string) => Promise<void>): Promise<void> => {
  const shop = new Shop(page)
  await openLanding(page)
  await stop('landing')
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await stop('not-found')
  await page.goto('/maintenance')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await stop('maintenance')
  await page.goto('/rate-limited')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await stop('rate-limited')

  await shop.signIn()
  await expect(page.getByRole('group', { name: 'Delivery day' })).toBeVisible()
  await stop('choose-day')
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const products = await shop.plainProducts(6)
  await shop.startTrolly()
  // Home lists products as well.
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(shop.rows().first()).toBeVisible()
  await stop('browse')
  await shop.search('chicken')
  await expect(shop.rows().first()).toBeVisible()
  for (const place of [0, 2])
    await shop
      .rows()
      .nth(place)
      .getByRole('button', { name: /^Favourite/ })
      .click()
  await stop('search')
  await shop.search('qqzzxy')
  await expect(shop.rows()).toHaveCount(0)
  await stop('nothing-found')
  const trollyId = shop.trollyId()
  await page.goto(`/orders/create/search/product-${products[0]}?trolly=${trollyId}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await stop('product')

  await shop.openTrolly(trollyId)
  await stop('empty-trolly')
  for (const [index, code] of products.entries()) await shop.quickAdd(code, index + 2)
  await shop.expectAllSent()
  await page.goto(`/orders/create-${trollyId}`)
  await expect(shop.row(products[0] ?? '')).toBeVisible()
  await stop('trolly')
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await stop('home')
  await page.goto('/orders')
  await expect(page.getByRole('list', { name: 'Open trollies' })).toBeVisible()
  await stop('orders')
  await page.goto('/orders/favourites')
  await expect(shop.rows()).toHaveCount(2)
  await stop('favourites')
  await page.getByRole('button', { name: 'Choose some' }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await stop('choose-some')
  await page.getByRole('button', { name: 'Add 2' }).click()
  await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
  await stop('added')
  await page.getByRole('button', { name: 'Undo all' }).click()
  await templates(shop, trollyId, stop)
  for (const name of ['account', 'settings', 'faq']) {
    await page.goto(`/other/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await stop(name)
  }

  await shop.openTrolly(trollyId)
  await page.context().setOffline(true)
  await shop.addOne(shop.row(products[1] ?? ''))
  await expect(shop.status()).toContainText(/saved/)
  await stop('trolly-offline')
  await shop.status().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await stop('status')
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await shop.expectAllSent()

  await shop.checkout()
  await stop('checkout')
  await page.getByRole('button', { name: 'Place order' }).click()
  await shop.placedOrderNumber()
  await stop('placed')
}

/** A template of the trolly's products. */
const templates = async (
  shop: Shop,
  trollyId: string,
  stop: (name: string) => Promise<void>,
): Promise<void> => {
  const { page } = shop
  await shop.openTrolly(trollyId)
  await shop.saveAsTemplate('Friday bar')
  await expect(page.getByRole('button', { name: /^Add all/ })).toBeVisible()
  await stop('template')
  await page.getByText('Edit list', { exact: true }).click()
  await expect(shop.rows().first()).toBeVisible()
  await stop('template-edit')
  await page.goto('/orders/templates')
  await expect(page.getByRole('list', { name: 'Templates' })).toBeVisible()
  await stop('templates')
}
