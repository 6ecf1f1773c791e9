import { type Static, Type } from 'typebox'
import { SEARCH_TERM_MAX, SEARCHES_SENT_AT_ONCE } from '#domain/searches.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { endpoint, Strict } from './endpoint.ts'
import {
  CustomerId,
  Day,
  Instant,
  listOf,
  nullable,
  oneOf,
  Paging,
  ProductNo,
  sortedBy,
  Uuid,
  withDefault,
} from './values.ts'

const FOUND = { minimum: 0, maximum: 1_000_000 }

/** Neither event identifies the person who searched. Ids are created on the device, so that a repeated event counts once. */
export const SearchMade = Strict({
  id: Uuid,
  customerId: CustomerId,
  at: Instant,
  term: Type.String({ minLength: 1, maxLength: SEARCH_TERM_MAX }),
  /** Null if the words alone got no answer: the search failed, or filters left nothing. It counts as neither found nor not. */
  found: nullable(Type.Integer(FOUND)),
})
export type SearchMade = Static<typeof SearchMade>

/** A product was added to a trolly after a search had shown it. */
export const SearchedProductAdded = Strict({
  id: Uuid,
  searchId: Uuid,
  at: Instant,
  product_no: ProductNo,
  quantity: Type.Integer({ minimum: 1, maximum: QUANTITY_MAX }),
})
export type SearchedProductAdded = Static<typeof SearchedProductAdded>

/** A search as earlier builds report it: once more, under its id, after it led to a product. */
export const MadeSearch = Strict({
  /** Created on the device, so that a repeated report counts once. */
  id: Uuid,
  customerId: CustomerId,
  at: Instant,
  term: Type.String({ minLength: 1, maxLength: SEARCH_TERM_MAX }),
  found: Type.Integer(FOUND),
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
  /** What most of the searches led to. Null if nothing was added, or only by builds that did not say what. */
  topProduct: withDefault(
    nullable(Strict({ product_no: Type.String(), name: Type.String(), searches: Count })),
    null,
  ),
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
  recordEvents: endpoint('POST', 'statistics/user-product-search/events', {
    body: Strict({
      /** The time by the device's clock. The server compares it with those of the events for their age, so a wrong clock does no harm. */
      sentAt: Instant,
      searches: Type.Array(SearchMade, { maxItems: SEARCHES_SENT_AT_ONCE }),
      additions: Type.Array(SearchedProductAdded, { maxItems: SEARCHES_SENT_AT_ONCE }),
    }),
    /** All others are recorded. */
    reply: Strict({ refused: Type.Array(Uuid) }),
    access: 'user',
    summary:
      'Report searches made on this device, and products added after them; each is recorded or refused by itself.',
  }),
  record: endpoint('POST', 'statistics/user-product-search', {
    body: Strict({ searches: Type.Array(MadeSearch, { minItems: 1, maxItems: SEARCHES_SENT_AT_ONCE }) }),
    reply: Strict({ recorded: Count }),
    access: 'user',
    summary: 'The same from earlier builds; searches for other people’s customers are ignored.',
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
