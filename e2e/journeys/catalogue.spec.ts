import type { Page } from '@playwright/test'
import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

const products = (page: Page) => page.getByRole('list', { name: 'Products found' }).getByRole('listitem')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** From the start to a product: a department, a group, a search, the next page. */
const browse = async (page: Page): Promise<void> => {
  await page.goto('/')
  await page.getByRole('link', { name: 'See what we sell' }).click()
  await expect(heading(page)).toHaveText('Product catalogue')
  const department = page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first()
  const name = (await department.textContent()) ?? ''
  await department.click()
  await expect(heading(page)).toHaveText(name)
  const group = page.getByRole('navigation', { name: 'Groups' }).getByRole('link').first()
  await group.click()
  await expect(page).toHaveURL(/department=.+&group=/)
  await expect(products(page).first()).toBeVisible()

  await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
  await expect(products(page)).toHaveCount(24)
  const first = (await products(page).first().getByRole('link').getAttribute('href')) ?? ''
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 13')).toBeVisible()
  await expect(products(page).first().getByRole('link')).not.toHaveAttribute('href', first)

  await page.getByRole('searchbox', { name: 'Search products' }).fill('chicken')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(heading(page)).toHaveText('Products for “chicken”')
  // Until then the products of the page before are shown.
  await expect(page.getByRole('region', { name: 'Products' })).not.toHaveAttribute('aria-busy')
  const found = products(page).first().getByRole('link')
  const product = (await found.textContent()) ?? ''
  await found.click()
  await expect(heading(page)).toHaveText(product)
  await expect(page.getByRole('heading', { name: 'Allergens' })).toBeVisible()
  await expect(page.getByText('Origin', { exact: true })).toBeVisible()
  await expect(page.getByText(/£|In stock/)).toHaveCount(0)
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a visitor finds a product by department, page and search', ({ page }) => browse(page))
})

test('a visitor finds a product without the page being loaded anew, and signs in to see its price', async ({
  page,
}) => {
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url())
  })
  await browse(page)
  expect(loads).toHaveLength(1)
  const name = (await heading(page).textContent()) ?? ''
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  const shop = new Shop(page)
  await shop.fillSignIn()
  await expect(page).toHaveURL(/\/orders\/create\/search\/product-/)
  await expect(heading(page)).toHaveText(name)
  await expect(page.getByText(/£/).first()).toBeVisible()
})

test('the server’s page is hydrated with what it was made of: nothing is asked again', {
  tag: '@long',
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/catalogue/')) asked.push(request.url())
  })
  await page.goto('/product-catalogue?storage_type=frozen')
  await expect(page.locator('[data-rendered]')).toHaveCount(0)
  await expect(products(page).first()).toBeVisible()
  await products(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Allergens' })).toBeVisible()
  expect(asked).toHaveLength(1)
  await page.reload()
  await expect(page.locator('[data-rendered]')).toHaveCount(0)
  expect(asked).toHaveLength(1)
})

test.describe('a product that is not sold', () => {
  test.use({ expectedErrors: [/status of 404/] })
  test('is a page that was not found, with a way to those that are', { tag: '@long' }, async ({ page }) => {
    const reply = await page.goto('/product-catalogue/product-NOTHING')
    expect(reply?.status()).toBe(404)
    await expect(page.getByText('No product with code NOTHING')).toBeVisible()
    await page.getByRole('link', { name: 'See the whole catalogue' }).click()
    await expect(products(page).first()).toBeVisible()
  })
})

test('a customer walks the catalogue and adds from it, also offline', async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  await page.goto('/other/product-catalogue')
  const departments = page.getByRole('navigation', { name: 'Departments' })
  await expect(departments.getByRole('link').first()).toBeVisible()
  await shop.addOne(shop.rows().first())
  await shop.expectAllSent()

  await page.context().setOffline(true)
  const department = departments.getByRole('link').first()
  const name = (await department.textContent()) ?? ''
  await department.click()
  await expect(page.getByRole('navigation', { name: 'Catalogue path' })).toContainText(name)
  await page.getByRole('navigation', { name: 'Groups' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/department=.+&group=/)
  await shop.addOne(shop.rows().first())
  await expect(shop.status()).toContainText(/saved/)
  await page.reload()
  await expect(shop.quantityOf(shop.rows().first())).toHaveValue('1')
  await page.context().setOffline(false)
  await shop.expectAllSent()
})
