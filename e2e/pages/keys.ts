import { expect, type Locator, type Page } from '@playwright/test'

/** Keyboard only. Focus must always be visible and uncovered, and targets within a promised number of Tab stops. */
export class Keys {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** Tabs to it; `within` is the maximum number of stops. Every stop on the way is checked. */
  async tabTo(target: Locator, within: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect.poll(() => isShown(target), `${target} is shown`).toBe(true)
    const passed: string[] = []
    for (let stops = 0; stops < within; stops += 1) {
      await this.press(key)
      await this.expectSeen(passed.at(-1))
      if (await isFocused(target)) return
      passed.push(await this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''))
    }
    expect(passed, `${within} × ${key} did not reach ${target}`).toEqual([])
  }

  backTo(target: Locator, within: number): Promise<void> {
    return this.tabTo(target, within, 'Shift+Tab')
  }

  /** Has the focus, visibly. */
  async expectAt(target: Locator): Promise<void> {
    await expect(target).toBeFocused()
    await this.expectSeen()
  }

  /** From the dialog's start: Tab beyond either end leads back into it, not into the page behind. */
  async expectTrappedIn(dialog: Locator): Promise<void> {
    for (const key of ['Shift+Tab', 'Tab']) {
      const stops: string[] = []
      for (let stop = 0; stop < OVER_THE_END; stop += 1) {
        await this.press(key)
        stops.push(await dialog.evaluate(whereIsFocus))
      }
      expect(stops, `${key} in ${dialog}`).toContain('inside')
      expect(stops.filter((stop) => !['inside', 'browser', 'message'].includes(stop))).toEqual([])
      expect(stops.join(' '), 'past the browser’s own bar').not.toContain('browser browser')
    }
  }

  private async expectSeen(after = ''): Promise<void> {
    const seen = expect.poll(() => this.page.evaluate(whatIsWrongWithFocus), {
      timeout: 3_000,
      message: `after ${after}`,
    })
    await seen.toEqual([])
  }
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) => found.some((element) => element === document.activeElement))

/** Not by its size: a radio drawn by its label has none. */
const isShown = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) =>
    found.some((element) => element.checkVisibility({ visibilityProperty: true })),
  )

/** Stops outside the dialog's controls: the browser's bar, a message with two buttons, and two controls of the dialog. */
const OVER_THE_END = 5

/** These run in the browser. */
const whereIsFocus = (dialog: Element): string => {
  const focused = document.activeElement
  // After the last control comes the browser's bar, and the page has no focus.
  if (focused === document.body) return 'browser'
  if (dialog.contains(focused)) return 'inside'
  // A message is outside the page and above a sheet, so that its undo is always in reach.
  const isMessage =
    focused?.closest('#root') === null && focused.closest('[role="status"], [role="alert"]') !== null
  return isMessage ? 'message' : (focused?.outerHTML.slice(0, 120) ?? 'nowhere')
}

function whatIsWrongWithFocus(): string[] {
  const focused = document.activeElement
  if (!focused || focused === document.body) return ['The focus is nowhere']
  const name = focused.outerHTML.slice(0, 120)
  const drawn = whatDraws(focused)
  // A heading or a dialog is a place to read on from; anything operable needs a ring.
  const isPlace = focused.matches('h1, h2, main, [role="dialog"]')
  return [
    ...(isPlace || isRinged(drawn) ? [] : [`No ring: ${name}`]),
    ...(isPlace || isOnTop() ? [] : [`Covered or out of sight: ${name}`]),
  ]

  /** A hidden radio or switch is drawn by its label or the track after it; a ring on the input would be invisible. */
  function whatDraws(control: Element): Element {
    const { width, height } = control.getBoundingClientRect()
    const isHidden = width < 2 || height < 2 || getComputedStyle(control).opacity === '0'
    if (!isHidden || !(control instanceof HTMLInputElement)) return control
    const drawings = [control.nextElementSibling, ...(control.labels ?? [])].filter((found) => found !== null)
    return drawings.find(isRinged) ?? drawings[0] ?? control
  }

  function isOnTop(): boolean {
    // A label may lie over its own box, so that a thumb can press the whole row.
    const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : []
    const own = [drawn.closest('label') ?? drawn, ...labels]
    // One box per line, for a link in a text.
    const boxes = [...drawn.getClientRects()]
    const isHit = ({ left, top, width, height }: DOMRect) => {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit !== null && own.some((element) => element.contains(hit))
    }
    return boxes.length > 0 && boxes.every(isHit)
  }

  /** On the control itself, or on the box that it fills. */
  function isRinged(control: Element): boolean {
    let element: Element | null = control
    for (let level = 0; element && level < 3; level += 1, element = element.parentElement) {
      for (const pseudo of [null, '::after']) {
        const ring = ringOf(getComputedStyle(element, pseudo))
        if (ring && contrast(ring, groundUnder(element)) >= 3) return true
      }
    }
    return false
  }

  function ringOf(style: CSSStyleDeclaration): string | undefined {
    if (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) return style.outlineColor
    const [, color, spread] = /^(rgba?\([^)]*\)) 0px 0px 0px (\d+)px/.exec(style.boxShadow) ?? []
    const width =
      Number(spread ?? 0) + (style.borderTopColor === color ? Number.parseFloat(style.borderTopWidth) : 0)
    return width >= 2 ? color : undefined
  }

  function groundUnder(element: Element): string {
    for (let at: Element | null = element.parentElement; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor
    }
    return 'rgb(255, 255, 255)'
  }

  function contrast(a: string, b: string): number {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
    return (light + 0.05) / (dark + 0.05)
  }

  /** WCAG 2, relative luminance; painted by the browser first, since colours come in many notations. */
  function luminance(color: string): number {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) throw new Error('No canvas to read a colour with')
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => {
      const share = channel / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
}
