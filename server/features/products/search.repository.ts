import type { Product } from '#domain/product.ts'
import { RECENTLY_PURCHASED_DAYS } from '#domain/search/filters.ts'
import { SEARCH_TOTAL_MAX } from '#domain/search/match.ts'
import type { Sort } from '#domain/search/sort.ts'
import type { Database } from '#server/db/database.ts'
import { PRODUCT_COLUMNS, productJoins } from '#server/db/product-columns.ts'
import { type Connection, statement } from '#server/db/transaction.ts'
import { namedStatement } from './named-statement.ts'

/**
 * The statements of a search. Two ways lead to a page: `findFew` reads all that match by the index of words, up to
 * some thousands of them, and sorts; where that many match, `walk` goes through the products in the order asked for
 * and stops when the page is full, which is the sooner the more match. So neither grows with the catalogue. To keep
 * PostgreSQL from weighing the one against the other by guesses, the walk compares by the function behind `@@`, which no
 * index serves.
 */

/** Relevance is another order for each level; within one it is this. */
export type PlainSort = Exclude<Sort, 'relevance'>

export type Matching = {
  /** Text of type tsquery; '' is met by every product. */
  tsquery: string
  sort: PlainSort
  priceListId: string
  /** Only what this customer has bought of late. */
  recentlyPurchased?: { customerId: string; now: Date } | undefined
}

export type Window = { limit: number; offset: number }

/**
 * How many `findFew` reads at most. By sales a walk is soon full, since what sells is of every kind. By price or name it
 * may have to pass everything that is cheaper or earlier than what was asked for, all of chicken breast being dear, so
 * more are worth sorting.
 */
export const fewAtMost = (sort: PlainSort): number =>
  sort === 'sales' ? SEARCH_TOTAL_MAX : 4 * SEARCH_TOTAL_MAX

export type Few = {
  /** Up to `fewAtMost`. Where it is that many, there may be more, and the page is empty: walk. */
  count: number
  page: Product[]
}

/** Which of the levels before the last a product is of; the last is all that matches. */
export type EarlierLevels = [string, string, string, string, string]
export const ONE_LEVEL: EarlierLevels = ['', '', '', '', '']

/** Sorted by the first level that a product is of, then as asked. */
export const findFew = async (
  executor: Database | Connection,
  matching: Matching,
  [level0, level1, level2, level3, level4]: EarlierLevels,
  window: Window,
): Promise<Few> => {
  const levels = { level0, level1, level2, level3, level4 }
  const rows = await FEW[matching.sort][variantOf(matching)](executor, {
    ...valuesOf(matching, window),
    ...levels,
  })
  return {
    count: rows[0]?.count ?? 0,
    // Without a product on this page there is one row, for the count alone.
    page: rows.flatMap(({ count: _, ...product }) => (product.product_no === null ? [] : [product])),
  }
}

/** In the order asked for; by price, those that have one. */
export const walk = (executor: Database | Connection, matching: Matching, window: Window) =>
  WALK[matching.sort][variantOf(matching)](executor, valuesOf(matching, window))

/**
 * The same among the best-selling BEST_PRODUCTS alone: an attempt that costs little where it fails. A page that comes
 * full is the right one.
 */
export const walkBest = (executor: Database | Connection, matching: Matching, window: Window) =>
  BEST[variantOf(matching)](executor, valuesOf(matching, window))

const BEST_PRODUCTS = 4_000

/** Those without a price, by sales: what comes after all others where the order is by price. */
export const walkUnpriced = (executor: Database | Connection, matching: Matching, window: Window) =>
  UNPRICED[variantOf(matching)](executor, valuesOf(matching, window))

/** How many products are sold, up to SEARCH_TOTAL_MAX. */
export const countSold = async (executor: Database | Connection): Promise<number> =>
  (await COUNT(executor))[0]?.count ?? 0

const COUNT = statement<{ count: number }>(
  'products_count',
  `SELECT count(*)::int AS count FROM (SELECT FROM product_documents LIMIT ${SEARCH_TOTAL_MAX}) sold`,
)

type Values = {
  tsquery: string
  priceListId: string
  limit: number
  offset: number
  customerId: string | undefined
  now: Date | undefined
}

const valuesOf = ({ tsquery, priceListId, recentlyPurchased }: Matching, window: Window): Values => ({
  tsquery,
  priceListId,
  ...window,
  customerId: recentlyPurchased?.customerId,
  now: recentlyPurchased?.now,
})

const VARIANTS = ['any', 'recent', 'all', 'allRecent'] as const
type Variant = (typeof VARIANTS)[number]

const variantOf = ({ tsquery, recentlyPurchased }: Matching): Variant => {
  if (tsquery === '') return recentlyPurchased ? 'allRecent' : 'all'
  return recentlyPurchased ? 'recent' : 'any'
}

const RECENT = `d.product_no IN (
  SELECT l.product_no FROM orders o JOIN order_lines l ON l.order_id = o.id
  WHERE o.customer_id = :customerId AND o.placed_at > :now::timestamptz - interval '${RECENTLY_PURCHASED_DAYS} days')`

const conditions = (variant: Variant, matches: string): string => {
  const parts = { any: [matches], recent: [matches, RECENT], all: ['true'], allRecent: [RECENT] }
  return parts[variant].join(' AND ')
}
const BY_INDEX = 'd.words @@ :tsquery::tsquery'
const ONE_BY_ONE = 'ts_match_vq(d.words, :tsquery::tsquery)'

/** As compareProducts of domain/search/sort.ts has them; `f` is what was found. */
const SALES = 'f.sales_rank, f.product_no COLLATE "C"'
const ORDERS: Record<PlainSort, string> = {
  sales: SALES,
  name: `f.name_key, ${SALES}`,
  price: `f.pence, ${SALES}`,
  price_descending: `f.pence DESC NULLS LAST, ${SALES}`,
}
const SORTS = Object.keys(ORDERS) as PlainSort[]
const isByPrice = (sort: PlainSort): boolean => sort === 'price' || sort === 'price_descending'
const PRICES = 'pr.price_list_id = :priceListId AND pr.product_no = d.product_no'

const byVariant = <T>(make: (variant: Variant) => T): Record<Variant, T> =>
  Object.fromEntries(VARIANTS.map((variant) => [variant, make(variant)])) as Record<Variant, T>
const bySort = <T>(make: (sort: PlainSort) => T): Record<PlainSort, T> =>
  Object.fromEntries(SORTS.map((sort) => [sort, make(sort)])) as Record<PlainSort, T>

/** The products that `page` names, in its order. */
const ROWS = `LEFT JOIN products p ON p.product_no = page.product_no AND p.active
  ${productJoins(':priceListId')} ORDER BY page.place`

type FewRow = (Product | { [Column in keyof Product]: null }) & { count: number }
type FewValues = Values & { level0: string; level1: string; level2: string; level3: string; level4: string }

const FEW = bySort((sort) =>
  byVariant((variant) =>
    namedStatement<FewRow, FewValues>(
      `products_few_${sort}_${variant}`,
      `WITH found AS MATERIALIZED (
         SELECT d.product_no, d.sales_rank, ${sort === 'name' ? 'd.name_key,' : ''} CASE
           WHEN ts_match_vq(d.words, :level0::tsquery) THEN 0 WHEN ts_match_vq(d.words, :level1::tsquery) THEN 1
           WHEN ts_match_vq(d.words, :level2::tsquery) THEN 2 WHEN ts_match_vq(d.words, :level3::tsquery) THEN 3
           WHEN ts_match_vq(d.words, :level4::tsquery) THEN 4 ELSE 5 END AS level
         FROM product_documents d WHERE ${conditions(variant, BY_INDEX)} LIMIT ${fewAtMost(sort)}
       ), counted AS (SELECT count(*)::int AS count FROM found)
       SELECT counted.count, ${PRODUCT_COLUMNS}
       FROM counted LEFT JOIN LATERAL (
         SELECT f.product_no, row_number() OVER (ORDER BY f.level, ${ORDERS[sort]}) AS place
         FROM ${isByPrice(sort) ? `(SELECT d.*, pr.pence FROM found d LEFT JOIN prices pr ON ${PRICES})` : 'found'} f
         WHERE counted.count < ${fewAtMost(sort)}
         ORDER BY place LIMIT :limit OFFSET :offset
       ) page ON true
       ${ROWS}`,
    ),
  ),
)

const WALK = bySort((sort) =>
  byVariant((variant) =>
    namedStatement<Product, Values>(
      `products_walk_${sort}_${variant}`,
      pageOf(
        isByPrice(sort)
          ? `SELECT d.product_no, d.sales_rank, pr.pence FROM product_documents d JOIN prices pr ON ${PRICES}
             WHERE pr.pence IS NOT NULL AND ${conditions(variant, ONE_BY_ONE)}`
          : `SELECT d.product_no, d.sales_rank, d.name_key FROM product_documents d
             WHERE ${conditions(variant, ONE_BY_ONE)}`,
        sort === 'price_descending' ? `f.pence DESC, ${SALES}` : ORDERS[sort],
      ),
    ),
  ),
)

const BEST = byVariant((variant) =>
  namedStatement<Product, Values>(
    `products_walk_best_${variant}`,
    pageOf(
      `SELECT d.product_no, d.sales_rank FROM (
         SELECT f.* FROM product_documents f ORDER BY ${ORDERS.sales} LIMIT ${BEST_PRODUCTS}
       ) d WHERE ${conditions(variant, ONE_BY_ONE)}`,
      ORDERS.sales,
    ),
  ),
)

const UNPRICED = byVariant((variant) =>
  namedStatement<Product, Values>(
    `products_walk_unpriced_${variant}`,
    pageOf(
      `SELECT d.product_no, d.sales_rank FROM product_documents d
       WHERE ${conditions(variant, ONE_BY_ONE)}
         AND NOT EXISTS (SELECT FROM prices pr WHERE ${PRICES} AND pr.pence IS NOT NULL)`,
      ORDERS.sales,
    ),
  ),
)

/**
 * The inner limit tells PostgreSQL, which plans without knowing the page's, that an index in this order pays; the page's
 * own comes before products are numbered and read, so that no more are visited than it holds.
 */
function pageOf(found: string, order: string): string {
  return `SELECT ${PRODUCT_COLUMNS} FROM (
      SELECT f.product_no, row_number() OVER (ORDER BY ${order}) AS place FROM (
        SELECT * FROM (SELECT * FROM (${found}) f ORDER BY ${order} LIMIT ${SEARCH_TOTAL_MAX}) f
        ORDER BY ${order} LIMIT :limit OFFSET :offset
      ) f
    ) page
    ${ROWS.replace('LEFT JOIN products', 'JOIN products')}`
}
