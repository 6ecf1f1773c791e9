import { Shop } from '#e2e/pages/shop.ts'
import { startFaultProxy } from '#e2e/support/fault-proxy.ts'
import { readKept } from '#e2e/support/kept.ts'
import { expect, test } from '#e2e/support/test.ts'

/** The server applies the change but its reply is lost: the device asks again, and it is applied once. */

const MUTATION = /\/api\/(order\/trolly|basket\/new\/[^?]+)/

test('when the replies to add, set, remove and checkout are lost, there is still one of each line and one order', async ({
  browser,
  trolly,
  watch,
}) => {
  const proxy = await startFaultProxy(trolly.url)
  const context = await browser.newContext({ baseURL: proxy.url })
  const page = await context.newPage()
  await watch(page)
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [kept = '', removed = '', filler = ''] = await shop.plainProducts(3)
  const trollyId = await shop.startTrolly()
  await shop.openTrolly(trollyId)
  await shop.quickAdd(filler, 40)
  await shop.expectAllSent()

  const lose = (method: string, times: number) => proxy.loseReplies({ method, path: MUTATION, times })
  const expectKept = (product_no: string, quantity: number): Promise<void> =>
    expect
      .poll(async () => (await readKept(trolly.databaseUrl(), trollyId)).lines, { timeout: 45_000 })
      .toContainEqual({ product_no, quantity, removed: quantity === 0 })

  lose('POST', 2)
  await shop.quickAdd(kept, 3)
  await expectKept(kept, 3)
  await shop.expectAllSent()

  lose('POST', 1)
  await shop.quickAdd(removed, 2)
  await expectKept(removed, 2)
  await shop.expectAllSent()

  lose('PUT', 2)
  await shop.type(shop.row(kept), 7)
  await expectKept(kept, 7)
  await shop.expectAllSent()

  lose('DELETE', 2)
  await shop.type(shop.row(removed), 0)
  await expect(shop.row(removed)).toBeHidden()
  await expectKept(removed, 0)
  await shop.expectAllSent()

  await shop.checkout()
  lose('POST', 2)
  await page.getByRole('button', { name: 'Place order' }).click()
  const orderNo = await shop.placedOrderNumber()
  expect((await readKept(trolly.databaseUrl(), trollyId)).orderNos).toEqual([orderNo])
  expect(proxy.lost()).toBe(9)
  await context.close()
  await proxy.close()
})
