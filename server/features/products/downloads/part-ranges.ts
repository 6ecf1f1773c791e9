import type { PartRange } from './downloads.repository.ts'

/**
 * Boundaries of the product list's parts. Devices may continue from any number, which is moved back to a shared part's
 * beginning, or invented numbers would each need a part. Parts may repeat products but always end beyond the number, so
 * that devices progress on any instance.
 */
export type PartRanges = {
  /** @param scope identifies the list; a new one reads the ranges again */
  at: (scope: string, after: string) => Promise<PartRange>
  /** Forces a new reading: additions have made a part too long. */
  forget: () => void
}

export type PartRangesOptions = {
  /** The last number of each part but the final one, in order. */
  readBounds: () => Promise<string[]>
  now: () => number
  maxAgeMs: number
}

export const partRanges = ({ readBounds, now, maxAgeMs }: PartRangesOptions): PartRanges => {
  let known: { scope: string; readAt: number; bounds: Promise<string[]> } | undefined

  const boundsOf = (scope: string): Promise<string[]> => {
    if (known?.scope === scope && now() - known.readAt < maxAgeMs) return known.bounds
    const read = { scope, readAt: now(), bounds: readBounds() }
    known = read
    read.bounds.catch(() => {
      if (known === read) known = undefined
    })
    return read.bounds
  }

  return {
    at: async (scope, after) => {
      const bounds = await boundsOf(scope)
      const place = bounds.findLastIndex((bound) => isUpTo(bound, after))
      return { after: bounds[place] ?? '', through: bounds[place + 1] ?? null }
    },
    forget: () => {
      known = undefined
    },
  }
}

/** Compares by code point, as PostgreSQL's collation "C" does. */
const isUpTo = (one: string, other: string): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) <= 0
