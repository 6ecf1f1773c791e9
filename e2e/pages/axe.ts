import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from '#e2e/support/test.ts'

/** Only colours differ between the two themes. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/** axe finds no violations in either theme. The page follows the device's scheme, and is light again afterwards. */
export const expectNothingInTheWay = async (page: Page, name?: string): Promise<void> => {
  expect(await violationsAtRest(page), name).toEqual([])
  await wear(page, 'dark')
  const inTheDark = await violationsAtRest(page, COLOURS)
  expect(inTheDark, `${name ?? ''} in the dark`).toEqual([])
  await wear(page, 'light')
}

/** Looks again if it finds something, as a message may fade in meanwhile. */
const violationsAtRest = async (page: Page, options: RunOptions = {}): Promise<string[]> => {
  await page.waitForFunction(isAtRest)
  const found = await violations(page, options)
  if (found.length === 0) return found
  await page.waitForFunction(isAtRest)
  return violations(page, options)
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

/** Loads axe once per document: its Playwright package loads it twice per look, which takes as long as looking. */
const violations = async (page: Page, options: RunOptions): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(
    (rules) => window.axe.run(document, { ...rules, resultTypes: ['violations'] }),
    options,
  )
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
