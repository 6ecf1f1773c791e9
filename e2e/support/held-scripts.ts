import type { Page } from '@playwright/test'

/**
 * Holds back every script of the page, as a slow connection does.
 * @returns lets them through
 */
export async function holdScripts(page: Page): Promise<() => void> {
  let letThrough: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  return letThrough
}
