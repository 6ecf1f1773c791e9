import {
  headPlaceOf,
  LEVELS_PER_CLASS,
  MATCH,
  type MatchClass,
  type ResolvedQuery,
  WORD_CLASSES,
} from '#domain/search/match.ts'
import type { QueryWord, Reading, SearchQuery } from '#domain/search/query.ts'
import { categoryHeadLexeme, lexeme, nameHeadLexeme, nameLexeme } from '#server/db/lexeme.ts'

/**
 * A query as conditions of PostgreSQL's full text search, texts of type tsquery; '' is met by none. What they have to
 * say is domain/search/match.ts's.
 */
export type Conditions = {
  /** What a product of each class meets, whether or not it meets one before; by the class's number. */
  classes: string[]
  /** What the product is by its name, and by its category, was asked for. */
  nameHead: string
  categoryHead: string
}

const CLASS_COUNT = Math.max(...Object.values(MATCH)) + 1

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
 * What all products meet that a class and those before it hold. The classes of other fields hold those of the name
 * alone; asked for once more, these would cost the index as much again.
 */
export const cumulative = ({ classes }: Conditions, last: MatchClass): string => {
  const held: readonly number[] = HOLDS.get(last) ?? []
  return either(classes.filter((_, place) => place <= last && !held.includes(place)))
}

/** Which classes before it each holds, by what they ask for. */
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

/**
 * The parts of a class, each holding the one before: those that both heads were asked for of, those that one was, all.
 * As many as levels.
 */
export const partsOfClass = (
  { classes, nameHead, categoryHead }: Conditions,
  matchClass: MatchClass,
): string[] => {
  const met = classes[matchClass] ?? ''
  const heads = [`(${nameHead}) & (${categoryHead})`, `(${nameHead}) | (${categoryHead})`]
  const parts = met === '' ? [] : [...heads.map((head) => `(${met}) & (${head})`), met]
  return parts.slice(-LEVELS_PER_CLASS)
}

/** What a product has that is found by the word, without any typo. */
export const metBy = (word: QueryWord): string =>
  any(alternatives(word, { grade: 'beginning', typos: undefined }, lexeme))

/** What a product has that is found by its number or barcode; '' where what was typed is neither. */
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

/** What a word may be met by at a grade; each grade holds the stricter ones. */
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
  if (conditions.length < 2) return conditions[0] ?? ''
  return `(${conditions.map((one) => (one.includes(' ') ? `(${one})` : one)).join(' | ')})`
}
