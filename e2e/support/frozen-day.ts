import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext, Page } from '@playwright/test'
import { shiftClock } from './clock.mjs'

// Journeys begin on a plain working day, whatever the day is: pages, their workers, the server and the demo's data share a clock
// that runs on from one instant. Playwright's own clock would replace timers and animation frames too, which several journeys
// watch, and does not reach workers: a worker would note moments that its page takes for the future. PostgreSQL keeps the
// machine's clock, which only decides about its own: how long tokens, locks and idempotency records last.

/** 10:00 in London on a Wednesday, weeks away from bank holidays and changes of the clock. */
export const PLAIN_DAY = '2026-12-02T10:00:00Z'

/** Instants for `npm run test:all`: the clock passes midnight, or an hour that is skipped or repeated, during the journey. */
export const SPECIAL_DAYS = {
  'leap day': '2024-02-29T10:00:00Z',
  'clocks go forward': '2026-03-29T00:59:30Z',
  'clocks go back': '2026-10-25T00:59:30Z',
  'last day': '2025-12-31T10:00:00Z',
  '23:59': '2026-07-08T22:59:30Z',
}

/** How far the instant is ahead of the machine's clock, in milliseconds, whatever Date says. */
export const aheadOf = (instant: string): number =>
  Math.round(Date.parse(instant) - performance.timeOrigin - performance.now())

/** Settings with which a Node process has that clock. */
export const clockEnv = (aheadMs: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'clock.mjs'))}`,
  TROLLY_CLOCK_AHEAD_MS: String(aheadMs),
})

/** Every page of the context has that clock, and so have its workers as soon as they start. */
export const shiftContext = async (context: BrowserContext, aheadMs: number): Promise<void> => {
  // A worker may end before it is reached.
  context.on('serviceworker', (worker) => void worker.evaluate(shiftClock, aheadMs).catch(() => {}))
  const shiftWorkers = (page: Page): unknown =>
    page.on('worker', (worker) => void worker.evaluate(shiftClock, aheadMs).catch(() => {}))
  for (const page of context.pages()) shiftWorkers(page)
  context.on('page', shiftWorkers)
  await context.addInitScript(shiftClock, aheadMs)
}
