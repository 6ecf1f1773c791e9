import { FILTER_NAMES, RECENTLY_PURCHASED_DAYS } from '#domain/search/filters.ts'
import { MARKS } from '#domain/search/query.ts'
import type { Database } from '#server/db/database.ts'
import { lexeme } from '#server/db/lexeme.ts'
import { type Connection, statement } from '#server/db/transaction.ts'

/** Which words products have: for what may be mistyped, and for the filters that have something to find. */

const counts = statement<{ count: number }, [tsqueries: string[], most: number]>(
  'search_words_count',
  `SELECT (
     SELECT count(*)::int FROM (
       SELECT FROM product_documents d WHERE d.words @@ w.wanted::tsquery LIMIT $2
     ) met
   ) AS count
   FROM unnest($1::text[]) WITH ORDINALITY AS w (wanted, place) ORDER BY w.place`,
)

/** How many products meet each of these conditions, up to `most`. */
export const countUpTo = async (
  executor: Database | Connection,
  tsqueries: string[],
  most: number,
): Promise<number[]> =>
  tsqueries.length === 0 ? [] : (await counts(executor, tsqueries, most)).map(({ count }) => count)

const met = statement<{ met: boolean }, [tsqueries: string[]]>(
  'search_words_met',
  `SELECT product_document_exists(w.wanted::tsquery) AS met
   FROM unnest($1::text[]) WITH ORDINALITY AS w (wanted, place) ORDER BY w.place`,
)

/** Whether any product that is sold meets each of these conditions. */
export const areMet = async (executor: Database | Connection, tsqueries: string[]): Promise<boolean[]> =>
  tsqueries.length === 0 ? [] : (await met(executor, tsqueries)).map((row) => row.met)

const written = statement<{ word: string }, [words: readonly string[]]>(
  'search_words_written',
  'SELECT word FROM search_words WHERE word = ANY($1::text[])',
)

/** Of these words, those that some product has or had. */
export const findWritten = async (
  executor: Database | Connection,
  words: readonly string[],
): Promise<string[]> => (words.length === 0 ? [] : (await written(executor, words)).map(({ word }) => word))

/** Of these words, those that a product that is sold still has. */
export const findLive = async (executor: Database | Connection, words: string[]): Promise<string[]> => {
  const live = await areMet(executor, words.map(lexeme))
  return words.filter((_, place) => live[place])
}

const near = statement<{ words: string | null }, [from: string, to: string, typed: string]>(
  'search_words_near',
  `SELECT string_agg(word, E'\\n') AS words FROM search_words WHERE (word >= $1 AND word < $2) OR word % $3`,
)

/**
 * All words that `typed` may have been meant to be, and many that it may not: those with its first letter, and, by
 * trigrams, those like it (0.3, as domain/search/typos.ts has it and pg_trgm by default).
 */
export const findNear = async (executor: Database | Connection, typed: string): Promise<string[]> => {
  const [first = ''] = typed
  const [row] = await near(executor, first, `${first}\u{10FFFF}`, typed)
  return row?.words?.split('\n') ?? []
}

const filterWords = statement<{ word: string }, [beginnings: string[]]>(
  'search_words_filters',
  `SELECT w.word FROM unnest($1::text[]) AS b (beginning)
   JOIN search_words w ON w.word >= b.beginning AND w.word < b.beginning || U&'\\+10FFFF'
   WHERE product_document_exists(
     ('''' || replace(replace(w.word, E'\\\\', E'\\\\\\\\'), '''', '''''') || '''')::tsquery)
   ORDER BY w.word`,
)

/** The values of these filters that a product that is sold has, in order: `[filter, value]`. */
export const findFilterValues = async (
  executor: Database | Connection,
  filters: readonly string[] = FILTER_NAMES,
): Promise<[filter: string, value: string][]> => {
  const beginnings = filters.map((filter) => `${MARKS.filter}${filter}:`)
  const rows = await filterWords(executor, beginnings)
  return rows.map(({ word }) => {
    const colon = word.indexOf(':')
    return [word.slice(MARKS.filter.length, colon), word.slice(colon + 1)]
  })
}

const hasRecent = statement<{ found: boolean }, [customerId: string, now: Date]>(
  'products_recently_purchased',
  `SELECT EXISTS (
     SELECT FROM orders o JOIN order_lines l ON l.order_id = o.id
     JOIN product_documents d ON d.product_no = l.product_no
     WHERE o.customer_id = $1 AND o.placed_at > $2::timestamptz - interval '${RECENTLY_PURCHASED_DAYS} days'
   ) AS found`,
)

export const hasRecentPurchases = async (
  executor: Database | Connection,
  customerId: string,
  now: Date,
): Promise<boolean> => (await hasRecent(executor, customerId, now))[0]?.found ?? false
