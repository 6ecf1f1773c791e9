import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/test.ts'

/** On a touch screen every control in sight is 44 px high and wide for a finger. Elsewhere nothing is checked. */
export const expectLargeTargets = async (page: Page, name?: string): Promise<void> => {
  const isTouch = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
  if (isTouch) expect.soft(await page.evaluate(smallTargets), `${name ?? ''}: small targets`).toEqual([])
}

/** Runs in the browser. @returns what is too small, in words */
const smallTargets = (): string[] => {
  /** Of 44 px, since neighbours and borders may take a few of them. */
  const LEAST = 40
  /** They lie over the page while it scrolls. */
  const OVER = 'body > :not(#root), #root header, nav, [data-sticky]'
  const CONTROLS =
    'button, a[href], input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"]'

  /** Beyond the edge of what scrolls around it, such as a sheet's form. */
  const isScrolledOff = (control: Element, y: number): boolean => {
    for (let at = control.parentElement; at && at !== document.body; at = at.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(at).overflowY)) continue
      const { top, bottom } = at.getBoundingClientRect()
      return y < top || y >= bottom
    }
    return false
  }
  /** A press there reaches the control, by itself or by its label. */
  const hits = (control: Element, x: number, y: number): boolean => {
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight || isScrolledOff(control, y)) return true
    const hit = document.elementFromPoint(x, y)
    if (!hit) return false
    const { labels = null } = control as HTMLInputElement
    return (
      control.contains(hit) ||
      (hit.closest(OVER) !== null && hit.closest(OVER) !== control.closest(OVER)) ||
      hit.closest(CONTROLS) === control ||
      [...(labels ?? [])].some((label) => label.contains(hit))
    )
  }
  /** Links within a sentence are as high as its lines. */
  const isInText = (control: Element): boolean =>
    control.matches('a') &&
    getComputedStyle(control).display === 'inline' &&
    (control.parentElement?.textContent ?? '').trim() !== (control.textContent ?? '').trim()

  return [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    const { left, top, width, height } = control.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (width === 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return []
    if (!hits(control, x, y) || control.matches(':disabled') || isInText(control)) return []
    const reach = (stepX: number, stepY: number): number => {
      let far = 0
      while (far < LEAST && hits(control, x + stepX * (far + 1), y + stepY * (far + 1))) far += 1
      return far
    }
    const [wide, high] = [reach(-1, 0) + 1 + reach(1, 0), reach(0, -1) + 1 + reach(0, 1)]
    if (wide >= LEAST && high >= LEAST) return []
    const label = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
    return [`${control.tagName.toLowerCase()} “${label}”: ${wide} × ${high}`]
  })
}
