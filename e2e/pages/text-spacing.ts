import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/test.ts'

/** WCAG 1.4.12: with more room between letters, words and lines, no more text is cut off and the page is no wider. */
export const expectRoomForSpacedText = async (page: Page, name: string): Promise<void> => {
  const before = new Set(await page.evaluate(cutOff))
  const style = await page.addStyleTag({ content: SPACED })
  const after = await page.evaluate(cutOff)
  await style.evaluate((element) => element.parentNode?.removeChild(element))
  expect
    .soft(
      after.filter((part) => !before.has(part)),
      `${name}: cut off with spaced text`,
    )
    .toEqual([])
}

const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'

/** Runs in the browser. @returns the texts that a box around them, or the window, cuts off */
const cutOff = (): string[] => {
  const isCut = (box: Element, text: Text): boolean => {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(text)
    return [...range.getClientRects()].some(
      (line) =>
        line.right > right + 2 ||
        line.left < left - 2 ||
        (line.top + line.bottom) / 2 > bottom ||
        (line.top + line.bottom) / 2 < top,
    )
  }
  const boxAround = (text: Text): Element | null => {
    for (let at = text.parentElement; at; at = at.parentElement) {
      const { overflowX, clipPath, position } = getComputedStyle(at)
      // Words for screen readers alone, and what scrolls.
      if (clipPath !== 'none' || overflowX === 'auto' || overflowX === 'scroll') return null
      if (position === 'fixed' || at === document.body) return null
      // In a product row the brand, the pack and a desk's name end in dots where they have no room, at any spacing. The row's title
      // has the brand and the name, and the product's page all of them.
      if (
        at.closest('[data-row], [class*="_row_"]') &&
        at.matches('[class*="brand"], [class*="pack"], [class*="name"]')
      )
        return null
      if (overflowX === 'hidden' || overflowX === 'clip') return at
    }
    return null
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const cut: string[] = []
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const box = text.data.trim() === '' || !text.parentElement?.checkVisibility() ? null : boxAround(text)
    if (box && isCut(box, text)) cut.push(`${box.className}: ${text.data}`)
  }
  const isWide = document.documentElement.scrollWidth > document.documentElement.clientWidth + 1
  return [...(isWide ? ['the page'] : []), ...cut]
}
