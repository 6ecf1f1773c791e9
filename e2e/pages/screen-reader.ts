import { expect, type Locator, type Page } from '@playwright/test'
import { findVisitorTitle } from '#domain/visitor-pages.ts'

/**
 * A screen reader's view: the accessibility tree and live-region announcements. Listens from the first page on; a region counts
 * only if it was there before its words, as for screen readers.
 */
export class ScreenReader {
  readonly page: Page
  private constructor(page: Page) {
    this.page = page
  }

  static async on(page: Page): Promise<ScreenReader> {
    await page.addInitScript(listen)
    return new ScreenReader(page)
  }

  /** The page's heading and title agree, where the title is not told to search engines, and its landmarks are there. */
  async expectPage(name: string | RegExp, { signedIn = true } = {}): Promise<void> {
    const heading = this.page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveAccessibleName(name)
    const known = findVisitorTitle(new URL(this.page.url()).pathname)
    await expect(this.page).toHaveTitle(`${known ?? (await heading.textContent())} · Trolly`)
    await expect(this.page.getByRole('main')).toHaveCount(1)
    await expect(this.page.getByRole('banner')).toHaveCount(1)
    if (signedIn) await expect(this.page.getByRole('button', { name: /^Ordering for / })).toBeVisible()
    await this.expectNamed()
  }

  /** Every control has a unique name, and no picture carries information that words do not. */
  async expectNamed(): Promise<void> {
    const tree = await this.page.locator('body').ariaSnapshot()
    const controls = controlsOf(tree)
    expect(controls.length).toBeGreaterThan(2)
    expect(controls.filter(({ name }) => !/\p{L}{2}/u.test(name))).toEqual([])
    const names = controls.map(({ role, group, name, url }) => `${role}: ${url ? '' : group} ${name}`)
    const isTwin = (name: string, at: number) =>
      names.some(
        (other, where) => other === name && where !== at && controls[where]?.url !== controls[at]?.url,
      )
    const isAgain = (name: string, at: number) => controls[at]?.url === '' && names.indexOf(name) !== at
    expect(names.filter((name, at) => isTwin(name, at) || isAgain(name, at))).toEqual([])
    expect(tree).not.toMatch(/^\s*- img/m)
  }

  /** Everything read out since the last call. */
  async expectHeard(...words: RegExp[]): Promise<void> {
    for (const each of words) {
      await expect
        .poll(() => this.page.evaluate(() => window.heard.join('\n')), { message: `heard ${each}` })
        .toMatch(each)
    }
    await this.page.evaluate(() => {
      window.heard.length = 0
    })
  }

  async expectWrong(field: Locator, why: string | RegExp): Promise<void> {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(why)
  }
}

type Control = { role: string; name: string; group: string; url: string }

const CONTROLS = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'checkbox',
  'switch',
  'radio',
  'combobox',
  'menuitem',
]

/** The controls of a page's tree, each with its named group: two of the filters have frozen goods. */
function controlsOf(tree: string): Control[] {
  const controls: Control[] = []
  const groups: { depth: number; name: string }[] = []
  for (const line of tree.split('\n')) {
    const [, indent = '', role = '', name = ''] = /^(\s*)- (\/?\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(line) ?? []
    if (role === '/url') {
      const link = controls.at(-1)
      if (link) link.url = line.trim().slice('- /url: '.length)
      continue
    }
    while (groups.length > 0 && (groups.at(-1)?.depth ?? 0) >= indent.length) groups.pop()
    if (role === 'group') groups.push({ depth: indent.length, name })
    if (CONTROLS.includes(role)) controls.push({ role, name, group: groups.at(-1)?.name ?? '', url: '' })
  }
  return controls
}

declare global {
  interface Window {
    heard: string[]
  }
}

/** Runs in the browser, before any page of the app. */
function listen(): void {
  const LIVE = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"]'
  const heard: string[] = []
  window.heard = heard
  const known = new WeakSet<Element>()
  const hear = (node: Node | null) => {
    const text = node?.textContent?.trim()
    if (text) heard.push(text)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(LIVE)
      if (region && known.has(region)) hear(region)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        // An alert is announced as it appears.
        for (const alert of [node, ...node.querySelectorAll('*')].filter((each) =>
          each.matches('[role="alert"]'),
        ))
          hear(alert)
      }
    }
    for (const region of document.querySelectorAll(LIVE)) known.add(region)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
