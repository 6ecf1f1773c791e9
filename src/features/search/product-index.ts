import { searchDocumentOf } from '#domain/search/document.ts'
import { classOfGrades, everyWord, type ResolvedQuery, SEARCH_TOTAL_MAX } from '#domain/search/match.ts'
import {
  editsInTurn,
  FEW_FOUND,
  type MistypedWord,
  mayHoldTypos,
  mistypedWords,
  typosWithin,
} from '#domain/search/mistyped.ts'
import { MARKS, type SearchQuery } from '#domain/search/query.ts'
import type { Searchable } from '#domain/search/searchable.ts'
import { compareProducts, type Sort, type Sortable } from '#domain/search/sort.ts'
import { ENDS_PER_SLOT, type IndexChunk } from '#src/store/index-parts.ts'
import { countMet, gradesFrom, hasAllFrom } from './chunk-words.ts'
import { codeClassesIn } from './index-codes.ts'
import {
  chunkOf,
  documentIn,
  FREE_SLOT,
  type IndexDocument,
  indexDocumentOf,
  isSameDocument,
  textAt,
} from './index-documents.ts'
import { createSmallest } from './smallest.ts'
import { createWordList } from './word-list.ts'

/**
 * The index of the products on this device, in the memory of the worker. A search looks up the words that it may mean,
 * once, and then goes through the words of all products: 40,000 products are half a million numbers, a millisecond or
 * two whatever was typed. So a single letter costs no more than a rare word, and nothing has to be kept sorted.
 */
export type ProductIndex = ReturnType<typeof createProductIndex>

export type IndexedProduct = Searchable & { salesRank: number }

export type IndexQuery = {
  /** undefined: every product. */
  query: SearchQuery | undefined
  /** Words that a product must have for the filters set. */
  filterWords: readonly string[]
  sort: Sort
  /** Pence; needed to sort by price. */
  priceOf?: ((product_no: string) => number | null) | undefined
  offset: number
  limit: number
}

export type IndexFound = {
  product_nos: string[]
  /** Up to SEARCH_TOTAL_MAX. */
  total: number
}

const SLOTS_PER_CHUNK = 1000
const chunkAt = (slot: number | undefined): number | undefined =>
  slot === undefined ? undefined : Math.floor(slot / SLOTS_PER_CHUNK)

export const createProductIndex = () => {
  const words = createWordList()
  const chunks: IndexChunk[] = []
  const slots = new Map<string, number>()
  const free: number[] = []

  const countWords = ({ wordIds }: { wordIds: Iterable<number> }, times: 1 | -1): void => {
    for (const id of wordIds) words.count(id, times)
  }

  /** Puts a chunk in place of what was there, which is how both loading and changing go. */
  const setChunk = (place: number, chunk: IndexChunk): void => {
    const known = chunks[place]
    if (known !== undefined) {
      countWords(known, -1)
      // A product that has moved is known by its new place already.
      for (const product_no of known.product_nos)
        if (chunkAt(slots.get(product_no)) === place) slots.delete(product_no)
    }
    countWords(chunk, 1)
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

  const search = (
    query: ResolvedQuery | undefined,
    { filterWords, sort, priceOf, offset, limit }: IndexQuery,
  ): IndexFound => {
    const wanted = filterWords.map(words.find)
    if (wanted.includes(undefined)) return { product_nos: [], total: 0 }
    const filterIds = wanted as number[]
    const grades = query && words.grades(query)
    const every = query === undefined ? 0 : everyWord(query)
    const first = createSmallest<Sortable>(offset + limit, compareProducts(sort))
    let total = 0

    for (const chunk of chunks) {
      const { product_nos, ends, wordIds } = chunk
      const codeClasses = query && codeClassesIn(chunk, query)
      let start = 0
      for (let slot = 0; slot < product_nos.length; slot += 1) {
        const at = slot * ENDS_PER_SLOT
        const nameEnd = ends[at] as number
        const otherEnd = ends[at + 1] as number
        const filterEnd = ends[at + 2] as number
        const from = start
        start = filterEnd
        let matchClass: number | undefined = 0
        if (query !== undefined && grades !== undefined) {
          const nameGrades = gradesFrom(grades, wordIds, from, nameEnd)
          const all = nameGrades | gradesFrom(grades, wordIds, nameEnd, otherEnd)
          matchClass = classOfGrades(nameGrades, all, every)
          if (codeClasses !== undefined) matchClass = codeClasses.get(slot) ?? matchClass
          if (matchClass === undefined) continue
        }
        if (filterIds.length > 0 && !hasAllFrom(wordIds, otherEnd, filterEnd, filterIds)) continue
        const product_no = product_nos[slot] as string
        if (product_no === '') continue
        total += 1
        first.offer({
          product_no,
          class: matchClass,
          salesRank: chunk.salesRanks[slot] as number,
          nameKey: sort === 'name' ? textAt(chunk.nameKeys, chunk.nameKeyEnds, slot) : '',
          pricePence: priceOf?.(product_no) ?? null,
        })
      }
    }
    const product_nos = first.take().map(({ product_no }) => product_no)
    return { product_nos: product_nos.slice(offset), total: Math.min(total, SEARCH_TOTAL_MAX) }
  }

  /** The words of a query that few products have; none where it is a product's code, or begins one. */
  const mistypedIn = (query: SearchQuery): MistypedWord[] => {
    if (chunks.some((chunk) => codeClassesIn(chunk, query) !== undefined)) return []
    const counts = countMet(chunks, words.grades(query), query.words.length)
    return mistypedWords(query, counts)
  }

  return {
    load: (parts: { words: readonly string[]; chunks: ReadonlyMap<number, IndexChunk> }): void => {
      for (const word of parts.words) words.add(word)
      for (const [place, chunk] of parts.chunks) setChunk(place, chunk)
      findFree()
    },

    /**
     * Takes products in, in place of what was known under their numbers; undefined takes one out. Gives the chunks that
     * have changed by it, to be kept: none where nothing changed that a search looks at.
     */
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

    find: (asked: IndexQuery): IndexFound => {
      const { query } = asked
      let found = search(query, asked)
      if (query === undefined || !mayHoldTypos(query, found.total)) return found
      const mistyped = mistypedIn(query)
      const near = new Map(mistyped.map((word) => [word, words.near(word)]))
      for (const edits of editsInTurn(mistyped)) {
        const typos = typosWithin(near, edits)
        if (typos !== undefined) found = search({ ...query, typos }, asked)
        if (found.total >= FEW_FOUND) return found
      }
      return found
    },

    /** The values of filters that some product has: `[filter, value]`, in order. */
    filterValues: (): [filter: string, value: string][] =>
      [...words.beginning(MARKS.filter)]
        .map(([word]): [string, string] => {
          const colon = word.indexOf(':')
          return [word.slice(MARKS.filter.length, colon), word.slice(colon + 1)]
        })
        .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1)),

    get size() {
      return slots.size
    },
    get words() {
      return words.texts
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
