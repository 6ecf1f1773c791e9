import type { ProductSearchBody } from '#contract/products.ts'
import { PAGE_SIZE_DEFAULT } from '#domain/page-size.ts'
import type { Product } from '#domain/product.ts'
import { wantedFilterWords } from '#domain/search/filters.ts'
import { SEARCH_TOTAL_MAX, windowOf } from '#domain/search/match.ts'
import { editsInTurn, FEW_FOUND, mayHoldTypos } from '#domain/search/mistyped.ts'
import { parseSearch, type SearchQuery } from '#domain/search/query.ts'
import type { Database } from '#server/db/database.ts'
import { findMistyped, meantBy } from './mistyped-words.ts'
import {
  countSold,
  type EarlierLevels,
  fewAtMost,
  findFew,
  type Matching,
  ONE_LEVEL,
  type Window,
  walk,
  walkBest,
  walkUnpriced,
} from './search.repository.ts'
import { allOf, butNot, type Level, levelsOf, typoLevelsOf, within } from './search-levels.ts'

/** For whom is searched: whose prices, and whose purchases. */
export type SearchFor = { customerId: string; priceListId: string }

export type FoundProducts = { data: Product[]; total: number; page: number; pageLength: number }

export type SearchService = (who: SearchFor, body: ProductSearchBody) => Promise<FoundProducts>

/** What is found is domain/search's to say; this fetches it from PostgreSQL page by page, without reading all of it. */
export const searchService =
  ({ database, now }: { database: Database; now: () => Date }): SearchService =>
  async (who, body) => {
    const { queryString = '', page = 1, pageLength = PAGE_SIZE_DEFAULT, sort_by = 'relevance' } = body
    const asked: Asked = {
      database,
      filters: allOf(wantedFilterWords(body)),
      byRelevance: sort_by === 'relevance',
      window: windowOf(page, pageLength),
      matching: {
        sort: sort_by === 'relevance' ? 'sales' : sort_by,
        priceListId: who.priceListId,
        ...(body.recently_purchased && {
          recentlyPurchased: { customerId: who.customerId, now: now() },
        }),
      },
    }
    const query = parseSearch(queryString)
    const found =
      query === undefined ? await findMatching(asked, asked.filters) : await findTyped(asked, query)
    return { data: found.products, total: found.total, page, pageLength }
  }

type Asked = {
  database: Database
  /** Text of type tsquery, '' where no filter is set. */
  filters: string
  byRelevance: boolean
  window: Window
  matching: Omit<Matching, 'tsquery'>
}
type Found = { products: Product[]; total: number }

const NOTHING: Found = { products: [], total: 0 }

async function findTyped(asked: Asked, query: SearchQuery): Promise<Found> {
  const found = await findLevels(asked, levelsOf(query))
  return mayHoldTypos(query, found.total) ? await findMore(asked, query, found) : found
}

/** Few are found without typos: with them, these come first, and those that may have been meant behind them. */
async function findMore(asked: Asked, query: SearchQuery, few: Found): Promise<Found> {
  const mistyped = await findMistyped(asked.database, query)
  if (mistyped.length === 0) return few
  const meant = await meantBy(asked.database, mistyped)
  let found = few
  for (const edits of editsInTurn(mistyped)) {
    const typos = await meant(edits)
    if (typos !== undefined) found = await findLevels(asked, typoLevelsOf({ ...query, typos }))
    if (found.total >= FEW_FOUND) return found
  }
  return found
}

async function findLevels(asked: Asked, levels: Level[]): Promise<Found> {
  const tsqueries = levels.map(({ tsquery }) => tsquery)
  const widest = tsqueries.at(-1) ?? ''
  // Signs alone were typed.
  if (widest === '') return NOTHING
  const conditions = tsqueries.map((tsquery) => within(tsquery, asked.filters))
  if (!asked.byRelevance) return await findMatching(asked, within(widest, asked.filters))
  const { database, matching, window } = asked
  const few = await findFew(
    database,
    { ...matching, tsquery: within(widest, asked.filters) },
    earlierOf(conditions, conditions.length - 1),
    window,
  )
  return few.count < SEARCH_TOTAL_MAX
    ? { products: few.page, total: few.count }
    : { products: await walkLevels(asked, conditions), total: SEARCH_TOTAL_MAX }
}

/** All that matches, in one order. */
async function findMatching({ database, matching, window }: Asked, tsquery: string): Promise<Found> {
  const wanted = { ...matching, tsquery }
  if (tsquery === '' && wanted.recentlyPurchased === undefined) {
    return { products: await walkPage(database, wanted, window), total: await countSold(database) }
  }
  const few = await findFew(database, wanted, ONE_LEVEL, window)
  const products = few.count < fewAtMost(wanted.sort) ? few.page : await walkPage(database, wanted, window)
  return { products, total: Math.min(few.count, SEARCH_TOTAL_MAX) }
}

async function walkPage(database: Database, wanted: Matching, window: Window): Promise<Product[]> {
  const products = await walk(database, wanted, window)
  const isByPrice = wanted.sort === 'price' || wanted.sort === 'price_descending'
  if (isByPrice && products.length < window.limit) {
    const { length: priced } = await walk(database, wanted, { offset: 0, limit: window.offset })
    products.push(
      ...(await walkUnpriced(database, wanted, {
        offset: Math.max(0, window.offset - priced),
        limit: window.limit - products.length,
      })),
    )
  }
  return products
}

/** The place of the last level that is of codes and whole words: these are seldom many, and found at once. */
const EXACT_LEVEL = 2

/**
 * A page of what so many match that not all are read: level after level while they are few; the first that is not few
 * holds more than any page wants, and is walked through.
 */
async function walkLevels(asked: Asked, conditions: string[]): Promise<Product[]> {
  const last = conditions.length - 1
  const exact = last > EXACT_LEVEL ? await readLevel(asked, conditions, EXACT_LEVEL) : undefined
  const isExactKnown = exact !== undefined && exact.count < SEARCH_TOTAL_MAX
  let known: Known = isExactKnown ? exact : { condition: '', count: 0, page: [] }
  for (let place = isExactKnown ? EXACT_LEVEL + 1 : 0; !isFull(asked, known); place += 1) {
    const condition = conditions[place] ?? ''
    if (condition === known.condition && place < last) continue
    const rest = restOf(asked, condition, known)
    if (place === last) return [...known.page, ...(await walk(asked.database, ...rest))]
    if (place > EXACT_LEVEL) {
      // Among what sells most there are enough, if this level holds many: that spares looking how many.
      const best = await walkBest(asked.database, ...rest)
      if (best.length === rest[1].limit) return [...known.page, ...best]
    }
    const level = place === EXACT_LEVEL && exact ? exact : await readLevel(asked, conditions, place)
    if (level.count === SEARCH_TOTAL_MAX) return [...known.page, ...(await walk(asked.database, ...rest))]
    known = level
  }
  return known.page
}

/** What is known of the levels up to one that is not many: all of it. */
type Known = { condition: string; count: number; page: Product[] }

const isFull = ({ window }: Asked, { count }: Known): boolean => count >= window.offset + window.limit

async function readLevel(
  { database, matching, window }: Asked,
  conditions: string[],
  place: number,
): Promise<Known> {
  const condition = conditions[place] ?? ''
  const few = await findFew(
    database,
    { ...matching, tsquery: condition },
    earlierOf(conditions, place),
    window,
  )
  return { condition, ...few }
}

/** What a level adds to those that are known, and what of it the page still wants. */
const restOf = ({ matching, window }: Asked, condition: string, { condition: less, count, page }: Known) =>
  [
    { ...matching, tsquery: butNot(condition, less) },
    { offset: Math.max(0, window.offset - count), limit: window.limit - page.length },
  ] as const

const earlierOf = (conditions: string[], place: number): EarlierLevels => {
  const earlier = (level: number): string => (level < place ? (conditions[level] ?? '') : '')
  return [earlier(0), earlier(1), earlier(2), earlier(3), earlier(4)]
}
