import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/test.ts'

/** Only colours differ between the two themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** axe finds nothing, in both themes. The page follows the device's scheme, and is light again afterwards. */
export const expectNothingInTheWay = async (page: Page, name?: string): Promise<void> => {
  await page.waitForFunction(isAtRest)
  expect(await violations(axeOf(page)), name).toEqual([])
  await wear(page, 'dark')
  expect(await violations(axeOf(page).withRules(COLOUR_RULES)), `${name ?? ''} in the dark`).toEqual([])
  await wear(page, 'light')
}

/** Runs in the browser. What fades in or out is paler than it will be; a skeleton pulses for ever. */
const isAtRest = (): boolean =>
  document.getAnimations().every(({ effect, playState }) => {
    const fades =
      effect instanceof KeyframeEffect && effect.getKeyframes().some((frame) => 'opacity' in frame)
    return (
      playState !== 'running' || !fades || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
    )
  })

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
