import { expect, type Page } from '@playwright/test'

/** Opens the landing page and waits until its script has hydrated it. */
export const openLanding = async (page: Page): Promise<void> => {
  await page.goto('/')
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(page.locator('[data-rendered]')).toHaveCount(0)
}
