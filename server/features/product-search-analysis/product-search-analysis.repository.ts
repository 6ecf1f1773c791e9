import { and, asc, count, countDistinct, desc, eq, gte, inArray, lt, max, type SQL, sql } from 'drizzle-orm'
import type { SEARCHED_TERM_SORTS, SearchedTerm } from '#contract/product-search-analysis.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { products } from '#server/db/schema/products.ts'
import { searchAdditions, searchLog } from '#server/db/schema/search-log.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'

export type NewSearch = Omit<typeof searchLog.$inferInsert, 'added'> & { added: boolean }
export type NewAddition = typeof searchAdditions.$inferInsert

/**
 * Stores those of the viewer's customers. A repeated search can only add that it led to a product, or that more was found.
 * @returns the ids now stored
 */
export const insertSearches = async (
  connection: Connection | Database,
  viewer: CustomerViewer,
  searches: readonly NewSearch[],
): Promise<string[]> => {
  const wanted = [...new Set(searches.map(({ customerId }) => customerId))]
  const visible = await connection
    .select({ id: customers.id })
    .from(customers)
    .where(and(inArray(customers.id, wanted), customerVisibleTo(connection, viewer, customers.id)))
  const known = new Set(visible.map(({ id }) => id))
  const rows = inOrder(searches.filter(({ customerId }) => known.has(customerId)))
  if (rows.length === 0) return []
  const kept = await connection
    .insert(searchLog)
    .values(rows)
    .onConflictDoUpdate({
      target: searchLog.id,
      set: {
        added: sql`${searchLog.added} OR excluded.added`,
        found: sql`greatest(${searchLog.found}, excluded.found)`,
      },
      setWhere: sql`${searchLog.customerId} = excluded.customer_id`,
    })
    .returning({ id: searchLog.id })
  return kept.map(({ id }) => id)
}

/** Stores those after searches of the viewer's customers. @returns the ids now stored */
export const insertAdditions = async (
  connection: Connection,
  viewer: CustomerViewer,
  additions: readonly NewAddition[],
): Promise<string[]> => {
  const wanted = [...new Set(additions.map(({ searchId }) => searchId))]
  const searches = await connection
    .select({ id: searchLog.id })
    .from(searchLog)
    .where(and(inArray(searchLog.id, wanted), customerVisibleTo(connection, viewer, searchLog.customerId)))
    .orderBy(searchLog.id)
    // Until the end of the transaction, the clean-up cannot delete them.
    .for('update')
  const known = new Set(searches.map(({ id }) => id))
  const rows = inOrder(additions.filter(({ searchId }) => known.has(searchId)))
  if (rows.length === 0) return []
  const inserted = await connection
    .insert(searchAdditions)
    .values(rows)
    .onConflictDoNothing()
    .returning({ searchId: searchAdditions.searchId })
  const led = [...new Set(inserted.map(({ searchId }) => searchId))]
  await connection
    .update(searchLog)
    .set({ added: true })
    .where(and(inArray(searchLog.id, led), eq(searchLog.added, false)))
  return rows.map(({ id }) => id)
}

/** Two reports of the same rows would deadlock. */
const inOrder = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

export type AnalysisQuery = {
  /** YYYY-MM-DD in Europe/London, inclusive. */
  from: string
  to: string
  text: string
  result: 'any' | 'sometimes_none' | 'always_none'
  sort: (typeof SEARCHED_TERM_SORTS)[number]
  descending: boolean
  limit: number
  offset: number
}

/** Midnight in London. */
const startOf = (day: string): SQL => sql`${day}::date::timestamp AT TIME ZONE 'Europe/London'`

const madeIn = (
  connection: Connection,
  viewer: CustomerViewer,
  { from, to }: Pick<AnalysisQuery, 'from' | 'to'>,
): SQL | undefined =>
  and(
    customerVisibleTo(connection, viewer, searchLog.customerId),
    gte(searchLog.searchedAt, startOf(from)),
    lt(searchLog.searchedAt, sql`(${to}::date + 1)::timestamp AT TIME ZONE 'Europe/London'`),
  )

const FOUND_NONE = sql`${searchLog.found} = 0`

const COUNTS = {
  searches: count(),
  noResult: sql<number>`count(*) FILTER (WHERE ${FOUND_NONE})`,
  added: sql<number>`count(*) FILTER (WHERE ${searchLog.added})`,
}

const TERM_COLUMNS = {
  ...COUNTS,
  term: searchLog.term,
  customers: countDistinct(searchLog.customerId),
  lastSearchedAt: max(searchLog.searchedAt),
}

const HAVING: Record<AnalysisQuery['result'], SQL | undefined> = {
  any: undefined,
  sometimes_none: sql`bool_or(${FOUND_NONE})`,
  always_none: sql`bool_and(${FOUND_NONE})`,
}

const BY_TERM = sql`${searchLog.term} COLLATE "C"`

/** @param connection with a snapshot, so that page and count agree */
export const findSearchedTerms = async (
  connection: Connection,
  viewer: CustomerViewer,
  { text, result, sort, descending, limit, offset, ...days }: AnalysisQuery,
): Promise<{ data: SearchedTerm[]; total: number }> => {
  const terms = () =>
    connection
      .select(TERM_COLUMNS)
      .from(searchLog)
      .where(and(madeIn(connection, viewer, days), sql`strpos(${searchLog.term}, lower(${text}::text)) > 0`))
      .groupBy(searchLog.term)
      .having(HAVING[result])
  const order = sort === 'term' ? BY_TERM : TERM_COLUMNS[sort]
  const page = await terms()
    .orderBy(descending ? desc(order) : order, desc(COUNTS.searches), BY_TERM)
    .limit(limit)
    .offset(offset)
  const [counted] = await connection.select({ total: count() }).from(terms().as('terms'))
  const topProducts = await findTopProducts(connection, madeIn(connection, viewer, days), page)
  return {
    data: page.map(({ lastSearchedAt, ...row }) => ({
      ...row,
      topProduct: topProducts.get(row.term) ?? null,
      lastSearchedAt: (lastSearchedAt as Date).toISOString(),
    })),
    total: counted?.total ?? 0,
  }
}

/** The product that most searches for each term led to. One that this server does not know has no name to show. */
const findTopProducts = async (
  connection: Connection,
  made: SQL | undefined,
  terms: readonly { term: string; added: number }[],
): Promise<Map<string, NonNullable<SearchedTerm['topProduct']>>> => {
  const led = terms.flatMap(({ term, added }) => (added > 0 ? [term] : []))
  if (led.length === 0) return new Map()
  const { product_no, name } = products
  const searches = countDistinct(searchAdditions.searchId)
  const rows = await connection
    .selectDistinctOn([searchLog.term], { term: searchLog.term, product_no, name, searches })
    .from(searchLog)
    .innerJoin(searchAdditions, eq(searchAdditions.searchId, searchLog.id))
    .innerJoin(products, eq(product_no, searchAdditions.product_no))
    .where(and(made, inArray(searchLog.term, led)))
    .groupBy(searchLog.term, product_no)
    .orderBy(searchLog.term, desc(searches), asc(product_no))
  return new Map(rows.map(({ term, ...product }) => [term, product]))
}

export type SearchDay = { day: string; searches: number; noResult: number; added: number }

/** Every day of the period. */
export const countSearchDays = async (
  connection: Connection,
  viewer: CustomerViewer,
  period: Pick<AnalysisQuery, 'from' | 'to'>,
): Promise<SearchDay[]> => {
  const day = sql<string>`to_char(${searchLog.searchedAt} AT TIME ZONE 'Europe/London', 'YYYY-MM-DD')`
  const rows = await connection
    .select({ ...COUNTS, day })
    .from(searchLog)
    .where(madeIn(connection, viewer, period))
    .groupBy(day)
  const counted = new Map(rows.map((row) => [row.day, row]))
  return daysOf(period).map((each) => counted.get(each) ?? { day: each, searches: 0, noResult: 0, added: 0 })
}

const daysOf = ({ from, to }: Pick<AnalysisQuery, 'from' | 'to'>): string[] => {
  const first = Date.parse(from)
  const days = (Date.parse(to) - first) / DAY_MS + 1
  return Array.from({ length: days }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10))
}

export const deleteSearchesBefore = async (connection: Connection, keptDays: number): Promise<void> => {
  await connection.delete(searchLog).where(lt(searchLog.searchedAt, new Date(Date.now() - keptDays * DAY_MS)))
}
