import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectNothingInTheWay } from '#e2e/pages/axe.ts'
import { openLanding } from '#e2e/pages/landing.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { withPasskeyDevice } from '#e2e/support/passkey-device.ts'
import { expect, test } from '#e2e/support/test.ts'

/** Signing in with less, or with more, than a password. */

// A browser logs the refusal that asks for the second step, and that of a read under way as its session ends.
test.use({ expectedErrors: [/status of 40[13]/] })

const signOut = async (page: Page) => {
  await page.goto('/other/account')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  // Said by the page that the sign-out loads anew, which would empty fields of the one before.
  await expect(page.getByText('Signed Out Successfully')).toBeVisible()
  await openLanding(page)
}

/** The key that an authenticator app is given, as it is written beside its QR code. */
const readKey = async (page: Page): Promise<string> => {
  const key = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  return (key ?? '').replaceAll(' ', '')
}

test('a passkey that the offer made signs in, without a password', async ({ page }) => {
  const passkeyDevice = await withPasskeyDevice(page)
  const shop = new Shop(page)
  await shop.signIn()
  const offer = page.getByRole('button', { name: 'Create passkey' })
  await expect(offer).toBeVisible()
  await expectNothingInTheWay(page)
  await offer.click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await expect(offer).toBeHidden()
  // No owner is as fast as this device: it would sign in on the page that the sign-out is about to load anew.
  await passkeyDevice.setOwnerPresent(false)
  await page.goto('/other/account')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Signed Out Successfully')).toBeVisible()
  await passkeyDevice.setOwnerPresent(true)
  // The page asks for the browser's suggestions once it is idle, and this device chooses its passkey at once.
  const signIn = page.waitForResponse(/\/api\/auth\/passkey-sign-in\?/)
  await page.reload()
  expect((await signIn).status()).toBe(200)
  await expect(page.getByText('Signed In Successfully')).toBeVisible()
  // The same person returns to the page that they left.
  await page.getByRole('link', { name: 'Home', exact: true }).locator('visible=true').click()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(offer).toBeHidden()
})

test('passkeys and two-step sign-in are managed among one’s own details', async ({ page, aheadMs }) => {
  await withPasskeyDevice(page)
  const shop = new Shop(page)
  await shop.signIn()
  await page.goto('/auth/update-user')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('Passkey added')).toBeVisible()
  await passkeys.getByRole('button', { name: /^Change / }).click()
  const sheet = page.getByRole('dialog', { name: 'Passkey' })
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Kitchen tablet')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await shop.expectLeftSheet()
  await passkeys.getByRole('button', { name: 'Change Kitchen tablet' }).click()
  await expectNothingInTheWay(page)
  await sheet.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(passkeys.getByText('You have no passkeys yet.')).toBeVisible()

  const twoSteps = page.getByRole('region', { name: 'Two-step sign-in' })
  await twoSteps.getByRole('button', { name: 'Set up' }).click()
  const setUp = page.getByRole('dialog')
  const totp = new TOTP({ secret: Secret.fromBase32(await readKey(page)) })
  await expectNothingInTheWay(page)
  await setUp
    .getByRole('textbox', { name: 'Code', exact: true })
    .fill(totp.generate({ timestamp: Date.now() + aheadMs }))
  await setUp.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await setUp.getByRole('button', { name: /kept them/ }).click()
  await shop.expectLeftSheet()

  await twoSteps.getByRole('button', { name: 'Turn off' }).click()
  await setUp
    .getByRole('textbox', { name: 'Code', exact: true })
    .fill(totp.generate({ timestamp: Date.now() + aheadMs + 30_000 }))
  await setUp.getByRole('button', { name: 'Turn off' }).click()
  await shop.expectLeftSheet()
  await expect(twoSteps.getByRole('button', { name: 'Set up' })).toBeVisible()
})

test.describe('where the company requires a second factor of staff', () => {
  test.use({ serverEnv: { SECOND_FACTOR_FOR: 'staff' } })

  test('it is set up in place, and then a code or a recovery code signs in', { tag: '@desk' }, async ({
    page,
    aheadMs,
  }) => {
    const shop = new Shop(page)
    await openLanding(page)
    await shop.fillSignIn('staff@example.com')
    await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
    await expectNothingInTheWay(page)
    const totp = new TOTP({ secret: Secret.fromBase32(await readKey(page)) })
    const codeIn = (ms: number) => totp.generate({ timestamp: Date.now() + aheadMs + ms })
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeIn(0))
    await page.getByRole('button', { name: 'Turn on and sign in' }).click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    await expectNothingInTheWay(page)
    const recovery = (await codes.first().textContent()) ?? ''
    await page.getByRole('button', { name: 'I’ve kept them, continue' }).click()
    await expect(page).toHaveURL(/\/home$/)

    await signOut(page)
    await shop.fillSignIn('staff@example.com')
    // The code that has been used works no more; that of the next half minute does already.
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill(codeIn(30_000))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Signed In Successfully')).toBeVisible()

    await signOut(page)
    await shop.fillSignIn('staff@example.com')
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recovery)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Signed In Successfully')).toBeVisible()
  })
})
