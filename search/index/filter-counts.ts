import { compareCodes } from '#domain/plain-text.ts'
import type { FilterCount } from '#search/filter-options.ts'
import { MARKS } from '#search/query.ts'
import { eachFound, type Narrowed, type Slots } from './found-slots.ts'
import { ENDS_PER_SLOT, WORD_KINDS } from './index-chunk.ts'

export type WordCounts = {
  total: number
  /** Indexed by filter word id. */
  counts: Uint32Array
  /** Counts by list, in the given order. */
  listCounts: number[]
}

/** @param counted lists of product numbers, and how many words there are */
export const countFilterWords = (
  slots: Slots,
  narrowed: Narrowed,
  { lists, wordCount }: { lists: readonly ReadonlySet<string>[]; wordCount: number },
): WordCounts => {
  const counts = new Uint32Array(wordCount)
  let total = 0
  const listCounts = lists.map(() => 0)
  const placesOf = placesByProduct(lists)
  eachFound(slots, narrowed, ({ product_nos, ends, wordIds }, place) => {
    total += 1
    const places = placesOf.get(product_nos[place] as string)
    if (places) for (const list of places) listCounts[list] = (listCounts[list] as number) + 1
    const last = place * ENDS_PER_SLOT + WORD_KINDS.filter
    for (let at = ends[last - 1] as number; at < (ends[last] as number); at += 1) {
      const id = wordIds[at] as number
      counts[id] = (counts[id] as number) + 1
    }
  })
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
