import type { Page } from '@playwright/test'
import { expect } from '#e2e/support/test.ts'

/** A tablet held upright and lying down; the second is also a desk at 125 %. */
const WIDTHS = [768, 1_024]

/** At its own width and on a tablet, the page does not scroll sideways and no short word is broken in the middle. */
export const expectRoomOnTablets = async (page: Page, name: string): Promise<void> => {
  const own = page.viewportSize()
  if (!own) throw new Error('The window has no size')
  for (const width of [own.width, ...WIDTHS]) {
    await page.setViewportSize({ width, height: own.height })
    expect.soft(await page.evaluate(crushed), `${name} at ${width} px`).toEqual([])
  }
  await page.setViewportSize(own)
}

/** Runs in the browser. @returns the words broken in the middle, and the page if it is wider than the window */
const crushed = (): string[] => {
  /** Longer ones may break, such as an e-mail address or a German noun. */
  const SHORT = /[\p{L}\p{N}]{2,14}/gu
  const isBroken = (text: Text, { index, 0: word }: RegExpMatchArray): boolean => {
    const range = document.createRange()
    range.setStart(text, index ?? 0)
    range.setEnd(text, (index ?? 0) + word.length)
    const tops = [...range.getClientRects()]
      .filter(({ width }) => width > 0)
      .map(({ top }) => Math.round(top))
    return new Set(tops).size > 1
  }
  /** Such words stand in a box of 1 px. */
  const isForScreenReaders = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (element.clientWidth === 1 || isForScreenReaders(element.parentElement))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const around = text.parentElement
    if (!around?.checkVisibility() || isForScreenReaders(around)) continue
    for (const word of text.data.matchAll(SHORT))
      if (isBroken(text, word)) broken.push(`${word[0]} in “${text.data}”`)
  }
  const { scrollWidth, clientWidth } = document.documentElement
  return [...(scrollWidth > clientWidth + 1 ? [`the page is ${scrollWidth} px wide`] : []), ...broken]
}
