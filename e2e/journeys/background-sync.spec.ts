import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

// The headless shell has no background sync.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const { CHROME_PATH: executablePath } = process.env
    await use({ ...launchOptions, ...(executablePath && { executablePath }) })
  },
})

test('a trolly started offline is sent by the worker after the app is closed', async ({
  page,
  context,
  trolly,
  request,
}) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [code = ''] = await shop.plainProducts(1)
  await page.goto('/home')
  await expect(page.getByRole('button', { name: 'New trolly' })).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'New trolly' }).click()
  await page.waitForURL('**/orders/create-*')
  await shop.quickAdd(code, 2)
  await expect(shop.status()).toHaveAccessibleName('2 saved on this device')
  const trollyId = new URL(page.url()).pathname.replace('/orders/create-', '')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  // No page of the app is open any more.
  await page.goto('about:blank')
  await context.setOffline(false)

  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${token}` }
      const reply = await request.get(`${trolly.url}/api/basket/new?v=1`, { headers })
      return ((await reply.json()).data as { id: string }[]).map(({ id }) => id)
    })
    .toEqual([trollyId])
})
