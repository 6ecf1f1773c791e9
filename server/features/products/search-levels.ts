import { MATCH, type MatchClass, type ResolvedQuery } from '#domain/search/match.ts'
import type { QueryWord } from '#domain/search/query.ts'
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

export const levelsOf = (query: ResolvedQuery): Level[] => {
  const codes = cumulative([
    [MATCH.codeEqual, any(query.code?.equal.map(lexeme))],
    [MATCH.codeBeginning, any(query.code?.beginning.map(beginning))],
  ])
  // Whole words of the name are beginnings of it, and all of its words are words of the product as well: each of these
  // holds the one before by itself. Asked for once more they would cost the index as much again.
  const words: [MatchClass, string][] = [
    [MATCH.nameWords, every(query, ({ text }) => [nameLexeme(text)])],
    [
      MATCH.nameBeginnings,
      every(query, ({ text, forms }) => [`${nameLexeme(text)}:*`, ...forms.map(nameLexeme)]),
    ],
    [MATCH.beginnings, every(query, begun)],
  ]
  const code = codes.at(-1)?.tsquery ?? ''
  return [
    ...codes,
    ...words.map(([matchClass, tsquery]) => ({ class: matchClass, tsquery: either(code, tsquery) })),
  ]
}

/** Only for a query that finds nothing by the levels above. */
export const typoLevelsOf = (query: ResolvedQuery): Level[] => {
  const meant = (word: QueryWord, kind: 'whole' | 'beginnings'): string[] =>
    [...(query.typos?.get(word.text)?.[kind] ?? [])].map(lexeme)
  return cumulative([
    [MATCH.typos, every(query, (word) => [...begun(word), ...meant(word, 'whole')])],
    [MATCH.typoBeginnings, every(query, (word) => [...begun(word), ...meant(word, 'beginnings')])],
  ])
}

/** What any product must have for the word not to be mistyped. */
export const metBy = (word: QueryWord): string => any(begun(word))

/** What meets a level's condition and the filters; where there are none, the level alone. */
export const within = (level: string, filters: string): string =>
  level === '' || filters === '' ? level : `${level} & ${filters}`

/** All of these words. */
export const allOf = (words: string[]): string => words.map(lexeme).join(' & ')

export const butNot = (tsquery: string, less: string): string =>
  less === '' ? tsquery : `(${tsquery}) & !(${less})`

const begun = ({ text, forms }: QueryWord): string[] => [beginning(text), ...forms.map(lexeme)]

const beginning = (text: string): string => `${lexeme(text)}:*`

function every({ words }: ResolvedQuery, alternatives: (word: QueryWord) => string[]): string {
  return words.length === 0 ? '' : `(${words.map((word) => any(alternatives(word))).join(' & ')})`
}

function any(alternatives: string[] = []): string {
  return alternatives.length === 0 ? '' : `(${alternatives.join(' | ')})`
}

function cumulative(classes: [MatchClass, string][]): Level[] {
  let before = ''
  return classes.map(([matchClass, tsquery]) => {
    before = either(before, tsquery)
    return { class: matchClass, tsquery: before }
  })
}

function either(one: string, other: string): string {
  if (one === '' || other === '') return one + other
  return `(${one} | ${other})`
}
