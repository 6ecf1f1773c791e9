import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import type { BenchContext } from '#bench/harness/bench.ts'

/** "Slow phone" of the budgets. The slowing reaches a page's main thread, not its workers. */
export const SLOWING = 4

/**
 * A browser with a profile on disk, as a phone has it: what a private window keeps is in memory, where nothing is durable
 * and a start is not cold. Closing it and opening another on the same profile is an app that was closed.
 */
export type Phone = {
  context: BrowserContext
  page: Page
  /** Slows the page from now on, also over navigations. */
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
  // The program that runs this TypeScript names every function by this one, also those that are sent into pages.
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
