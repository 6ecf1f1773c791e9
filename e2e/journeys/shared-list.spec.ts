import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

// Lists that come as a file, or from another app through the service worker; and the count on the installed app's icon.

const area = (page: Page) => page.getByRole('textbox', { name: 'Your list' })

/** On a device with its products. @returns codes of some */
const shopping = async (shop: Shop): Promise<string[]> => {
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  return shop.plainProducts(4)
}

/** Posts the form that the browser posts when another app shares something. */
const share = async (page: Page, shared: { text?: string; file?: { name: string; content: string } }) => {
  await page.evaluate(({ text, file }) => {
    const form = document.createElement('form')
    form.action = '/orders?open=shared'
    form.method = 'post'
    form.enctype = 'multipart/form-data'
    form.innerHTML = '<input name="text"><input name="list" type="file">'
    const [texts, files] = form.querySelectorAll('input')
    if (texts && text !== undefined) texts.value = text
    if (files && file) {
      const transfer = new DataTransfer()
      transfer.items.add(new File([file.content], file.name, { type: 'text/csv' }))
      files.files = transfer.files
    }
    document.body.append(form)
    form.submit()
  }, shared)
}

test('a CSV file is put into a trolly, once it has been checked', { tag: '@long' }, async ({ page }) => {
  const shop = new Shop(page)
  const [first = '', second = '', third = ''] = await shopping(shop)
  await shop.openTrolly(await shop.startTrolly())
  await page.getByRole('button', { name: 'Paste a list' }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  // As Excel saves "Unicode text", with the code's leading zeros lost.
  const table = `Order sheet\r\nCode\tDescription\tQty\r\n${first}\tCrème\t3\r\n${second}\t"12"" box"\t2\r\n${third}\tBeans\t\r\n`
  await (await choosing).setFiles({
    name: 'order.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(`\uFEFF${table}`, 'utf16le'),
  })
  await expect(area(page)).toHaveValue(`${first} 3\n${second} 2`)
  await expect(page.getByText(/^2 lines read from “order.txt”. 1 row without/)).toBeVisible()
  await area(page).fill(`${first} 3\n${second} 5`)
  await page.getByRole('button', { name: 'Add to trolly' }).click()
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => shop.shownLines()).toEqual({ [first]: '3', [second]: '5' })
  await shop.expectAllSent()
})

test('a list that another app shares opens the trolly with it, once, and offline too', {
  tag: '@long',
}, async ({ page, context }) => {
  const shop = new Shop(page)
  const [first = '', second = ''] = await shopping(shop)
  const id = await shop.startTrolly()
  await shop.openTrolly(id)
  await shop.quickAdd(first, 1)
  await shop.expectAllSent()

  await share(page, { file: { name: 'order.csv', content: `Code;Qty\n${second};4\n` } })
  await expect(page).toHaveURL(new RegExp(`/orders/create-${id}$`))
  await expect(area(page)).toHaveValue(`${second} 4`)
  await page.reload()
  await expect(shop.row(first)).toBeVisible()
  await expect(area(page)).toBeHidden()

  await context.setOffline(true)
  await share(page, { text: `${second} 2` })
  await expect(area(page)).toHaveValue(`${second} 2`)
  await page.getByRole('button', { name: 'Add to trolly' }).click()
  await expect(page.getByText(/^2 × .+ added$/)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(shop.quantityOf(shop.row(second))).toHaveValue('2')
  await context.setOffline(false)
  await shop.expectAllSent()
})

test.describe('without a session', () => {
  // The browser logs the refusal of a read that was under way as the session ended.
  test.use({ expectedErrors: [/status of 401/] })

  test('a shared list waits for the sign-in, and fills a new trolly', { tag: '@long' }, async ({ page }) => {
    const shop = new Shop(page)
    const [code = ''] = await shopping(shop)
    await shop.expectAllSent()
    await page.goto('/other/account')
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('Signed Out Successfully')).toBeVisible()
    await share(page, { text: `${code} 2` })
    await expect(page.getByText('Your list is kept. Sign in to add it to a trolly.')).toBeVisible()
    await shop.fillSignIn()
    await expect(page).toHaveURL(/\/orders\/create-/)
    await expect(area(page)).toHaveValue(`${code} 2`)
  })
})

test('without a worker, a shared list leads to the orders all the same', async ({ request, trolly }) => {
  const reply = await request.post(`${trolly.url}/orders?open=shared`, {
    multipart: {
      text: '10234 6',
      list: { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.alloc(3_000_000) },
    },
    maxRedirects: 0,
  })
  expect([reply.status(), reply.headers().location]).toEqual([303, '/orders'])
})

test('the app’s icon counts what is not sent', { tag: '@long' }, async ({ page, context }) => {
  const badges: number[] = []
  await page.exposeFunction('noteBadge', (count: number) => badges.push(count))
  await page.addInitScript(() => {
    const note = async (count: number) =>
      void (window as unknown as { noteBadge: (n: number) => void }).noteBadge(count)
    Object.assign(navigator, { setAppBadge: note })
  })
  const shop = new Shop(page)
  const [first = '', second = ''] = await shopping(shop)
  await shop.openTrolly(await shop.startTrolly())
  await shop.quickAdd(first, 1)
  await shop.expectAllSent()
  await context.setOffline(true)
  await shop.quickAdd(second, 1)
  await expect.poll(() => badges.at(-1)).toBe(1)
  await expect(shop.status()).toContainText('1 saved')
  await context.setOffline(false)
  await shop.expectAllSent()
  await expect.poll(() => badges.at(-1)).toBe(0)
})
