import { expect } from '@playwright/test'
import type { Shop } from './shop.ts'

/** An order whose payment page is open. Needs a server that takes cards (support/stripe.ts). */
export const orderByCard = async (shop: Shop): Promise<void> => {
  const { page } = shop
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [code = ''] = await shop.plainProducts(1)
  const id = await shop.startTrolly()
  await shop.openTrolly(id)
  await shop.quickAdd(code, 30)
  await page.goto(`/orders/create/search/checkout-${id}`)
  await page.getByRole('radiogroup', { name: 'How to pay' }).getByText('By card').click()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page).toHaveURL(/\/payments\/payment-/)
}
