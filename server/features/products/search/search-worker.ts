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

type Searched = {
  text: string
  filters: ActiveFilters
  /** Those that the filters name. */
  lists: readonly ProductList[]
}

export type FindAsked = Searched & { purchases: Purchases; sort: Sort; offset: number; limit: number }
export type CountAsked = Searched & { counted: readonly ProductList[] }
export type SuggestAsked = { text: string; purchases: Purchases; limit: number }

export type SearchJobs = {
  setTerms: (terms: readonly TradeTerm[]) => void
  /** @returns what other threads need to follow, over shared memory; undefined if there are none */
  apply: (changes: readonly ProductChange[], hasOthers: boolean) => IndexParts | undefined
  load: (parts: IndexParts) => void
  find: (asked: FindAsked) => Promise<IndexFound & Rewording>
  count: (asked: CountAsked) => Promise<FilterCounts>
  suggest: (asked: SuggestAsked) => Promise<Suggestion[]>
}

const index = createProductIndex()
let terms = compileTradeTerms([])

const JOBS: SearchJobs = {
  setTerms: (rows) => {
    terms = compileTradeTerms(rows)
  },

  apply: (changes, hasOthers) => {
    const wordsFrom = index.words.length
    const changed = index.apply(new Map(changes))
    if (!hasOthers) return undefined
    const chunks = new Map([...changed].map(([place, chunk]) => [place, shared(chunk)]))
    // This thread goes by the shared memory too.
    index.load({ words: [], chunks })
    return { words: index.words.slice(wordsFrom), chunks }
  },

  load: (parts) => index.load(parts),

  find: ({ text, filters, lists, purchases, sort, offset, limit }) =>
    index.find({
      query: parseSearch(text, terms),
      terms,
      purchases,
      filterWords: wantedFilterWords(filters),
      ...narrowingOf(lists),
      sort,
      offset,
      limit,
    }),

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

answerJobs(JOBS, 0)

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
