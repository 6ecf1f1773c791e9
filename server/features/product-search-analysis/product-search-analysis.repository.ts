import { and, count, countDistinct, desc, gte, inArray, lt, max, type SQL, sql } from 'drizzle-orm'
import type { MadeSearch, SearchedTerm } from '#contract/product-search-analysis.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { searchLog } from '#server/db/schema/search-log.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'

/** Those of the viewer's customers. A repeated search can only add that it led to a product. */
export const insertSearches = async (
  database: Database,
  viewer: CustomerViewer,
  searches: readonly MadeSearch[],
): Promise<number> => {
  const wanted = [...new Set(searches.map(({ customerId }) => customerId))]
  const visible = await database
    .select({ id: customers.id })
    .from(customers)
    .where(and(inArray(customers.id, wanted), customerVisibleTo(database, viewer, customers.id)))
  const known = new Set(visible.map(({ id }) => id))
  const rows = searches
    .filter(({ customerId }) => known.has(customerId))
    // Two reports of the same searches would deadlock.
    .toSorted((a, b) => (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1))
  if (rows.length === 0) return 0
  const kept = await database
    .insert(searchLog)
    .values(rows.map(({ at, ...row }) => ({ ...row, searchedAt: new Date(at) })))
    .onConflictDoUpdate({
      target: searchLog.id,
      set: { added: sql`${searchLog.added} OR excluded.added` },
      setWhere: sql`${searchLog.customerId} = excluded.customer_id`,
    })
    .returning({ id: searchLog.id })
  return kept.length
}

export type AnalysisQuery = {
  /** YYYY-MM-DD in Europe/London, inclusive. */
  from: string
  to: string
  text: string
  result: 'any' | 'sometimes_none' | 'always_none'
  sort: keyof SearchedTerm
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
  return {
    data: page.map(({ lastSearchedAt, ...row }) => ({
      ...row,
      lastSearchedAt: (lastSearchedAt as Date).toISOString(),
    })),
    total: counted?.total ?? 0,
  }
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
