import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

// A count of forty products: on a phone in the cold store, and at a desk from paper. An entry is a number and its Next.

const PRODUCTS = 40
const ENTRIES_MOST = 45
const PAR = 8

test('forty products are counted on a phone without signal, and what is missing is ordered', {
  tag: '@long',
}, async ({ page, isMobile }) => {
  test.skip(!isMobile, 'A desk has fields.')
  const { shop, id } = await aTemplateOfForty(page)
  await page.getByRole('link', { name: 'Count', exact: true }).click()
  await expect(page.getByText(`1 of ${PRODUCTS}`)).toBeVisible()
  await page.context().setOffline(true)

  let entries = 0
  const three = page.getByRole('button', { name: '3', exact: true })
  expect((await three.boundingBox())?.height).toBe(72)
  while (entries < PRODUCTS) {
    await expect(page.getByText(`${entries + 1} of ${PRODUCTS}`)).toBeVisible()
    // Left in the middle, it goes on there.
    if (entries === 20) {
      await page.reload()
      await expect(page.getByText(`21 of ${PRODUCTS}`)).toBeVisible()
    }
    await three.click()
    await page.getByRole('button', { name: /^(Next|Review)$/ }).click()
    entries += 1
  }
  expect(entries).toBeLessThanOrEqual(ENTRIES_MOST)
  await expect(page.getByRole('list', { name: 'To order' }).getByText(`3 on shelf · par ${PAR}`)).toHaveCount(
    2,
  )
  await page.getByRole('button', { name: 'Add 2 products to trolly' }).click()
  await expect(shop.rows()).toHaveCount(2)
  await page.context().setOffline(false)
  await shop.expectAllSent()
  await expect(page.getByRole('textbox', { name: /^Quantity of/ }).first()).toHaveValue(String(PAR - 3))
  await page.goto(`/orders/templates-${id}`)
  await expect(page.getByRole('link', { name: 'Count', exact: true })).toBeVisible()
})

test('forty products are counted at a desk using only the keyboard', { tag: ['@desk', '@long'] }, async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'A phone has a keypad.')
  const { shop, id } = await aTemplateOfForty(page)
  await page.goto(`/orders/templates/count-${id}`)
  const fields = page.getByRole('textbox', { name: /^On the shelf/ })
  await expect(fields).toHaveCount(PRODUCTS)
  for (let presses = 0; presses < 60 && !(await fields.first().evaluate(isFocused)); presses += 1)
    await page.keyboard.press('Tab')
  for (let entries = 0; entries < PRODUCTS; entries += 1) {
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
  }
  await expect(page.getByText(`${PRODUCTS} of ${PRODUCTS} counted`)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const add = page.getByRole('button', { name: 'Add 2 products to trolly' })
  await expect(add).toBeVisible()
  for (let presses = 0; presses < 60 && !(await add.evaluate(isFocused)); presses += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(shop.rows()).toHaveCount(2)
  await shop.expectAllSent()
})

const isFocused = (element: Element): boolean => element === document.activeElement

/** Shared by its account's users; the first two products have a par. @returns the template's page */
const aTemplateOfForty = async (page: Page) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const codes = await shop.plainProducts(PRODUCTS)
  await page.goto('/orders/templates')
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Walk-in fridge')
  await page.getByLabel(/one per line/).fill(codes.join('\n'))
  await page.getByRole('button', { name: 'Create template' }).click()
  await page.getByText('Edit list', { exact: true }).click()
  const pars = page.getByRole('textbox', { name: /^Par level of/ })
  for (const at of [0, 1]) {
    await pars.nth(at).fill(String(PAR))
    await pars.nth(at).press('Enter')
  }
  await shop.expectAllSent()
  const id = /templates-(.+)$/.exec(new URL(page.url()).pathname)?.[1] ?? ''
  return { shop, id }
}
