import type { FilterCount } from '#domain/search/filter-options.ts'
import { NO_LEVEL } from '#domain/search/match.ts'
import { MARKS } from '#domain/search/query.ts'
import { ENDS_PER_SLOT, type IndexChunk, WORD_KINDS } from '#src/store/index-parts.ts'
import { hasAllBetween } from './index-documents.ts'

export type WordCounts = {
  total: number
  /** Indexed by filter word id. */
  counts: Uint32Array
  /** Counted products bought recently. */
  recentCount: number
}

export type Counting = {
  /** By slot; undefined: every product counts. */
  levels: Uint8Array | undefined
  filterIds: readonly number[]
  only: ReadonlySet<string> | undefined
  recent: ReadonlySet<string> | undefined
  wordCount: number
  slotsPerChunk: number
}

export const countFilterWords = (
  chunks: readonly IndexChunk[],
  { levels, filterIds, only, recent, wordCount, slotsPerChunk }: Counting,
): WordCounts => {
  const counts = new Uint32Array(wordCount)
  let total = 0
  let recentCount = 0
  for (const [place, { product_nos, ends, wordIds }] of chunks.entries()) {
    for (let slot = 0; slot < product_nos.length; slot += 1) {
      const product_no = product_nos[slot] as string
      if (product_no === '' || levels?.[place * slotsPerChunk + slot] === NO_LEVEL) continue
      if (only?.has(product_no) === false) continue
      const at = slot * ENDS_PER_SLOT + WORD_KINDS.filter
      const filters = [ends[at - 1] as number, ends[at] as number] as const
      if (!hasAllBetween(wordIds, filters, filterIds)) continue
      total += 1
      if (recent?.has(product_no)) recentCount += 1
      for (let word = filters[0]; word < filters[1]; word += 1) {
        const id = wordIds[word] as number
        counts[id] = (counts[id] as number) + 1
      }
    }
  }
  return { total, counts, recentCount }
}

/** @param words the filter words with their ids */
export const filterCountsOf = (
  words: Iterable<[word: string, id: number]>,
  counts: Uint32Array,
): FilterCount[] =>
  [...words]
    .map(([word, id]) => ({ ...filterOf(word), count: counts[id] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => compare(a.filter, b.filter) || compare(a.value, b.value))

const filterOf = (word: string): { filter: string; value: string } => {
  const colon = word.indexOf(':')
  return { filter: word.slice(MARKS.filter.length, colon), value: word.slice(colon + 1) }
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
