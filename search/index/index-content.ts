import { searchDocumentOf } from '#search/document.ts'
import type { Searchable } from '#search/searchable.ts'
import {
  chunkOf,
  documentIn,
  FREE_SLOT,
  type IndexChunk,
  type IndexDocument,
  indexDocumentOf,
  isSameDocument,
} from './index-chunk.ts'
import { createCodeIndex } from './index-codes.ts'
import { type InvertedIndex, invert } from './inverted-index.ts'
import { createWordList } from './word-list.ts'

/** The index's words and product chunks. A product keeps its slot while on sale; product-index.ts searches it. */
export type IndexedProduct = Searchable & { salesRank: number }

export const SLOTS_PER_CHUNK = 1000
const chunkAt = (slot: number | undefined): number | undefined =>
  slot === undefined ? undefined : Math.floor(slot / SLOTS_PER_CHUNK)

export const createIndexContent = () => {
  const words = createWordList()
  const chunks: IndexChunk[] = []
  const slots = new Map<string, number>()
  const free: number[] = []
  let inverted: InvertedIndex | undefined
  let codes: ReturnType<typeof createCodeIndex> | undefined

  const countWords = ({ wordIds }: { wordIds: Iterable<number> }, times: 1 | -1): void => {
    for (const id of wordIds) words.count(id, times)
  }

  const setChunk = (place: number, chunk: IndexChunk): void => {
    const known = chunks[place]
    if (known !== undefined) {
      countWords(known, -1)
      // A moved product already has its new place.
      for (const product_no of known.product_nos)
        if (chunkAt(slots.get(product_no)) === place) slots.delete(product_no)
    }
    countWords(chunk, 1)
    inverted = undefined
    codes = undefined
    chunks[place] = chunk
    for (const [slot, product_no] of chunk.product_nos.entries())
      if (product_no !== '') slots.set(product_no, place * SLOTS_PER_CHUNK + slot)
  }

  const findFree = (): void => {
    free.length = 0
    for (const [place, chunk] of chunks.entries())
      for (const [slot, product_no] of chunk.product_nos.entries())
        if (product_no === '') free.push(place * SLOTS_PER_CHUNK + slot)
  }

  const nextSlot = (taken: number): number =>
    free.pop() ?? chunks.reduce((sum, chunk) => sum + chunk.product_nos.length, 0) + taken

  const invertedIndex = (): InvertedIndex => {
    inverted ??= invert(chunks, { wordCount: words.texts.length, slotsPerChunk: SLOTS_PER_CHUNK })
    return inverted
  }

  return {
    words,
    chunks: chunks as readonly IndexChunk[],
    inverted: invertedIndex,
    codes: () => {
      codes ??= createCodeIndex(chunks, SLOTS_PER_CHUNK)
      return codes
    },

    load: (parts: { words: readonly string[]; chunks: ReadonlyMap<number, IndexChunk> }): void => {
      for (const word of parts.words) words.add(word)
      for (const [place, chunk] of parts.chunks) setChunk(place, chunk)
      findFree()
    },

    /** undefined removes a product. Returns the changed chunks to store; none if no searched field changed. */
    apply: (changes: ReadonlyMap<string, IndexedProduct | undefined>): Map<number, IndexChunk> => {
      const edits = new Map<number, IndexDocument>()
      let added = 0
      for (const [product_no, product] of changes) {
        const slot = slots.get(product_no)
        const known = chunks[chunkAt(slot) ?? -1]
        if (product === undefined) {
          if (slot !== undefined) edits.set(slot, FREE_SLOT)
          continue
        }
        const document = indexDocumentOf(product, searchDocumentOf(product), words)
        if (slot !== undefined && known !== undefined) {
          if (!isSameDocument(document, documentIn(known, slot % SLOTS_PER_CHUNK))) edits.set(slot, document)
          continue
        }
        const wasFree = free.length > 0
        edits.set(nextSlot(added), document)
        if (!wasFree) added += 1
      }
      const changed = new Map<number, IndexChunk>()
      for (const place of new Set([...edits.keys()].map((slot) => Math.floor(slot / SLOTS_PER_CHUNK)))) {
        const chunk = edited(chunks[place], place, edits)
        setChunk(place, chunk)
        changed.set(place, chunk)
      }
      findFree()
      return changed
    },

    slotOf: (product_no: string): number | undefined => slots.get(product_no),

    get size() {
      return slots.size
    },
  }
}

function edited(
  known: IndexChunk | undefined,
  place: number,
  edits: ReadonlyMap<number, IndexDocument>,
): IndexChunk {
  const documents: IndexDocument[] = []
  for (let slot = 0; slot < SLOTS_PER_CHUNK; slot += 1) {
    const edit = edits.get(place * SLOTS_PER_CHUNK + slot)
    if (edit !== undefined) documents.push(edit)
    else if (known !== undefined && slot < known.product_nos.length) documents.push(documentIn(known, slot))
  }
  return chunkOf(documents)
}
