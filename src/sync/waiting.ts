import { RETRY_DELAY_MAX_MS } from '#domain/operations/lane.ts'

/**
 * How long to wait before an unanswered operation is sent again: anything between nothing and a bound that doubles, so
 * that many phones coming out of one cold store do not knock at once.
 *
 * @param attempts how often it was sent in a row, from 1
 * @param random from 0 up to, not including, 1
 */
export const retryDelayMs = (attempts: number, random: number): number =>
  Math.floor(random * Math.min(RETRY_DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 16)))

const FIRST_DELAY_MS = 1_000

export const REQUEST_TIMEOUT_MS = 15_000
export const CHECKOUT_TIMEOUT_MS = 30_000

/** A holder of the lock that did nothing for so long is taken for dead; longer than the longest request. */
export const HOLDER_SILENT_MS = 45_000

/** Drains begin at least this often while a page is open, whatever wakes them otherwise. */
export const DRAIN_INTERVAL_MS = 30_000

/** So long after the last tap it leaves: longer than a thumb takes from tap to tap, too short to be waited for. */
export const GATHER_MS = 400
/** However long somebody goes on tapping. */
export const GATHER_MAX_MS = 2_000
