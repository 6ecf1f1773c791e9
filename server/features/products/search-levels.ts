import { MATCH, type MatchClass, type ResolvedQuery } from '#domain/search/match.ts'
import type { QueryWord, SearchQuery } from '#domain/search/query.ts'
import { lexeme, nameLexeme } from '#server/db/lexeme.ts'

/**
 * A query's classes (domain/search/match.ts) as conditions of PostgreSQL's full text search. Level n holds all products
 * of its class and of those before it, so the last level is all that is found.
 */
export type Level = {
  class: MatchClass
  /** Text of type tsquery; '' is met by none. */
  tsquery: string
}

export const levelsOf = (query: SearchQuery): Level[] => {
  const equal = any(query.code?.equal.map(lexeme))
  const code = codeBy(query)
  return [
    { class: MATCH.codeEqual, tsquery: equal },
    { class: MATCH.codeBeginning, tsquery: code },
    ...wordLevelsOf(query).map((level) => ({ ...level, tsquery: either(code, level.tsquery) })),
  ]
}

/** The same and what typos find, for a query that is no product's code and few products' words. */
export const typoLevelsOf = (query: ResolvedQuery): Level[] => {
  const levels = wordLevelsOf(query)
  const met = levels.at(-1)?.tsquery ?? ''
  const meant = (word: QueryWord, kind: 'whole' | 'beginnings'): string[] => [
    ...(query.typos?.get(word.text)?.[kind] ?? []),
  ]
  const nearly = (kind: 'whole' | 'beginnings'): string =>
    every(query, (word) => [...begunInName(word), ...meant(word, kind).map(nameLexeme)])
  return [
    ...levels,
    { class: MATCH.typoNameWords, tsquery: either(met, nearly('whole')) },
    { class: MATCH.typoNameBeginnings, tsquery: either(met, nearly('beginnings')) },
    {
      class: MATCH.typos,
      tsquery: every(query, (word) => [...begun(word), ...meant(word, 'beginnings').map(lexeme)]),
    },
  ]
}

/**
 * Whole words of the name are beginnings of it, and all of its words are words of the product as well: each of these
 * holds the one before by itself. Asked for once more they would cost the index as much again.
 */
const wordLevelsOf = (query: SearchQuery): Level[] => [
  { class: MATCH.nameWords, tsquery: every(query, ({ text }) => [nameLexeme(text)]) },
  { class: MATCH.nameBeginnings, tsquery: every(query, begunInName) },
  { class: MATCH.beginnings, tsquery: every(query, begun) },
]

/** What a product has that is found by the word, without any typo. */
export const metBy = (word: QueryWord): string => any(begun(word))

/** What a product has that is found by its number or barcode; '' where what was typed is neither. */
export const codeBy = ({ code }: SearchQuery): string =>
  any([...(code?.equal.map(lexeme) ?? []), ...(code?.beginning.map(beginning) ?? [])])

/** What meets a level's condition and the filters; where there are none, the level alone. */
export const within = (level: string, filters: string): string =>
  level === '' || filters === '' ? level : `${level} & ${filters}`

/** All of these words. */
export const allOf = (words: string[]): string => words.map(lexeme).join(' & ')

export const butNot = (tsquery: string, less: string): string =>
  less === '' ? tsquery : `(${tsquery}) & !(${less})`

const begun = ({ text, forms }: QueryWord): string[] => [beginning(text), ...forms.map(lexeme)]
const begunInName = ({ text, forms }: QueryWord): string[] => [
  `${nameLexeme(text)}:*`,
  ...forms.map(nameLexeme),
]

const beginning = (text: string): string => `${lexeme(text)}:*`

function every({ words }: SearchQuery, alternatives: (word: QueryWord) => string[]): string {
  return words.length === 0 ? '' : `(${words.map((word) => any(alternatives(word))).join(' & ')})`
}

function any(alternatives: string[] = []): string {
  return alternatives.length === 0 ? '' : `(${alternatives.join(' | ')})`
}

function either(one: string, other: string): string {
  if (one === '' || other === '') return one + other
  return `(${one} | ${other})`
}
