import { countFilters, type FilterCounts } from '#search/filter-options.ts'
import { type ActiveFilters, narrowingOf, wantedFilterWords } from '#search/filters.ts'
import type { IndexChunk } from '#search/index/index-chunk.ts'
import type { IndexedProduct } from '#search/index/index-content.ts'
import { createProductIndex, type IndexFound, type ProductList } from '#search/index/product-index.ts'
import { parseSearch } from '#search/query.ts'
import type { Rewording } from '#search/search.ts'
import type { Purchases, Sort } from '#search/sort.ts'
import type { Suggestion } from '#search/suggest.ts'
import { compileTradeTerms, type TradeTerm } from '#search/trade-terms.ts'
import { answerJobs } from '#server/worker/answer-jobs.ts'

/** A search thread: the device's index over all products, in memory. search-engine.ts fills and asks it. */

/** undefined: no longer sold. */
export type ProductChange = readonly [product_no: string, product: IndexedProduct | undefined]

/** What a change has added to an index and replaced in it. */
export type IndexParts = { words: readonly string[]; chunks: ReadonlyMap<number, IndexChunk> }

/** Negative: no price. */
export type PriceColumns = { product_nos: readonly string[]; pence: Int32Array }

type Searched = {
  text: string
  filters: ActiveFilters
  /** Those that the filters name. */
  lists: readonly ProductList[]
}

export type FindAsked = Searched & {
  purchases: Purchases
  sort: Sort
  /** The price list, where the sort is by price. */
  byPriceOf: string | undefined
  offset: number
  limit: number
}
export type CountAsked = Searched & { counted: readonly ProductList[] }
export type SuggestAsked = { text: string; purchases: Purchases; limit: number }

export type SearchJobs = {
  setTerms: (terms: readonly TradeTerm[]) => void
  /** @returns whether a search may find something else; with other threads what they need to follow, over shared memory */
  apply: (
    changes: readonly ProductChange[],
    hasOthers: boolean,
  ) => { isChanged: boolean; parts: IndexParts | undefined }
  load: (parts: IndexParts) => void
  /** @param dropped a list that is no longer needed */
  setPrices: (priceListId: string, prices: PriceColumns, dropped: string | undefined) => void
  find: (asked: FindAsked) => Promise<IndexFound & Rewording>
  count: (asked: CountAsked) => Promise<FilterCounts>
  suggest: (asked: SuggestAsked) => Promise<Suggestion[]>
}

const index = createProductIndex()
let terms = compileTradeTerms([])

/** Pence by slot, of each price list. */
const prices = new Map<string, Int32Array>()

const JOBS: SearchJobs = {
  setTerms: (rows) => {
    terms = compileTradeTerms(rows)
  },

  apply: (changes, hasOthers) => {
    const wordsFrom = index.words.length
    const changed = index.apply(new Map(changes))
    const isChanged = changed.size > 0
    if (!hasOthers || !isChanged) return { isChanged, parts: undefined }
    const chunks = new Map([...changed].map(([place, chunk]) => [place, shared(chunk)]))
    // This thread goes by the shared memory too.
    index.load({ words: [], chunks })
    return { isChanged, parts: { words: index.words.slice(wordsFrom), chunks } }
  },

  load: (parts) => index.load(parts),

  setPrices: (priceListId, { product_nos, pence }, dropped) => {
    if (dropped !== undefined) prices.delete(dropped)
    const bySlot = new Int32Array(index.slotCount).fill(-1)
    for (const [place, product_no] of product_nos.entries()) {
      const slot = index.slotOf(product_no)
      if (slot !== undefined) bySlot[slot] = pence[place] as number
    }
    prices.set(priceListId, bySlot)
  },

  find: ({ text, filters, lists, purchases, sort, byPriceOf, offset, limit }) => {
    const column = byPriceOf === undefined ? undefined : prices.get(byPriceOf)
    if (byPriceOf !== undefined && column === undefined) throw new Error('The prices to sort by are missing.')
    const priceOf = (slot: number): number | null => {
      const pence = column?.[slot] ?? -1
      return pence < 0 ? null : pence
    }
    return index.find({
      query: parseSearch(text, terms),
      terms,
      purchases,
      filterWords: wantedFilterWords(filters),
      ...narrowingOf(lists),
      sort,
      ...(column && { priceOf }),
      offset,
      limit,
    })
  },

  count: ({ text, filters, lists, counted }) => {
    const query = parseSearch(text, terms)
    return countFilters(filters, (active) =>
      index.count({
        query,
        terms,
        filterWords: wantedFilterWords(active),
        ...narrowingOf(lists.filter(({ filter }) => active[filter] !== undefined)),
        lists: counted,
      }),
    )
  },

  suggest: (asked) => index.suggest({ ...asked, terms }),
}

answerJobs(JOBS)

const shared = (chunk: IndexChunk): IndexChunk => ({
  ...chunk,
  nameKeyEnds: new Uint32Array(sharedCopy(chunk.nameKeyEnds)),
  codeEnds: new Uint32Array(sharedCopy(chunk.codeEnds)),
  salesRanks: new Int32Array(sharedCopy(chunk.salesRanks)),
  nameLengths: new Uint8Array(sharedCopy(chunk.nameLengths)),
  ends: new Uint32Array(sharedCopy(chunk.ends)),
  wordIds: new Uint32Array(sharedCopy(chunk.wordIds)),
})

function sharedCopy({ buffer, byteOffset, byteLength }: ArrayBufferView): SharedArrayBuffer {
  const copy = new SharedArrayBuffer(byteLength)
  new Uint8Array(copy).set(new Uint8Array(buffer, byteOffset, byteLength))
  return copy
}
