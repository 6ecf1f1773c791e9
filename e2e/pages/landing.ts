import { expect, type Page } from '@playwright/test'

/** Opens the landing page and waits for the app: until then its markup stands there and takes no input. */
export const openLanding = async (page: Page): Promise<void> => {
  await page.goto('/')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.locator('#root > [inert]')).toHaveCount(0)
}
