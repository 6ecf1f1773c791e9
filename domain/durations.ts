export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** A day of elapsed time. London's have 23, 24 or 25 hours: see london-time.ts. */
export const DAY_MS = 24 * HOUR_MS

/** How often an open page reads again what other devices may have changed, while it is visible. */
export const FOLLOWED_EVERY_MS = 30_000
