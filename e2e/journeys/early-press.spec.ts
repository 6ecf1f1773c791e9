import { Shop } from '#e2e/pages/shop.ts'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { holdScripts } from '#e2e/support/held-scripts.ts'
import { expect, test } from '#e2e/support/test.ts'

test('pressing “Sign in” before the script has loaded signs in once it has', async ({ page, trolly }) => {
  const letThrough = await holdScripts(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.method()))

  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill('chef@example.com')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  const button = page.getByRole('button', { name: 'Sign in' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByLabel('E-mail')).toHaveValue('chef@example.com')
  expect(page.url()).toBe(`${trolly.url}/`)
  expect(requests).not.toContain('POST')

  letThrough()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByText('Signed In Successfully')).toBeVisible()
})

test('a finger presses what it touched, although the page moves before it lifts', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'A mouse presses where it is.')
  const shop = new Shop(page)
  await shop.signIn()
  const days = page.getByRole('group', { name: 'Delivery day' }).getByRole('button')
  const day = days.and(page.locator(':not([aria-disabled])')).nth(1)
  const name = (await day.locator('span span').first().textContent()) ?? ''
  const box = await day.boundingBox()
  if (!box) throw new Error('No day to press')
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })

  await touch('touchStart', [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }])
  // As a late part of the page would: another day is under the finger now.
  await page.evaluate((height) => {
    document.querySelector('main')?.style.setProperty('padding-top', `${height}px`)
  }, box.height)
  await touch('touchEnd', [])

  await expect(page.getByRole('button', { name: 'Change day' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Delivery day' })).toContainText(name)
})
