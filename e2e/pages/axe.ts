import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/test.ts'

/** Only colours differ between the two themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** axe finds no violations in either theme. The page follows the device's scheme, and is light again afterwards. */
export const expectNothingInTheWay = async (page: Page, name?: string): Promise<void> => {
  expect(await violationsAtRest(page, () => axeOf(page)), name).toEqual([])
  await wear(page, 'dark')
  const inTheDark = await violationsAtRest(page, () => axeOf(page).withRules(COLOUR_RULES))
  expect(inTheDark, `${name ?? ''} in the dark`).toEqual([])
  await wear(page, 'light')
}

/** Looks again if it finds something, as a message may fade in meanwhile. */
const violationsAtRest = async (page: Page, axe: () => AxeBuilder): Promise<string[]> => {
  await page.waitForFunction(isAtRest)
  const found = await violations(axe())
  if (found.length === 0) return found
  await page.waitForFunction(isAtRest)
  return violations(axe())
}

/** Runs in the browser. Fading elements are paler than they will be; a skeleton pulses for ever. */
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

/** Without the page that axe opens to combine the results of frames, since there are none. Twice as fast. */
const axeOf = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })

const violations = async (axe: AxeBuilder): Promise<string[]> => {
  const { violations: found } = await axe.analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
