import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

/** Far less than the 30 s after which a page without a stream reads again, and enough for a busy machine. */
const SOON = { timeout: 5_000 }

test('two people in one trolly see each other, and each sees what the other changes as it happens', {
  tag: '@long',
}, async ({ browser, trolly, watch }) => {
  const open = async (email?: string): Promise<Shop> => {
    const page = await (await browser.newContext({ baseURL: trolly.url })).newPage()
    await watch(page)
    const shop = new Shop(page)
    await shop.signIn(email)
    return shop
  }
  const chef = await open()
  await chef.chooseDay()
  await chef.waitForProducts(200)
  const [code = ''] = await chef.plainProducts(1)
  const id = await chef.startTrolly()
  await chef.openTrolly(id)
  await chef.quickAdd(code, 1)
  await chef.expectAllSent()

  const office = await open('staff@example.com')
  await office.openTrolly(id)
  await expect(office.quantityOf(office.row(code))).toHaveValue('1')
  await expect(office.page.getByText('Asha Whitfield is here too')).toBeVisible()
  await expect(chef.page.getByText('The office is here too')).toBeVisible(SOON)

  await office.type(office.row(code), 7)
  await office.expectAllSent()
  await expect(chef.quantityOf(chef.row(code))).toHaveValue('7', SOON)
  await chef.addOne(chef.row(code))
  await chef.expectAllSent()
  await expect(office.quantityOf(office.row(code))).toHaveValue('8', SOON)

  // Another tab sees it too, by the stream of the first.
  const second = new Shop(await chef.page.context().newPage())
  await watch(second.page)
  await second.openTrolly(id)
  await office.type(office.row(code), 9)
  await expect(second.quantityOf(second.row(code))).toHaveValue('9', { timeout: 10_000 })

  await office.page.getByRole('link', { name: 'Home' }).first().click()
  await expect(chef.page.getByText('The office is here too')).toBeHidden(SOON)
})
