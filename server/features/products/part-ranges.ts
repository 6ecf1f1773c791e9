import type { PartRange } from './downloads.repository.ts'

/**
 * Where the parts of the product list begin and end. Devices go on at the end of the part before, wherever that was; here
 * it is put at the beginning of a part that all of them share. Otherwise every made-up number would be a part of its own to
 * make.
 *
 * A part that begins earlier than was asked tells some products again, and always ends beyond it, so that a device makes
 * progress whichever instance answers.
 */
export type PartRanges = {
  /** @param scope what the list is of; of another one, the ranges are read anew */
  at: (scope: string, after: string) => Promise<PartRange>
  /** They no longer fit: so many products were added that a part has become too long. */
  forget: () => void
}

export type PartRangesOptions = {
  /** The numbers of the last product of each part but the last, in order. */
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

/** By code point, as PostgreSQL's collation "C" has it. */
const isUpTo = (one: string, other: string): boolean =>
  Buffer.compare(Buffer.from(one), Buffer.from(other)) <= 0
