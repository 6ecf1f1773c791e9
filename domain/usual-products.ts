import { DAY_MS } from './durations.ts'
import { compareCodes } from './plain-text.ts'

export type PurchaseCounts = {
  product_nos: readonly string[]
  times: readonly number[]
  lastPlacedMs: readonly number[]
}

/** Half-life of eight weeks: summer's berries make room for winter's roots. */
const HALF_LIFE_MS = 56 * DAY_MS

export const usualProducts = (
  { product_nos, times, lastPlacedMs }: PurchaseCounts,
  nowMs: number,
): string[] => {
  const weightAt = (place: number): number =>
    (times[place] ?? 0) * 0.5 ** (Math.max(0, nowMs - (lastPlacedMs[place] ?? 0)) / HALF_LIFE_MS)
  return product_nos
    .map((product_no, place) => ({ product_no, weight: weightAt(place) }))
    .sort((a, b) => b.weight - a.weight || compareCodes(a.product_no, b.product_no))
    .map(({ product_no }) => product_no)
}
