import { ENDS_PER_SLOT, type IndexChunk, WORD_KINDS } from './index-chunk.ts'
import { type InvertedIndex, KIND_MASK, SLOT_SHIFT } from './inverted-index.ts'
import type { SlotLevels } from './slot-levels.ts'

export type Narrowed = {
  /** undefined: every product. */
  found: SlotLevels | undefined
  filterIds: readonly number[]
  only: ReadonlySet<string> | undefined
  except: ReadonlySet<string> | undefined
}

export type Slots = {
  chunks: readonly IndexChunk[]
  slotsPerChunk: number
  inverted: () => InvertedIndex
}

/** @param visit gets a product's chunk, its place there, its level (0 for every product) and its slot */
export const eachFound = (
  { chunks, slotsPerChunk, inverted }: Slots,
  { found, filterIds, only, except }: Narrowed,
  visit: (chunk: IndexChunk, place: number, level: number, slot: number) => void,
): void => {
  const look = (slot: number): void => {
    const chunk = chunks[Math.floor(slot / slotsPerChunk)]
    const place = slot % slotsPerChunk
    const product_no = chunk?.product_nos[place]
    if (chunk === undefined || product_no === undefined || product_no === '') return
    if (filterIds.length > 0 && !hasFilters(chunk, place, filterIds)) return
    if (only?.has(product_no) === false || except?.has(product_no)) return
    visit(chunk, place, found === undefined ? 0 : (found.levels[slot] as number), slot)
  }
  const [first] = filterIds
  if (found !== undefined) for (const slot of found.slots) look(slot)
  else if (first !== undefined) eachWithFilter(inverted(), first, look)
  else for (let slot = 0; slot < chunks.length * slotsPerChunk; slot += 1) look(slot)
}

const eachWithFilter = ({ starts, postings }: InvertedIndex, id: number, look: (slot: number) => void) => {
  for (let at = starts[id] as number; at < (starts[id + 1] as number); at += 1) {
    const posting = postings[at] as number
    if ((posting & KIND_MASK) === WORD_KINDS.filter) look(posting >>> SLOT_SHIFT)
  }
}

const hasFilters = ({ ends, wordIds }: IndexChunk, place: number, wanted: readonly number[]): boolean => {
  const last = place * ENDS_PER_SLOT + WORD_KINDS.filter
  const [from, to] = [ends[last - 1] as number, ends[last] as number]
  for (const id of wanted) {
    let at = from
    while (at < to && wordIds[at] !== id) at += 1
    if (at === to) return false
  }
  return true
}
