import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import type { BenchContext } from '#bench/harness/bench.ts'

/** "Slow phone" of the budgets. The slowdown applies to a page's main thread, not to its workers. */
export const SLOWING = 4

/**
 * A browser with a profile on disk, like a phone's: a private window keeps its data in memory, where nothing is durable and no
 * start is cold. Closing it and opening another on the same profile equals closing and reopening the app.
 */
export type Phone = {
  context: BrowserContext
  page: Page
  /** Slows the page from now on, across navigations. */
  slow: (page?: Page) => Promise<CDPSession>
  close: () => Promise<void>
}

export const newProfile = ({ folder }: BenchContext): string => mkdtempSync(join(folder, 'profile-'))

export const openPhone = async ({
  bench,
  baseURL,
  profile = newProfile(bench),
}: {
  bench: BenchContext
  baseURL: string
  profile?: string
}): Promise<Phone> => {
  const context = await chromium.launchPersistentContext(profile, {
    ...(bench.browser === '' ? {} : { executablePath: bench.browser }),
    // Chromium has no sandbox for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    baseURL,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  // The program that runs this TypeScript calls this for every function name, also in functions sent into pages.
  await context.addInitScript({ content: 'globalThis.__name ??= (named) => named' })
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    context,
    page,
    slow: async (slowed = page) => {
      const session = await context.newCDPSession(slowed)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWING })
      return session
    },
    close: () => context.close(),
  }
}

/** How long a finger stays on the glass: a quick tap. */
const PRESSED_MS = 60

/** A finger on this place of the page, from touch to release. Times count from the release, which is when a browser clicks. */
export const pressAt = async (page: Page, { x, y }: { x: number; y: number }): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await page.waitForTimeout(PRESSED_MS)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/**
 * Presses the middle of what is found, once it is at rest. Playwright's own `tap` lets go in the moment it touches, and looks up what
 * is under the finger while the input is handled: a slowed page then works through both at once.
 */
export const press = async (found: Locator): Promise<void> => {
  await found.tap({ trial: true })
  const box = await found.boundingBox()
  if (!box) throw new Error('Nothing to press')
  await pressAt(found.page(), { x: box.x + box.width / 2, y: box.y + box.height / 2 })
}
