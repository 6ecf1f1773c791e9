import { compareCodes } from '#domain/plain-text.ts'
import type { FilterCount } from '#search/filter-options.ts'
import { NO_LEVEL } from '#search/match.ts'
import { MARKS } from '#search/query.ts'
import { ENDS_PER_SLOT, hasAllBetween, type IndexChunk, WORD_KINDS } from './index-chunk.ts'

export type WordCounts = {
  total: number
  /** Indexed by filter word id. */
  counts: Uint32Array
  /** Counts by list, in the given order. */
  listCounts: number[]
}

export type Counting = {
  /** The level of each slot; undefined: every product counts. */
  levels: Uint8Array | undefined
  filterIds: readonly number[]
  only: ReadonlySet<string> | undefined
  except: ReadonlySet<string> | undefined
  lists: readonly ReadonlySet<string>[]
  wordCount: number
  slotsPerChunk: number
}

export const countFilterWords = (
  chunks: readonly IndexChunk[],
  { levels, filterIds, only, except, lists, wordCount, slotsPerChunk }: Counting,
): WordCounts => {
  const counts = new Uint32Array(wordCount)
  let total = 0
  const listCounts = lists.map(() => 0)
  const placesOf = placesByProduct(lists)
  for (const [place, { product_nos, ends, wordIds }] of chunks.entries()) {
    for (let slot = 0; slot < product_nos.length; slot += 1) {
      const product_no = product_nos[slot] as string
      if (product_no === '' || levels?.[place * slotsPerChunk + slot] === NO_LEVEL) continue
      if (only?.has(product_no) === false || except?.has(product_no)) continue
      const at = slot * ENDS_PER_SLOT + WORD_KINDS.filter
      const filters = [ends[at - 1] as number, ends[at] as number] as const
      if (!hasAllBetween(wordIds, filters, filterIds)) continue
      total += 1
      const places = placesOf.get(product_no)
      if (places) for (const list of places) listCounts[list] = (listCounts[list] as number) + 1
      for (let word = filters[0]; word < filters[1]; word += 1) {
        const id = wordIds[word] as number
        counts[id] = (counts[id] as number) + 1
      }
    }
  }
  return { total, counts, listCounts }
}

/** One look-up for each product, however many lists there are. */
const placesByProduct = (lists: readonly ReadonlySet<string>[]): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>()
  for (const [place, product_nos] of lists.entries()) {
    for (const product_no of product_nos) {
      const known = places.get(product_no)
      if (known) known.push(place)
      else places.set(product_no, [place])
    }
  }
  return places
}

/** @param words the filter words with their ids */
export const filterCountsOf = (
  words: Iterable<[word: string, id: number]>,
  counts: Uint32Array,
): FilterCount[] =>
  [...words]
    .map(([word, id]) => ({ ...filterOf(word), count: counts[id] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => compareCodes(a.filter, b.filter) || compareCodes(a.value, b.value))

const filterOf = (word: string): { filter: string; value: string } => {
  const colon = word.indexOf(':')
  return { filter: word.slice(MARKS.filter.length, colon), value: word.slice(colon + 1) }
}
