import { type SQL, sql } from 'drizzle-orm'
import { searchedWords } from '#domain/searched-words.ts'

/** @param all in small letters without accents. @returns a condition for each word of `text`: all of them are to be found */
export const holdsEachWord = (all: SQL, text: string): SQL[] =>
  wordsOf(text).map((word) => sql`strpos(${all}, ${word}) > 0`)

/** A bit for each word of `text` that `all` holds. */
export const wordsHeldBy = (all: SQL, text: string): SQL =>
  sql.join(
    wordsOf(text).map(
      (word, place) => sql`((strpos(${all}, ${word}) > 0)::int << ${sql.raw(String(place))})`,
    ),
    sql` | `,
  )

/** Without accents. In a sub-select, since PostgreSQL would else fold them again for each row. */
const wordsOf = (text: string): SQL[] =>
  searchedWords(text).map((word) => sql`(SELECT unaccent(${word}::text))`)
