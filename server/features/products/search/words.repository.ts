import type { Database } from '#server/db/database.ts'
import { lexeme } from '#server/db/products/lexeme.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'

// These are written by hand: searches that find few products ask several of these (budget: search).

const counts = statement<{ count: number }, { tsqueries: string[]; most: number }>(
  'search_words_count',
  `SELECT (
     SELECT count(*)::int FROM (
       SELECT FROM product_documents d WHERE d.words @@ w.wanted::tsquery LIMIT :most
     ) met
   ) AS count
   FROM unnest(:tsqueries::text[]) WITH ORDINALITY AS w (wanted, place) ORDER BY w.place`,
)

/** Products per condition, up to `most`. */
export const countUpTo = async (
  executor: Database | Connection,
  tsqueries: string[],
  most: number,
): Promise<number[]> =>
  tsqueries.length === 0 ? [] : (await counts(executor, { tsqueries, most })).map(({ count }) => count)

const met = statement<{ met: boolean }, { tsqueries: string[] }>(
  'search_words_met',
  `SELECT product_document_exists(w.wanted::tsquery) AS met
   FROM unnest(:tsqueries::text[]) WITH ORDINALITY AS w (wanted, place) ORDER BY w.place`,
)

/** Whether any sold product meets each condition. */
export const areMet = async (executor: Database | Connection, tsqueries: string[]): Promise<boolean[]> =>
  tsqueries.length === 0 ? [] : (await met(executor, { tsqueries })).map((row) => row.met)

const written = statement<{ word: string }, { words: readonly string[] }>(
  'search_words_written',
  'SELECT word FROM search_words WHERE word = ANY(:words::text[])',
)

/** The words that some product has or had. */
export const findWritten = async (
  executor: Database | Connection,
  words: readonly string[],
): Promise<string[]> =>
  words.length === 0 ? [] : (await written(executor, { words })).map(({ word }) => word)

/** The words that a sold product still has. */
export const findLive = async (executor: Database | Connection, words: string[]): Promise<string[]> => {
  const live = await areMet(executor, words.map(lexeme))
  return words.filter((_, place) => live[place])
}

const near = statement<{ words: string | null }, { first: string; end: string; typed: string }>(
  'search_words_near',
  `SELECT string_agg(word, E'\\n') AS words FROM search_words WHERE (word >= :first AND word < :end) OR word % :typed`,
)

/** Words with the first letter of `typed` or similar trigrams (0.3, as in search/typos.ts). */
export const findNear = async (executor: Database | Connection, typed: string): Promise<string[]> => {
  const [first = ''] = typed
  const [row] = await near(executor, { first, end: `${first}\u{10FFFF}`, typed })
  return row?.words?.split('\n') ?? []
}
