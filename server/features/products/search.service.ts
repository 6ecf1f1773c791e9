import type { ProductSearchBody } from '#contract/products.ts'
import { PAGE_SIZE_DEFAULT } from '#domain/page-size.ts'
import type { Product } from '#domain/product.ts'
import { wantedFilterWords } from '#domain/search/filters.ts'
import { SEARCH_TOTAL_MAX, windowOf } from '#domain/search/match.ts'
import { parseSearch, type SearchQuery } from '#domain/search/query.ts'
import { mayBeTypo, nearestWords, type TypoWords, typoOf } from '#domain/search/typos.ts'
import type { Database } from '#server/db/database.ts'
import {
  countSold,
  type EarlierLevels,
  findFew,
  type Matching,
  ONE_LEVEL,
  type Window,
  walk,
  walkUnpriced,
} from './search.repository.ts'
import { allOf, butNot, type Level, levelsOf, metBy, typoLevelsOf, within } from './search-levels.ts'
import { findLive, findNear, findUnmet } from './words.repository.ts'

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
  if (found.total > 0) return found
  const typos = await findTypos(asked.database, query)
  return typos === undefined ? NOTHING : await findLevels(asked, typoLevelsOf({ ...query, typos }))
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
  return few.count < SEARCH_TOTAL_MAX
    ? { products: few.page, total: few.count }
    : { products: await walkPage(database, wanted, window), total: SEARCH_TOTAL_MAX }
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

/**
 * A page of what so many match that not all are read: level after level while they are few; the first that is not few
 * holds more than any page wants, and is walked through.
 */
async function walkLevels({ database, matching, window }: Asked, conditions: string[]): Promise<Product[]> {
  let known: { condition: string; count: number; page: Product[] } = { condition: '', count: 0, page: [] }
  for (const [place, condition] of conditions.entries()) {
    const isLast = place === conditions.length - 1
    if (!isLast && (condition === '' || condition === known.condition)) continue
    const few = isLast
      ? undefined
      : await findFew(database, { ...matching, tsquery: condition }, earlierOf(conditions, place), window)
    if (few === undefined || few.count === SEARCH_TOTAL_MAX) {
      const rest = await walk(
        database,
        { ...matching, tsquery: butNot(condition, known.condition) },
        { offset: Math.max(0, window.offset - known.count), limit: window.limit - known.page.length },
      )
      return [...known.page, ...rest]
    }
    known = { condition, count: few.count, page: few.page }
    if (few.count >= window.offset + window.limit) break
  }
  return known.page
}

const earlierOf = (conditions: string[], place: number): EarlierLevels => {
  const earlier = (level: number): string => (level < place ? (conditions[level] ?? '') : '')
  return [earlier(0), earlier(1), earlier(2), earlier(3)]
}

/** What mistyped words were meant to be; undefined where none is mistyped, or one is like no word at all. */
async function findTypos(database: Database, { words }: SearchQuery): Promise<TypoWords | undefined> {
  if (words.length === 0) return undefined
  const unmet = (await findUnmet(database, words.map(metBy))).flatMap((place) => words[place]?.text ?? [])
  if (unmet.length === 0 || !unmet.every(mayBeTypo)) return undefined
  const typos = new Map<string, ReturnType<typeof nearestWords>>()
  for (const typed of unmet) {
    const meant = nearestWords(typed, await findLiveTypos(database, typed))
    if (meant.beginnings.size === 0) return undefined
    typos.set(typed, meant)
  }
  return typos
}

/** Only the nearest count, so that words farther away need not be asked for. */
async function findLiveTypos(database: Database, typed: string): Promise<string[]> {
  const near = (await findNear(database, typed)).flatMap((word) => {
    const typo = typoOf(typed, word)
    return typo === undefined ? [] : [{ word, edits: typo.edits }]
  })
  for (const edits of [...new Set(near.map((typo) => typo.edits))].sort()) {
    const live = await findLive(
      database,
      near.filter((typo) => typo.edits === edits).map(({ word }) => word),
    )
    if (live.length > 0) return live
  }
  return []
}
