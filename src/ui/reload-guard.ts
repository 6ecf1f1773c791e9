/** Specification, section 9: a path is reloaded at most once in ten seconds, by the app itself or by a person's "Try again". */

export const RELOAD_GUARD_WINDOW_MS = 10_000

export type Reload = 'reloaded' | 'refused'

export type ReloadPorts = {
  /** Session storage, which survives the reload in this tab only. It throws if the browser blocks it. */
  storage: () => Pick<Storage, 'getItem' | 'setItem'>
  nowMs: () => number
  path: () => string
  /** ms since a reload loaded this document; undefined if it was opened otherwise. Tells a reload where storage is blocked. */
  sinceReloadMs: () => number | undefined
  after: (delayMs: number) => Promise<void>
  reload: () => void
}

const thisPage: ReloadPorts = {
  storage: () => sessionStorage,
  nowMs: Date.now,
  path: () => location.pathname,
  sinceReloadMs: () => {
    const [opened] = performance.getEntriesByType('navigation')
    return (opened as PerformanceNavigationTiming | undefined)?.type === 'reload'
      ? performance.now()
      : undefined
  },
  after: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
  reload: () => location.reload(),
}

/** The app's own wish. Refuses a reload that cannot be recorded: a broken build must show an error, not loop. */
export function guardedReload(page: ReloadPorts = thisPage): Reload {
  const path = page.path()
  if (heldForMs(path, page) > 0 || !noteReload(path, page)) return 'refused'
  page.reload()
  return 'reloaded'
}

/** A person's wish: reloads once the guard allows it, unless they have gone to another page meanwhile. */
export async function reloadByHand(page: ReloadPorts = thisPage): Promise<void> {
  const path = page.path()
  for (let heldMs = heldForMs(path, page); heldMs > 0; heldMs = heldForMs(path, page)) {
    await page.after(heldMs)
    if (page.path() !== path) return
  }
  noteReload(path, page)
  page.reload()
}

// index.html reads and writes it too.
const keyOf = (path: string): string => `trolly.reloaded-at:${path}`

const heldForMs = (path: string, { storage, nowMs, sinceReloadMs }: ReloadPorts): number => {
  let sinceMs: number | undefined
  try {
    sinceMs = nowMs() - Number(storage().getItem(keyOf(path)) ?? Number.NaN)
  } catch {
    sinceMs = sinceReloadMs()
  }
  // A negative time means that the clock was set back.
  return sinceMs !== undefined && sinceMs >= 0 && sinceMs < RELOAD_GUARD_WINDOW_MS
    ? RELOAD_GUARD_WINDOW_MS - sinceMs
    : 0
}

const noteReload = (path: string, { storage, nowMs }: ReloadPorts): boolean => {
  try {
    storage().setItem(keyOf(path), String(nowMs()))
    return true
  } catch {
    return false
  }
}
