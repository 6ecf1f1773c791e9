import { type Static, Type } from 'typebox'
import { SEARCH_TERM_MAX, SEARCHES_SENT_AT_ONCE } from '#domain/searches.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, Day, Instant, listOf, oneOf, Paging, sortedBy, Uuid } from './values.ts'

/** A search as the device reports it. It does not identify the person who searched. */
export const MadeSearch = Strict({
  /** Created on the device, so that a repeated report counts once. */
  id: Uuid,
  customerId: CustomerId,
  at: Instant,
  term: Type.String({ minLength: 1, maxLength: SEARCH_TERM_MAX }),
  found: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  added: Type.Boolean(),
})
export type MadeSearch = Static<typeof MadeSearch>

const Count = Type.Integer({ minimum: 0 })

export const SearchedTerm = Strict({
  term: Type.String(),
  searches: Count,
  customers: Count,
  noResult: Count,
  added: Count,
  lastSearchedAt: Instant,
})
export type SearchedTerm = Static<typeof SearchedTerm>

export const ProductSearchAnalysis = Strict({
  ...listOf(SearchedTerm).properties,
  totals: Strict({ searches: Count, noResult: Count, added: Count }),
  /** Includes days without searches. */
  days: Type.Array(Strict({ day: Day, searches: Count, noResult: Count })),
})
export type ProductSearchAnalysis = Static<typeof ProductSearchAnalysis>

export const SEARCHED_TERM_SORTS = [
  'term',
  'searches',
  'customers',
  'noResult',
  'added',
  'lastSearchedAt',
] as const

export const productSearchAnalysis = {
  record: endpoint('POST', 'statistics/user-product-search', {
    body: Strict({ searches: Type.Array(MadeSearch, { minItems: 1, maxItems: SEARCHES_SENT_AT_ONCE }) }),
    reply: Strict({ recorded: Count }),
    access: 'user',
    summary: 'Report searches made on this device; searches for other people’s customers are ignored.',
  }),
  analyse: endpoint('POST', 'statistics/user-product-search/analysis', {
    body: Strict({
      created_start_date: Day,
      created_end_date: Day,
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      /** Terms that found nothing at least once, or every time. */
      result: Type.Optional(oneOf(['sometimes_none', 'always_none'])),
      sort_by: Type.Optional(sortedBy(SEARCHED_TERM_SORTS)),
      ...Paging,
    }),
    reply: ProductSearchAnalysis,
    access: 'reporter',
    summary: 'Searches by the caller’s customers within a period, with their results.',
  }),
}
