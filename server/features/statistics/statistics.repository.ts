import type { MadeSearch, SearchedTerm } from '#contract/statistics.ts'
import { CUSTOMER_VISIBLE, type CustomerViewer } from '#server/db/customers.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, statement } from '#server/db/transaction.ts'

const insert = statement<{ id: string }, [userId: string, isStaff: boolean, rows: string]>(
  'searches_insert',
  `INSERT INTO search_log (id, customer_id, term, found, added, searched_at)
   SELECT s.id, c.id, s.term, s.found, s.added, s.at
   FROM json_to_recordset($3::json) AS s (id uuid, "customerId" text, term text, found int, added boolean, at timestamptz)
   JOIN customers c ON c.id = s."customerId" AND ${CUSTOMER_VISIBLE}
   ON CONFLICT (id) DO UPDATE SET added = search_log.added OR excluded.added
     WHERE search_log.customer_id = excluded.customer_id
   RETURNING id`,
)

/** One statement. A repeated search can only add that it led to a product. */
export const insertSearches = async (
  database: Database,
  { userId, isStaff }: CustomerViewer,
  searches: readonly MadeSearch[],
): Promise<number> => (await insert(database, userId, isStaff, JSON.stringify(searches))).length

export type AnalysisQuery = {
  /** YYYY-MM-DD in Europe/London, inclusive. */
  from: string
  to: string
  text: string
  result: 'any' | 'sometimes_none' | 'always_none'
  sort: keyof typeof SORTS
  descending: boolean
  limit: number
  offset: number
}

/** $1 and $2 are the viewer, $3 and $4 the days. */
const SEEN = `FROM search_log s JOIN customers c ON c.id = s.customer_id AND ${CUSTOMER_VISIBLE}
   WHERE s.searched_at >= $3::date::timestamp AT TIME ZONE 'Europe/London'
     AND s.searched_at < ($4::date + 1)::timestamp AT TIME ZONE 'Europe/London'`

const SORTS = {
  term: 'term COLLATE "C"',
  searches: 'searches',
  customers: 'customers',
  noResult: '"noResult"',
  added: 'added',
  lastSearchedAt: '"lastSearched"',
} as const

type TermRow = Omit<SearchedTerm, 'lastSearchedAt'> & { lastSearched: Date }
type Values = [
  userId: string,
  isStaff: boolean,
  from: string,
  to: string,
  text: string,
  result: string,
  limit: number,
  offset: number,
]

const termsBy = (name: string, order: string) =>
  statement<{ total: number } & (TermRow | { [Column in keyof TermRow]: null }), Values>(
    name,
    `WITH terms AS MATERIALIZED (
       SELECT s.term, count(*) AS searches, count(DISTINCT s.customer_id) AS customers,
         count(*) FILTER (WHERE s.found = 0) AS "noResult", count(*) FILTER (WHERE s.added) AS added,
         max(s.searched_at) AS "lastSearched"
       ${SEEN} AND strpos(s.term, lower($5)) > 0
       GROUP BY s.term
       HAVING CASE $6 WHEN 'always_none' THEN bool_and(s.found = 0) WHEN 'sometimes_none' THEN bool_or(s.found = 0)
         ELSE true END
     )
     SELECT counted.total, page.* FROM (SELECT count(*) AS total FROM terms) counted
     LEFT JOIN LATERAL (
       SELECT * FROM terms ORDER BY ${order}, searches DESC, term COLLATE "C" LIMIT $7 OFFSET $8
     ) page ON true`,
  )

const termsInOrder = (sort: keyof typeof SORTS) => ({
  ascending: termsBy(`searched_terms_${sort}`, SORTS[sort]),
  descending: termsBy(`searched_terms_${sort}_descending`, `${SORTS[sort]} DESC`),
})

const TERMS = {
  term: termsInOrder('term'),
  searches: termsInOrder('searches'),
  customers: termsInOrder('customers'),
  noResult: termsInOrder('noResult'),
  added: termsInOrder('added'),
  lastSearchedAt: termsInOrder('lastSearchedAt'),
}

export const findSearchedTerms = async (
  executor: Database | Connection,
  { userId, isStaff }: CustomerViewer,
  query: AnalysisQuery,
): Promise<{ data: SearchedTerm[]; total: number }> => {
  const { from, to, text, result, sort, descending, limit, offset } = query
  const find = TERMS[sort][descending ? 'descending' : 'ascending']
  const rows = await find(executor, userId, isStaff, from, to, text, result, limit, offset)
  return {
    // An empty page has one row, for the count.
    data: rows.flatMap(({ total: _, lastSearched, ...row }) =>
      row.term === null || lastSearched === null
        ? []
        : [{ ...(row as TermRow), lastSearchedAt: lastSearched.toISOString() }],
    ),
    total: rows[0]?.total ?? 0,
  }
}

export type SearchDay = { day: string; searches: number; noResult: number; added: number }

const days = statement<SearchDay, [userId: string, isStaff: boolean, from: string, to: string]>(
  'search_days',
  `WITH counted AS (
     SELECT (s.searched_at AT TIME ZONE 'Europe/London')::date AS day, count(*) AS searches,
       count(*) FILTER (WHERE s.found = 0) AS "noResult", count(*) FILTER (WHERE s.added) AS added
     ${SEEN} GROUP BY 1
   )
   SELECT to_char(d, 'YYYY-MM-DD') AS day, coalesce(searches, 0) AS searches, coalesce("noResult", 0) AS "noResult",
     coalesce(added, 0) AS added
   FROM generate_series($3::date::timestamp, $4::date::timestamp, '1 day') AS d
   LEFT JOIN counted ON counted.day = d::date ORDER BY d`,
)

export const countSearchDays = (
  executor: Database | Connection,
  { userId, isStaff }: CustomerViewer,
  { from, to }: Pick<AnalysisQuery, 'from' | 'to'>,
): Promise<SearchDay[]> => days(executor, userId, isStaff, from, to)

export const deleteSearchesBefore = statement<Record<string, never>, [keptDays: number]>(
  'searches_delete_old',
  'DELETE FROM search_log WHERE searched_at < now() - make_interval(days => $1)',
)
