import { RETRY_DELAY_MAX_MS } from '#domain/outbox/lane.ts'

/**
 * Random up to a doubling bound, so that many phones leaving one cold store do not all call at once.
 * @param attempts in a row, from 1
 * @param random from 0 up to, not including, 1
 */
export const retryDelayMs = (attempts: number, random: number): number =>
  Math.floor(random * Math.min(RETRY_DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 16)))

const FIRST_DELAY_MS = 1_000

export const REQUEST_TIMEOUT_MS = 15_000

/** A silent lock holder counts as dead after this; longer than the longest request. */
export const HOLDER_SILENT_MS = 45_000

/** Longest gap between drains of an open page. */
export const DRAIN_INTERVAL_MS = 30_000

/** Longer than the gap between two taps, too short to notice. */
export const GATHER_MS = 750
/** Limit while tapping continues: sending writes to the disk that the next tap waits for. */
export const GATHER_MAX_MS = 10_000
