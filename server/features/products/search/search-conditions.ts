import {
  headPlaceOf,
  LEVELS_PER_CLASS,
  MATCH,
  type MatchClass,
  type ResolvedQuery,
  WORD_CLASSES,
} from '#search/match.ts'
import type { QueryWord, Reading, SearchQuery } from '#search/query.ts'
import { categoryHeadLexeme, lexeme, nameHeadLexeme, nameLexeme } from '#server/db/products/lexeme.ts'

/** A query as tsquery texts for the classes of search/match.ts; '' matches nothing. */
export type Conditions = {
  /** One condition for each class number; each may include better classes. */
  classes: string[]
  /** The head of the product's name, or of its category, was searched for. */
  nameHead: string
  categoryHead: string
}

export const CLASS_COUNT = Math.max(...Object.values(MATCH)) + 1

export const conditionsOf = (query: ResolvedQuery): Conditions => {
  const { code, readings, typos } = query
  const classes = Array.from({ length: CLASS_COUNT }, () => '')
  classes[MATCH.codeEqual] = any(code?.equal.map(lexeme))
  classes[MATCH.codeBeginning] = codeBy(query)
  for (const { class: matchClass, of, grade } of WORD_CLASSES) {
    if (typos === undefined && isTypoClass(matchClass)) continue
    const written = of === 'name' ? nameLexeme : lexeme
    classes[matchClass] = any(
      readings.map((reading) => every(reading, (word) => alternatives(word, { grade, typos }, written))),
    )
  }
  const headBy = (written: Written): string =>
    any(
      readings
        .map((reading) => reading[headPlaceOf(reading)])
        .flatMap((word) => (word ? alternatives(word, { grade: 'typoBeginning', typos }, written) : [])),
    )
  return { classes, nameHead: headBy(nameHeadLexeme), categoryHead: headBy(categoryHeadLexeme) }
}

/**
 * Matches a class and all before it. Classes of other fields include those of the name, which would cost the index as
 * much again.
 */
export const cumulative = ({ classes }: Conditions, last: MatchClass): string => {
  const held: readonly number[] = HOLDS.get(last) ?? []
  return either(classes.filter((_, place) => place <= last && !held.includes(place)))
}

/** The better classes each one includes. */
const HOLDS = new Map<MatchClass, readonly MatchClass[]>(
  WORD_CLASSES.map((wide, place) => [
    wide.class,
    WORD_CLASSES.slice(0, place)
      .filter((narrow) => wide.of === 'all' || narrow.of === 'name')
      .map((narrow) => narrow.class),
  ]),
)

export const widest = (conditions: Conditions): string =>
  cumulative(conditions, conditions.classes[MATCH.typos] === '' ? MATCH.beginnings : MATCH.typos)

/** A class in nested parts: both heads match, one does, all. As many as levels. */
export const partsOfClass = (
  { classes, nameHead, categoryHead }: Conditions,
  matchClass: MatchClass,
): string[] => {
  const met = classes[matchClass] ?? ''
  const heads = [`(${nameHead}) & (${categoryHead})`, `(${nameHead}) | (${categoryHead})`]
  const parts = met === '' ? [] : [...heads.map((head) => `(${met}) & (${head})`), met]
  return parts.slice(-LEVELS_PER_CLASS)
}

/** Matches the word without typos. */
export const metBy = (word: QueryWord): string =>
  any(alternatives(word, { grade: 'beginning', typos: undefined }, lexeme))

/** Matches the number or barcode; '' if the text is neither. */
export const codeBy = ({ code }: SearchQuery): string =>
  any([...(code?.equal.map(lexeme) ?? []), ...(code?.beginning.map(begun) ?? [])])

export const within = (condition: string, filters: string): string =>
  condition === '' || filters === '' ? condition : `(${condition}) & ${filters}`

export const allOf = (words: string[]): string => words.map(lexeme).join(' & ')

export const exceptWhere = (condition: string, less: string): string =>
  less === '' ? condition : `(${condition}) & !(${less})`

export const either = (conditions: readonly string[]): string => any(conditions.filter((one) => one !== ''))

const isTypoClass = (matchClass: MatchClass): boolean => matchClass > MATCH.beginnings

type Written = (word: string) => string
type Grade = (typeof WORD_CLASSES)[number]['grade']

const begun = (word: string): string => `${lexeme(word)}:*`

/** A word's matches at a grade, stricter grades included. */
function alternatives(
  { text, forms, isWhole }: QueryWord,
  { grade, typos }: { grade: Grade; typos: ResolvedQuery['typos'] },
  written: Written,
): string[] {
  const meant = typos?.get(text)
  const typed = grade === 'whole' || isWhole ? written(text) : `${written(text)}:*`
  const nearly = {
    whole: [],
    beginning: [],
    typo: [...(meant?.whole ?? [])],
    typoBeginning: [...(meant?.beginnings ?? [])],
  }
  return [typed, ...[...forms, ...nearly[grade]].map(written)]
}

const every = (reading: Reading, alternativesOf: (word: QueryWord) => string[]): string =>
  reading.map((word) => any(alternativesOf(word))).join(' & ')

function any(conditions: readonly string[] = []): string {
  const different = [...new Set(conditions)]
  if (different.length < 2) return different[0] ?? ''
  return `(${different.map((one) => (one.includes(' ') ? `(${one})` : one)).join(' | ')})`
}
