import type { Browser, Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { readKept } from '#e2e/support/kept.ts'
import type { TrollyServer } from '#e2e/support/server.ts'
import { expect, test } from '#e2e/support/test.ts'

/** Two phones, one trolly, both offline. */

test('two devices add the same product offline and the quantities are summed', { tag: '@long' }, async ({
  browser,
  trolly,
  watch,
}) => {
  const { first, second, trollyId, code } = await twoAtOneTrolly({ browser, trolly, watch })
  await bothOffline([first, second])
  await first.addOne(first.row(code))
  await first.addOne(first.row(code))
  await second.addOne(second.row(code))
  await bothOnline([first, second])
  expect((await readKept(trolly.databaseUrl(), trollyId)).lines).toEqual([
    { product_no: code, quantity: 1 + 2 + 1, removed: false },
  ])
  for (const shop of [first, second]) {
    await shop.openTrolly(trollyId)
    await expect(shop.quantityOf(shop.row(code))).toHaveValue('4')
  }
  await second.addOne(second.row(code))
  await second.expectAllSent()
  // The browser tells a page so when its owner returns to it.
  await first.page.bringToFront()
  await first.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(first.quantityOf(first.row(code))).toHaveValue('5')
})

test.describe('a conflict', () => {
  // The browser logs the server's refusal, which is what this is about.
  test.use({ expectedErrors: [/status of 412/] })

  test('when two devices set the same line, the second has to choose and neither value is lost', async ({
    browser,
    trolly,
    watch,
  }) => {
    const { first, second, trollyId, code } = await twoAtOneTrolly({ browser, trolly, watch })
    await bothOffline([first, second])
    await first.type(first.row(code), 6)
    await second.type(second.row(code), 4)
    await first.page.context().setOffline(false)
    await first.expectAllSent()
    await second.page.context().setOffline(false)
    await expect(second.status()).toContainText(/1 action needed/, { timeout: 45_000 })

    const choice = second.rows().filter({ has: second.page.getByRole('button', { name: /Use 4/ }) })
    await expect(choice).toContainText('6')
    const kept = () => readKept(trolly.databaseUrl(), trollyId)
    expect((await kept()).lines).toEqual([{ product_no: code, quantity: 6, removed: false }])
    await choice.getByRole('button', { name: /Use 4/ }).click()
    await expect
      .poll(async () => (await kept()).lines)
      .toEqual([{ product_no: code, quantity: 4, removed: false }])
    await second.expectAllSent()
  })
})

type Parts = { browser: Browser; trolly: TrollyServer; watch: (page: Page) => void }

/** Both look at the same trolly with one of a product in it, and have all they need to continue offline. */
async function twoAtOneTrolly({ browser, trolly, watch }: Parts) {
  const open = async (): Promise<Shop> => {
    const page = await (await browser.newContext({ baseURL: trolly.url })).newPage()
    await watch(page)
    const shop = new Shop(page)
    await shop.signIn()
    await shop.chooseDay()
    await shop.waitForProducts(200)
    return shop
  }
  const first = await open()
  const second = await open()
  const [code = ''] = await first.plainProducts(1)
  const trollyId = await first.startTrolly()
  await first.openTrolly(trollyId)
  await first.quickAdd(code, 1)
  await first.expectAllSent()
  await second.openTrolly(trollyId)
  await expect(second.quantityOf(second.row(code))).toHaveValue('1')
  return { first, second, trollyId, code }
}

const bothOffline = async (shops: Shop[]): Promise<void> => {
  for (const { page } of shops) await page.context().setOffline(true)
}

const bothOnline = async (shops: Shop[]): Promise<void> => {
  for (const shop of shops) {
    await shop.page.context().setOffline(false)
    await shop.expectAllSent()
  }
}
