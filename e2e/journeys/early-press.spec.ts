import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { holdScripts } from '#e2e/support/held-scripts.ts'
import { expect, test } from '#e2e/support/test.ts'

test('pressing “Sign in” before the script has loaded sends nothing and loses nothing', {
  tag: '@long',
}, async ({ page, trolly }) => {
  const letThrough = await holdScripts(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.method()))

  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill('chef@example.com')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  const button = page.getByRole('button', { name: 'Sign in' })
  await button.click()
  await expect(page.getByLabel('E-mail')).toHaveValue('chef@example.com')
  expect(page.url()).toBe(`${trolly.url}/`)
  expect(requests).not.toContain('POST')

  letThrough()
  await expect(page.locator('[data-rendered]')).toHaveCount(0)
  await button.click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByText('Signed In Successfully')).toBeVisible()
})
