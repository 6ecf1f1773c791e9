import { Product as ProductSchema } from '#contract/products.ts'
import type { Product } from '#domain/product.ts'
import { LEVELS_PER_CLASS, SEARCH_TOTAL_MAX } from '#search/match.ts'
import type { Purchases, Sort, Sortable } from '#search/sort.ts'
import type { Database } from '#server/db/database.ts'
import { PRODUCT_COLUMNS, productJoins } from '#server/db/products/product-columns.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'
import { CLASS_COUNT, type Conditions } from './search-conditions.ts'

/**
 * Fetches a search's candidates; search/ ranks them. `findFew` reads and sorts all matches up to some thousands,
 * by the word index; with more, `walk` goes through products in the requested order until it has enough. So neither
 * grows with the catalogue. By hand, for the budgets of searches. The walk calls the function behind `@@`, which no index serves, to keep PostgreSQL from
 * guessing between the two.
 */

/** `product` is set only by `findFew`, for the page it was asked for. */
export type Candidate = Sortable & { product: Product | undefined }

export type Matching = {
  tsquery: string
  /** `findFew` reads this by relevance where `tsquery` matches too many; '' for nothing. */
  narrow: string
  /** For candidates' levels; undefined where nothing was typed. */
  conditions: Conditions | undefined
  sort: Sort
  priceListId: string
  limit: number
  /** `findFew` also reads the whole products of candidates behind that many: a search's page in one statement. */
  offset: number
  /** The customer's: relevance counts them. Walks do not. */
  purchases: Purchases
  /** Products that are left out. */
  except: readonly string[]
}

/**
 * The limit of `findFew`. Walks by relevance or sales end soon, but by price or name they may pass everything cheaper
 * or earlier, so more are worth sorting.
 */
export const fewAtMost = (sort: Sort): number =>
  sort === 'relevance' || sort === 'sales' ? SEARCH_TOTAL_MAX : 4 * SEARCH_TOTAL_MAX

export type Few = {
  /** Up to `fewAtMost`. At that number the candidates are those of `narrow`. */
  count: number
  /** The candidates are the first of them, this many. At `fewAtMost` there are none: walk instead. */
  read: number
  candidates: Candidate[]
}

export const findFew = async (executor: Database | Connection, matching: Matching): Promise<Few> => {
  const rows = await FEW[matching.sort](executor, valuesOf(matching))
  const [{ count, read } = { count: 0, read: 0 }] = rows
  const candidates = rows.flatMap((row) =>
    // No candidate leaves one row, for the count.
    row.candidate === null ? [] : [candidateOf(row, matching.purchases)],
  )
  return { count, read, candidates }
}

type SortKeys = {
  candidate: string
  sortLevel: number
  sortLength: number
  sortRank: number
  sortName: string
  sortPence: number | null
}
type Nulls<T> = { [Key in keyof T]: null }
type FewRow = { count: number; read: number } & (SortKeys | Nulls<SortKeys>) & (Product | Nulls<Product>)

const candidateOf = (row: SortKeys & (Product | Nulls<Product>), purchases: Purchases): Candidate => ({
  product_no: row.candidate,
  level: row.sortLevel,
  nameLength: row.sortLength,
  timesBought: purchases.get(row.candidate) ?? 0,
  salesRank: row.sortRank,
  nameKey: row.sortName,
  pricePence: row.sortPence,
  product: row.product_no === null ? undefined : productOf(row),
})

const PRODUCT_FIELDS = Object.keys(ProductSchema.properties) as (keyof Product)[]

/** One by one: the rest of a destructured row is an object that is slow to read and to collect. */
const productOf = (row: Product): Product => {
  const product: Partial<Record<keyof Product, unknown>> = {}
  for (const field of PRODUCT_FIELDS) product[field] = row[field]
  return product as Product
}

export const findAmong = (
  executor: Database | Connection,
  matching: Matching,
  product_nos: readonly string[],
): Promise<Candidate[]> =>
  AMONG(executor, { ...valuesOf(matching), product_nos }).then(withPurchases(matching))

type WalkedRow = Omit<Candidate, 'timesBought' | 'product'>

const withPurchases =
  ({ purchases }: Matching) =>
  (rows: WalkedRow[]): Candidate[] =>
    rows.map((row) => ({ ...row, timesBought: purchases.get(row.product_no) ?? 0, product: undefined }))

/** In the requested order; by price, only priced products. Levels are not read. */
export const walk = (executor: Database | Connection, matching: Matching): Promise<Candidate[]> =>
  WALK[matching.sort](executor, valuesOf(matching)).then(withPurchases(matching))

/** A cheap first attempt by relevance among FIRST_PRODUCTS: if it finds enough, they are the right ones. */
export const walkFirst = (executor: Database | Connection, matching: Matching): Promise<Candidate[]> =>
  FIRST(executor, valuesOf(matching)).then(withPurchases(matching))

const FIRST_PRODUCTS = 4_000

/** Unpriced products by sales: the end of an order by price. */
export const walkUnpriced = (executor: Database | Connection, matching: Matching): Promise<Candidate[]> =>
  UNPRICED(executor, valuesOf(matching)).then(withPurchases(matching))

export const countSold = async (
  executor: Database | Connection,
  except: readonly string[],
): Promise<number> => (await COUNT(executor, { except }))[0]?.count ?? 0

/**
 * For the document or product `d`. A subquery, which PostgreSQL hashes once, keeps a walk in its index's order; `<> ALL`
 * would go through the list for each product.
 * @param parameter of the product numbers
 */
export const isNotIn = (parameter: `:${string}`): string =>
  `d.product_no NOT IN (SELECT unnest(${parameter}::text[]))`

const IS_LEFT = isNotIn(':except')

const CLASSES = Array.from({ length: CLASS_COUNT }, (_, place) => place)

type Values = {
  tsquery: string
  narrow: string | null
  isBrowsing: boolean
  classes: readonly (string | null)[]
  nameHead: string | null
  categoryHead: string | null
  priceListId: string
  sort: Sort
  limit: number
  offset: number
  bought: readonly string[]
  times: readonly number[]
  except: readonly string[]
}

const NO_CLASSES: readonly null[] = CLASSES.map(() => null)

/** null where nothing can match: PostgreSQL would send a notice for each empty tsquery. */
function valuesOf(matching: Matching): Values {
  const { tsquery, narrow, priceListId, sort, limit, offset, purchases, except } = matching
  // Other orders ignore levels.
  const conditions = sort === 'relevance' ? matching.conditions : undefined
  return {
    tsquery,
    narrow: narrow || null,
    isBrowsing: conditions === undefined,
    classes: conditions?.classes.map((one) => one || null) ?? NO_CLASSES,
    nameHead: conditions?.nameHead || null,
    categoryHead: conditions?.categoryHead || null,
    priceListId,
    sort,
    limit,
    offset,
    bought: [...purchases.keys()],
    times: [...purchases.values()],
    except,
  }
}

/**
 * levelOf of search/match.ts; 0 where nothing was typed. A parameter for each class: from an array, PostgreSQL
 * would pick the condition again for every product, which doubles the time of a search.
 */
const LEVEL = `CASE WHEN :isBrowsing::boolean THEN 0 ELSE
    ${LEVELS_PER_CLASS} * CASE ${CLASSES.map(
      (place) => `WHEN ts_match_vq(d.words, :classes[${place}]::tsquery) THEN ${place}`,
    ).join(' ')} END
    + CASE WHEN ts_match_vq(d.words, :nameHead::tsquery) THEN 0 ELSE 1 END
    + CASE WHEN ts_match_vq(d.words, :categoryHead::tsquery) THEN 0 ELSE 1 END END`
const PRICES = 'pr.price_list_id = :priceListId AND pr.product_no = d.product_no'
const PENCE = `CASE WHEN :sort LIKE 'price%' THEN (SELECT pr.pence FROM prices pr WHERE ${PRICES}) END`
const KEYS = `d.product_no, d.name_length AS "nameLength", d.sales_rank AS "salesRank", d.name_key AS "nameKey"`

/** compareProducts of search/sort.ts; only FEW reads purchases. */
const SALES = 'f."salesRank", f.product_no COLLATE "C"'
const ORDERS: Record<Sort, string> = {
  relevance: `f."nameLength", ${SALES}`,
  sales: SALES,
  name: `f."nameKey", ${SALES}`,
  price: `f."pricePence", ${SALES}`,
  price_descending: `f."pricePence" DESC NULLS LAST, ${SALES}`,
}
const bySort = <T>(make: (sort: Sort) => T): Record<Sort, T> =>
  Object.fromEntries((Object.keys(ORDERS) as Sort[]).map((sort) => [sort, make(sort)])) as Record<Sort, T>

/** `found` with its sort columns. Only relevance carries the long words. */
const ranked = (sort: Sort): string => {
  if (sort === 'relevance')
    return `SELECT d.*, ${LEVEL} AS level, coalesce(b.times, 0) AS bought, NULL::bigint AS "pricePence"
      FROM found d LEFT JOIN unnest(:bought::text[], :times::int[]) AS b (product_no, times) USING (product_no)`
  return sort === 'price' || sort === 'price_descending'
    ? `SELECT d.*, 0 AS level, pr.pence AS "pricePence" FROM found d LEFT JOIN prices pr ON ${PRICES}`
    : 'SELECT d.*, 0 AS level, NULL::bigint AS "pricePence" FROM found d'
}
const FEW_ORDERS = { ...ORDERS, relevance: `f.level, f."nameLength", f.bought DESC, ${SALES}` }

const few = (sort: Sort): string => {
  const matching = (columns: string, condition: string) =>
    `SELECT ${columns} FROM product_documents d WHERE d.words @@ ${condition} AND ${IS_LEFT} LIMIT ${fewAtMost(sort)}`
  const tsquery = ':tsquery::tsquery'
  // Counting first by relevance is cheaper than reading long words that are too many.
  return sort === 'relevance'
    ? `counted AS MATERIALIZED (SELECT count(*)::int AS count FROM (${matching('', tsquery)}) met),
       found AS MATERIALIZED (${matching(
         `${KEYS}, d.words`,
         `(SELECT CASE WHEN count < ${fewAtMost(sort)} THEN ${tsquery} ELSE :narrow::tsquery END FROM counted)`,
       )}), held AS (SELECT counted.count, (SELECT count(*)::int FROM found) AS read FROM counted)`
    : `found AS MATERIALIZED (${matching(KEYS, tsquery)}),
       held AS (SELECT count(*)::int AS count, count(*)::int AS read FROM found)`
}

const FEW = bySort((sort) =>
  statement<FewRow, Values>(
    `products_few_${sort}`,
    `WITH ${few(sort)}, first AS (
       SELECT f.* FROM held, (${ranked(sort)}) f WHERE held.read < ${fewAtMost(sort)}
       ORDER BY ${FEW_ORDERS[sort]} LIMIT :limit
     ), placed AS (SELECT f.*, row_number() OVER () AS place FROM first f)
     SELECT held.count, held.read, f.product_no AS candidate, f.level AS "sortLevel",
       f."nameLength" AS "sortLength", f."salesRank" AS "sortRank", f."nameKey" AS "sortName",
       f."pricePence" AS "sortPence", ${PRODUCT_COLUMNS}
     FROM held LEFT JOIN placed f ON true
       LEFT JOIN products p ON f.place > :offset AND p.product_no = f.product_no AND p.active
       ${productJoins(':priceListId')}`,
  ),
)

const ONE_BY_ONE = `(:tsquery = '' OR ts_match_vq(d.words, :tsquery::tsquery)) AND ${IS_LEFT}`

const AMONG = statement<WalkedRow, Values & { product_nos: readonly string[] }>(
  'products_among',
  `SELECT ${KEYS}, ${LEVEL} AS level, ${PENCE} AS "pricePence" FROM product_documents d
   WHERE d.product_no = ANY(:product_nos::text[]) AND ${ONE_BY_ONE}`,
)

/** The inner limit tells PostgreSQL's generic plan that an index in this order pays. */
const firstOf = (found: string, order: string): string =>
  `SELECT * FROM (SELECT * FROM (${found}) f ORDER BY ${order} LIMIT ${SEARCH_TOTAL_MAX}) f ORDER BY ${order} LIMIT :limit`

const UNLEVELLED = `${KEYS}, 0 AS level`

const WALK = bySort((sort) =>
  statement<WalkedRow, Values>(
    `products_walk_${sort}`,
    sort === 'price' || sort === 'price_descending'
      ? firstOf(
          `SELECT ${UNLEVELLED}, pr.pence AS "pricePence" FROM product_documents d JOIN prices pr ON ${PRICES}
           WHERE pr.pence IS NOT NULL AND ${ONE_BY_ONE}`,
          ORDERS[sort].replace(' NULLS LAST', ''),
        )
      : firstOf(
          `SELECT ${UNLEVELLED}, NULL::bigint AS "pricePence" FROM product_documents d WHERE ${ONE_BY_ONE}`,
          ORDERS[sort],
        ),
  ),
)

const FIRST = statement<WalkedRow, Values>(
  'products_walk_first',
  firstOf(
    `SELECT ${UNLEVELLED}, NULL::bigint AS "pricePence" FROM (
       SELECT f.* FROM product_documents f ORDER BY f.name_length, f.sales_rank, f.product_no COLLATE "C"
       LIMIT ${FIRST_PRODUCTS}
     ) d WHERE ${ONE_BY_ONE}`,
    ORDERS.relevance,
  ),
)

const UNPRICED = statement<WalkedRow, Values>(
  'products_walk_unpriced',
  firstOf(
    `SELECT ${UNLEVELLED}, NULL::bigint AS "pricePence" FROM product_documents d
     WHERE ${ONE_BY_ONE} AND NOT EXISTS (SELECT FROM prices pr WHERE ${PRICES} AND pr.pence IS NOT NULL)`,
    ORDERS.sales,
  ),
)

const COUNT = statement<{ count: number }, { except: readonly string[] }>(
  'products_count',
  `SELECT count(*)::int AS count FROM (
     SELECT FROM product_documents d WHERE ${IS_LEFT} LIMIT ${SEARCH_TOTAL_MAX}
   ) sold`,
)
