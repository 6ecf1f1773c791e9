import { type SQL, sql } from 'drizzle-orm'

/** @param all in small letters without accents. @returns a condition for each word of `text`: all of them are to be found */
export const holdsEachWord = (all: SQL, text: string): SQL[] =>
  eachWord(text, (word) => sql`strpos(${all}, ${word}) > 0`)

/** @param condition of a word, which is in small letters without accents */
export const eachWord = (text: string, condition: (word: SQL) => SQL): SQL[] =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => condition(sql`unaccent(lower(${word}::text))`))
