import type { FilterCounts } from '#search/filter-options.ts'
import { type ListFilterName, leavesOut } from '#search/filters.ts'
import { isSimilar, NO_LEVEL, type ResolvedQuery } from '#search/match.ts'
import { MARKS, type QueryWord, type SearchQuery } from '#search/query.ts'
import { type Matches, type Rewording, type SearchIndex, search } from '#search/search.ts'
import { compareProducts, type Purchases, type Sort, type Sortable } from '#search/sort.ts'
import type { TradeTerms } from '#search/trade-terms.ts'
import { countFilterWords, filterCountsOf } from './filter-counts.ts'
import { ENDS_PER_SLOT, hasAllBetween, textAt, WORD_KINDS } from './index-chunk.ts'
import { createIndexContent, SLOTS_PER_CHUNK } from './index-content.ts'
import { KIND_MASK, SLOT_SHIFT } from './inverted-index.ts'
import { createSlotClasses } from './slot-classes.ts'
import { createSmallest } from './smallest.ts'

/**
 * Runs in the worker's memory. A search resolves its words once, then scans the words of all products: half a million
 * numbers for 40,000 products take a millisecond or two for any text, with nothing to keep sorted.
 */
export type ProductIndex = ReturnType<typeof createProductIndex>

export type IndexQuery = {
  query: SearchQuery | undefined
  filterWords: readonly string[]
  only?: ReadonlySet<string> | undefined
  except?: ReadonlySet<string> | undefined
  terms: TradeTerms
  purchases: Purchases
  sort: Sort
  /** Pence; needed to sort by price. */
  priceOf?: ((product_no: string) => number | null) | undefined
  offset: number
  limit: number
}

export type CountQuery = Pick<IndexQuery, 'query' | 'filterWords' | 'only' | 'except' | 'terms'> & {
  /** Counted beside the filters of the products themselves. */
  lists: readonly ProductList[]
}

/** `value` as in the search's body. */
export type ProductList = { filter: ListFilterName; value: string; product_nos: ReadonlySet<string> }

export type IndexFound = {
  product_nos: string[]
  total: number
}

export const createProductIndex = () => {
  const content = createIndexContent()
  const { words, chunks, inverted: invertedIndex } = content

  /** Levels by slot; NO_LEVEL if not found. */
  const levelsOf = (query: ResolvedQuery): Uint8Array => {
    const slotCount = chunks.length * SLOTS_PER_CHUNK
    const classes = createSlotClasses(slotCount)
    for (const reading of query.readings)
      classes.add(invertedIndex(), words.grades(reading, query.typos), reading)
    for (const [slot, codeClass] of content.codes().classes(query.code)) classes.set(slot, codeClass)
    return classes.levels()
  }

  const page = (
    levels: Uint8Array | undefined,
    { filterWords, only, except, sort, priceOf, purchases, offset, limit }: IndexQuery,
  ): IndexFound & Matches => {
    const wanted = filterWords.map(words.find)
    if (wanted.includes(undefined)) return { product_nos: [], total: 0 }
    const filterIds = wanted as number[]
    const first = createSmallest<Sortable>(offset + limit, compareProducts(sort))
    const isTyped = levels !== undefined
    let [total, exact, best] = [0, 0, NO_LEVEL]
    for (const [place, chunk] of chunks.entries()) {
      const { product_nos, ends, wordIds } = chunk
      for (let slot = 0; slot < product_nos.length; slot += 1) {
        const level = isTyped ? (levels[place * SLOTS_PER_CHUNK + slot] as number) : 0
        if (level === NO_LEVEL) continue
        const at = slot * ENDS_PER_SLOT + WORD_KINDS.filter
        const filters = [ends[at - 1] as number, ends[at] as number] as const
        if (filterIds.length > 0 && !hasAllBetween(wordIds, filters, filterIds)) continue
        const product_no = product_nos[slot] as string
        if (product_no === '' || only?.has(product_no) === false || except?.has(product_no)) continue
        total += 1
        if (!isSimilar(level)) exact += 1
        if (level < best) best = level
        first.offer({
          product_no,
          level,
          nameLength: isTyped ? (chunk.nameLengths[slot] as number) : 0,
          timesBought: isTyped ? (purchases.get(product_no) ?? 0) : 0,
          salesRank: chunk.salesRanks[slot] as number,
          nameKey: sort === 'name' ? textAt(chunk.nameKeys, chunk.nameKeyEnds, slot) : '',
          pricePence: priceOf?.(product_no) ?? null,
        })
      }
    }
    const product_nos = first.take().map(({ product_no }) => product_no)
    return { product_nos: product_nos.slice(offset), total, exact, best }
  }

  /** Slots with one of the matching words, in any field. */
  const countMet = (word: QueryWord, most: number): number => {
    const { starts, postings } = invertedIndex()
    const seen = new Set<number>()
    for (const id of words.meeting(word)) {
      for (let at = starts[id] as number; at < (starts[id + 1] as number); at += 1) {
        const posting = postings[at] as number
        if ((posting & KIND_MASK) <= WORD_KINDS.other) seen.add(posting >>> SLOT_SHIFT)
        if (seen.size >= most) return most
      }
    }
    return seen.size
  }

  const indexWords: Omit<SearchIndex<never>, 'find' | 'isNarrowed'> = {
    areMet: async (queries) => queries.map((query) => levelsOf(query).some((level) => level !== NO_LEVEL)),
    counts: async (wanted, most) => wanted.map((word) => countMet(word, most)),
    isCode: async (query) => content.codes().classes(query.code).size > 0,
    near: async (mistyped) => words.near(mistyped),
    known: async (texts) => new Set(texts.filter((text) => words.find(text) !== undefined)),
  }

  return {
    load: content.load,
    apply: content.apply,

    find: async (asked: IndexQuery): Promise<IndexFound & Rewording> => {
      if (asked.query === undefined) {
        const { product_nos, total } = page(undefined, asked)
        return { product_nos, total }
      }
      const find = async (query: ResolvedQuery) => page(levelsOf(query), asked)
      const index = { ...indexWords, isNarrowed: isNarrowed(asked), find }
      const { exact: _, best: __, ...found } = await search(index, asked.query, asked.terms)
      return found
    },

    count: async (asked: CountQuery): Promise<FilterCounts> => {
      const { query, filterWords, only, except, lists, terms } = asked
      const wanted = filterWords.map(words.find)
      const ofLists = (all: number, counts: readonly number[]) =>
        lists.map(({ filter, value }, place) => {
          const inList = counts[place] ?? 0
          return { filter, value, count: leavesOut(filter) ? all - inList : inList }
        })
      if (wanted.includes(undefined)) return { total: 0, values: ofLists(0, []) }
      const count = (levels: Uint8Array | undefined) =>
        countFilterWords(chunks, {
          levels,
          filterIds: wanted as number[],
          only,
          except,
          lists: lists.map(({ product_nos }) => product_nos),
          wordCount: words.texts.length,
          slotsPerChunk: SLOTS_PER_CHUNK,
        })
      const find = async (resolved: ResolvedQuery) => count(levelsOf(resolved))
      const { total, counts, listCounts } =
        query === undefined
          ? count(undefined)
          : await search({ ...indexWords, isNarrowed: isNarrowed(asked), find }, query, terms)
      return {
        total,
        values: [...filterCountsOf(words.beginning(MARKS.filter), counts), ...ofLists(total, listCounts)],
      }
    },

    get size() {
      return content.size
    },
    get words() {
      return words.texts
    },
  }
}

const isNarrowed = ({ filterWords, only, except }: Pick<IndexQuery, 'filterWords' | 'only' | 'except'>) =>
  filterWords.length > 0 || only !== undefined || except !== undefined
