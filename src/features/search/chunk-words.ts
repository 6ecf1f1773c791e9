import { GRADE_BITS } from '#domain/search/match.ts'
import { ENDS_PER_SLOT, type IndexChunk } from '#src/store/index-parts.ts'

/** The words of products, as a chunk has them: numbers, one product's after another's. */

/** The grades of all words from one place to another, or-ed together. */
export const gradesFrom = (grades: Uint32Array, wordIds: Uint32Array, from: number, to: number): number => {
  let all = 0
  for (let place = from; place < to; place += 1) all |= grades[wordIds[place] as number] as number
  return all
}

export const hasAllFrom = (
  wordIds: Uint32Array,
  from: number,
  to: number,
  wanted: readonly number[],
): boolean =>
  wanted.every((id) => {
    for (let place = from; place < to; place += 1) if (wordIds[place] === id) return true
    return false
  })

/** How many products each of a query's first `wordCount` words finds by itself, without typos. */
export const countMet = (
  chunks: readonly IndexChunk[],
  grades: Uint32Array,
  wordCount: number,
): readonly number[] => {
  const counts = new Uint32Array(wordCount)
  for (const { product_nos, ends, wordIds } of chunks) {
    let start = 0
    for (let slot = 0; slot < product_nos.length; slot += 1) {
      const at = slot * ENDS_PER_SLOT
      const met = gradesFrom(grades, wordIds, start, ends[at + 1] as number) >>> GRADE_BITS.beginning
      start = ends[at + 2] as number
      for (let place = 0; place < wordCount; place += 1)
        counts[place] = (counts[place] as number) + ((met >>> place) & 1)
    }
  }
  return [...counts]
}
