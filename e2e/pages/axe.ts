import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/test.ts'

/** Only colours differ between the two themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** axe finds nothing, in both themes. The page follows the device's scheme, and is light again afterwards. */
export const expectNothingInTheWay = async (page: Page, name?: string): Promise<void> => {
  expect(await violations(axeOf(page)), name).toEqual([])
  await wear(page, 'dark')
  expect(await violations(axeOf(page).withRules(COLOUR_RULES)), `${name ?? ''} in the dark`).toEqual([])
  await wear(page, 'light')
}

const wear = async (page: Page, colorScheme: 'dark' | 'light'): Promise<void> => {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
}

/** Without the page that axe opens to put the results of frames together: there are none. Twice as fast. */
const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

const violations = async (axe: AxeBuilder): Promise<string[]> => {
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
