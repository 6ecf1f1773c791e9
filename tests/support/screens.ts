import 'fake-indexeddb/auto'
import { setTimeout as delay } from 'node:timers/promises'
import { cleanup, configure } from '@testing-library/react'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { NEXT_MESSAGE_DELAY_MS, notifications } from '#src/ui/notifications/notifications.ts'
import { forgetAnnounced } from '#src/ui/status/announcer.tsx'
// Loaded at once, so that the first sheet or menu of a file does not come later than the others.
import '#src/ui/surface/open-menu.tsx'
import '#src/ui/surface/open-sheet.tsx'

/**
 * What jsdom lacks and Mantine, Dexie and the virtual lists rely on. Runs before each file; the files of a worker share one
 * window and its modules, and each finds both as the first one did.
 */

// The player draws on a canvas, which jsdom lacks; the browser tests cover it.
vi.mock('#src/ui/animation/lottie-player.tsx', () => ({ LottiePlayer: () => null }))
// A chart fits itself to its box, and jsdom has no sizes.
vi.mock('#src/ui/kit/report/stacked-bars.tsx', () => ({ StackedBars: () => null }))

// For machines that run many tests at once; anything present is found at once.
configure({ asyncUtilTimeout: 20_000 })

window.indexedDB = new IDBFactory()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, '', '/')

let toldAt = Number.NEGATIVE_INFINITY
const stopListening = notifications.subscribe(() => {
  toldAt = performance.now()
})
// Dexie caches live queries for some seconds by database name, and several tests use the same name. Runs after `cleanup`,
// since hooks run in reverse.
afterEach(() => {
  const { cache } = Dexie as unknown as { cache: Record<string, unknown> }
  for (const name of Object.keys(cache)) delete cache[name]
  // A late overlay may have drawn itself beside what `cleanup` removes.
  document.body.replaceChildren()
})
afterEach(cleanup)
/** A message closed just now delays the next one. */
const forgetMessages = async () => {
  notifications.clear()
  if (performance.now() - toldAt < NEXT_MESSAGE_DELAY_MS) await delay(NEXT_MESSAGE_DELAY_MS)
}
// Work that a file's last test began may end, and say so, while the next file loads.
beforeAll(forgetMessages)
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await forgetMessages()
  forgetAnnounced()
  stopListening()
})

window.matchMedia = (query) => ({
  media: query,
  matches: false,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
  addListener: () => {},
  removeListener: () => {},
})

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = NoResizeObserver

Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
window.scrollTo = () => {}
