/** A code that was out of sight for so long is another article with the same code. */
const AGAIN_AFTER_MS = 1_500
/** A look can miss a code that is still there, and a slow phone looks seldom. */
const MISSES_LEAST = 3

/** Tells which codes have come into a camera's sight. @returns those of a look that were not there before */
export const createSightings = () => {
  const known = new Map<string, { atMs: number; misses: number }>()
  return (codes: readonly string[], atMs: number): string[] => {
    for (const [code, sighting] of known) if (!codes.includes(code)) sighting.misses += 1
    return [...new Set(codes)].filter((code) => {
      const before = known.get(code)
      known.set(code, { atMs, misses: 0 })
      return !before || (before.misses >= MISSES_LEAST && atMs - before.atMs > AGAIN_AFTER_MS)
    })
  }
}
