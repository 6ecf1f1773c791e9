import type { FilterCounts } from '#search/filter-options.ts'
import { type ListFilterName, leavesOut } from '#search/filters.ts'
import { isSimilar, NO_LEVEL, type ResolvedQuery } from '#search/match.ts'
import { MARKS, parseSearch, type QueryWord, type SearchQuery } from '#search/query.ts'
import { type Matches, type Rewording, type SearchIndex, search } from '#search/search.ts'
import { compareProducts, type Purchases, type Sort, type Sortable } from '#search/sort.ts'
import { mixed, type Suggestion } from '#search/suggest.ts'
import type { TradeTerms } from '#search/trade-terms.ts'
import { countFilterWords, filterCountsOf } from './filter-counts.ts'
import { eachFound, type Slots } from './found-slots.ts'
import { textAt, WORD_KINDS } from './index-chunk.ts'
import { createIndexContent, SLOTS_PER_CHUNK } from './index-content.ts'
import { type Category, categoriesFrom, isNamedAt, listCategories, termsFrom } from './index-suggestions.ts'
import { KIND_MASK, SLOT_SHIFT } from './inverted-index.ts'
import { createSlotGrader, type SlotLevels } from './slot-levels.ts'
import { createSmallest } from './smallest.ts'

/**
 * Runs in a worker's memory, on devices and on the server. A search resolves its words once, then goes through their
 * products: a millisecond or two for any text over 40,000 products, with nothing to keep sorted.
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
  priceOf?: ((slot: number, product_no: string) => number | null) | undefined
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

export type SuggestQuery = {
  text: string
  terms: TradeTerms
  purchases: Purchases
  limit: number
}

export const createProductIndex = () => {
  const content = createIndexContent()
  const { words, chunks, inverted: invertedIndex } = content

  const grader = createSlotGrader()
  const slots: Slots = { chunks, slotsPerChunk: SLOTS_PER_CHUNK, inverted: invertedIndex }

  const levelsOf = (query: ResolvedQuery): SlotLevels =>
    grader.grade(
      invertedIndex(),
      query.readings.map((reading) => ({ reading, grades: words.grades(reading, query.typos) })),
      {
        slotCount: chunks.length * SLOTS_PER_CHUNK,
        codeClasses: content.codes().classes(query.code),
      },
    )

  const page = (
    found: SlotLevels | undefined,
    { filterWords, only, except, sort, priceOf, purchases, offset, limit }: IndexQuery,
  ): IndexFound & Matches => {
    const filterIds = filterWords.map(words.find)
    if (!areKnown(filterIds)) return { product_nos: [], total: 0 }
    const first = createSmallest<Sortable>(offset + limit, compareProducts(sort), (one) => ({ ...one }))
    const isTyped = found !== undefined
    let [total, exact, best] = [0, 0, NO_LEVEL]
    // One for all: tens of thousands of products make no garbage.
    const offered = {
      product_no: '',
      level: 0,
      nameLength: 0,
      timesBought: 0,
      salesRank: 0,
      nameKey: '',
      pricePence: null as number | null,
    }
    // Few products are bought, and tens of thousands may be found.
    const bought = isTyped ? bySlot(purchases) : NONE_BOUGHT
    eachFound(slots, { found, filterIds, only, except }, (chunk, place, level, slot) => {
      total += 1
      if (!isSimilar(level)) exact += 1
      if (level < best) best = level
      const product_no = chunk.product_nos[place] as string
      offered.product_no = product_no
      offered.level = level
      offered.salesRank = chunk.salesRanks[place] as number
      if (isTyped) {
        offered.nameLength = chunk.nameLengths[place] as number
        offered.timesBought = bought[slot] ?? 0
      }
      if (sort === 'name') offered.nameKey = textAt(chunk.nameKeys, chunk.nameKeyEnds, place)
      if (priceOf !== undefined) offered.pricePence = priceOf(slot, product_no)
      first.offer(offered)
    })
    const product_nos = first.take().map(({ product_no }) => product_no)
    return { product_nos: product_nos.slice(offset), total, exact, best }
  }

  const bySlot = (purchases: Purchases): Uint32Array => {
    if (purchases.size === 0) return NONE_BOUGHT
    const times = new Uint32Array(chunks.length * SLOTS_PER_CHUNK)
    for (const [product_no, count] of purchases) {
      const slot = content.slotOf(product_no)
      if (slot !== undefined) times[slot] = count
    }
    return times
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
    areMet: async (queries) => queries.map((query) => levelsOf(query).slots.length > 0),
    counts: async (wanted, most) => wanted.map((word) => countMet(word, most)),
    isCode: async (query) => content.codes().classes(query.code).size > 0,
    near: async (mistyped) => words.near(mistyped),
    known: async (texts) => new Set(texts.filter((text) => words.find(text) !== undefined)),
  }

  let knownCategories: Category[] | undefined
  const categories = (): Category[] => {
    const { starts } = invertedIndex()
    knownCategories ??= listCategories(words, (id) => (starts[id + 1] as number) - (starts[id] as number))
    return knownCategories
  }

  const forget = (): void => {
    knownCategories = undefined
  }

  return {
    load: (parts: Parameters<typeof content.load>[0]): void => {
      forget()
      content.load(parts)
    },
    apply: (changes: Parameters<typeof content.apply>[0]): ReturnType<typeof content.apply> => {
      forget()
      return content.apply(changes)
    },

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
      const filterIds = filterWords.map(words.find)
      const ofLists = (all: number, counts: readonly number[]) =>
        lists.map(({ filter, value }, place) => {
          const inList = counts[place] ?? 0
          return { filter, value, count: leavesOut(filter) ? all - inList : inList }
        })
      if (!areKnown(filterIds)) return { total: 0, values: ofLists(0, []) }
      const count = (found: SlotLevels | undefined) =>
        countFilterWords(
          slots,
          { found, filterIds, only, except },
          { lists: lists.map(({ product_nos }) => product_nos), wordCount: words.texts.length },
        )
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

    suggest: async ({ text, terms, purchases, limit }: SuggestQuery): Promise<Suggestion[]> => {
      const query = parseSearch(text, terms)
      if (query === undefined) return []
      const find = async (resolved: ResolvedQuery) => ({ resolved, total: levelsOf(resolved).slots.length })
      const { resolved } = await search({ ...indexWords, isNarrowed: false, find }, query, terms)
      const found = levelsOf(resolved)
      const best = { filterWords: [], sort: 'relevance' as const, offset: 0, terms, purchases, query, limit }
      const bought =
        purchases.size === 0
          ? []
          : page(onlyNamed(found), { ...best, only: new Set(purchases.keys()) }).product_nos
      return mixed({
        bought,
        products: page(found, best).product_nos,
        terms: termsFrom({
          chunks,
          words,
          slotsPerChunk: SLOTS_PER_CHUNK,
          found,
          query: resolved,
          terms,
          purchases,
          countMet,
        }),
        categories: categoriesFrom(categories(), resolved),
        limit,
      })
    },

    /** Where a product stands for as long as it is sold, and how many such places there are. */
    slotOf: content.slotOf,
    get slotCount() {
      return chunks.length * SLOTS_PER_CHUNK
    },

    get size() {
      return content.size
    },
    get words() {
      return words.texts
    },
  }
}

const NONE_BOUGHT = new Uint32Array(0)

/** A value that no product has leaves nothing. */
const areKnown = (ids: (number | undefined)[]): ids is number[] => !ids.includes(undefined)

const isNarrowed = ({ filterWords, only, except }: Pick<IndexQuery, 'filterWords' | 'only' | 'except'>) =>
  filterWords.length > 0 || only !== undefined || except !== undefined

/** "Soya drink" is among the milks, but nobody who types "mil" looks for it first. */
const onlyNamed = ({ slots, levels }: SlotLevels): SlotLevels => ({
  slots: slots.filter((slot) => isNamedAt(levels[slot] as number)),
  levels,
})
