import type { SearchDocument } from './document.ts'
import type { CodeQuery, QueryWord, Reading, SearchQuery } from './query.ts'
import { isSize } from './sizes.ts'
import type { TypoWords } from './typos.ts'

/**
 * Which products a query finds, and in which class: the one rule, for the server, the device and the tests. A class
 * comes wholly before the next; within one, sort.ts decides.
 */
export const MATCH = {
  /** The product number or a barcode is what was typed. */
  codeEqual: 0,
  /** One of them begins with it. */
  codeBeginning: 1,
  /** Every word typed, or its singular, plural or synonym, is a word of the name. */
  nameWords: 2,
  /** The same of name, brand, pack and category together. */
  words: 3,
  nameBeginnings: 4,
  /** The same of name, brand, pack and category together. */
  beginnings: 5,
  /** Each is a word of the name, nearly one, or begins one: where few are found without (mistyped.ts). */
  typoNameWords: 6,
  /** Each nearly begins a word of the name. */
  typoNameBeginnings: 7,
  /** The same of name, brand, pack and category together. */
  typos: 8,
} as const
export type MatchClass = (typeof MATCH)[keyof typeof MATCH]

/** The most that a search counts, and goes through page by page; beyond it a person narrows the search. */
export const SEARCH_TOTAL_MAX = 1000

export const windowOf = (page: number, pageLength: number): { offset: number; limit: number } => {
  const offset = (page - 1) * pageLength
  return { offset, limit: Math.max(0, Math.min(pageLength, SEARCH_TOTAL_MAX - offset)) }
}

/** A query whose mistyped words are known by what they may have been meant to be. */
export type ResolvedQuery = SearchQuery & { typos?: TypoWords }

/**
 * How a word of a product meets the words of a reading: bit n for the reading's word n, a byte for each grade from the
 * strictest. A grade holds all stricter ones, so that "every word at least this well" is one comparison of a byte.
 */
export const GRADE_BITS = { whole: 0, beginning: 8, typo: 16, typoBeginning: 24 } as const
const WHOLE = 0x01010101
const BEGINNING = 0x01010100
const TYPO = 0x01010000
const TYPO_BEGINNING = 0x01000000

export const gradesOf = (reading: Reading, typos: TypoWords | undefined, word: string): number =>
  reading.reduce((grades, wanted, place) => grades | (gradeOf(wanted, word, typos) << place), 0)

function gradeOf({ text, forms, isWhole }: QueryWord, word: string, typos: TypoWords | undefined): number {
  if (word === text || forms.includes(word)) return WHOLE
  if (isWhole !== true && word.startsWith(text)) return BEGINNING
  const meant = typos?.get(text)
  if (meant?.whole.has(word)) return TYPO
  return meant?.beginnings.has(word) ? TYPO_BEGINNING : 0
}

/** The place of the reading's head noun: "chocolate milk" is a milk. */
export const headPlaceOf = (reading: Reading): number => {
  const place = reading.findLastIndex(({ text }) => !isSize(text))
  return place === -1 ? reading.length - 1 : place
}

export const everyWord = (reading: Reading): number => (1 << reading.length) - 1

/**
 * A class, and how far a word typed names the product itself (naming.ts), as one number: the smaller, the better. Of equal
 * class come first those that both name and category call so, then those that one of them does.
 */
export const levelOf = (matchClass: number, isNamed: boolean, isOfCategory: boolean): number =>
  LEVELS_PER_CLASS * matchClass + (isNamed ? 0 : 1) + (isOfCategory ? 0 : 1)
export const LEVELS_PER_CLASS = 3
export const NO_LEVEL = 255

/** The word classes from the best: which words have to meet the reading, and at least how well. */
export const WORD_CLASSES = [
  { class: MATCH.nameWords, of: 'name', grade: 'whole' },
  { class: MATCH.words, of: 'all', grade: 'whole' },
  { class: MATCH.nameBeginnings, of: 'name', grade: 'beginning' },
  { class: MATCH.beginnings, of: 'all', grade: 'beginning' },
  { class: MATCH.typoNameWords, of: 'name', grade: 'typo' },
  { class: MATCH.typoNameBeginnings, of: 'name', grade: 'typoBeginning' },
  { class: MATCH.typos, of: 'all', grade: 'typoBeginning' },
] as const satisfies { class: MatchClass; of: 'name' | 'all'; grade: keyof typeof GRADE_BITS }[]

/**
 * The class of a product whose words meet a reading so.
 * @param name grades of the name's words, all or-ed together
 * @param all grades of all its words
 */
export const classOfGrades = (name: number, all: number, every: number): MatchClass | undefined => {
  // The weakest grade holds all others: most products end here.
  if (every === 0 || !isMet(all, GRADE_BITS.typoBeginning, every)) return undefined
  for (const { of, grade, class: matchClass } of WORD_CLASSES)
    if (isMet(of === 'name' ? name : all, GRADE_BITS[grade], every)) return matchClass
  return undefined
}

const isMet = (grades: number, bits: number, every: number): boolean => ((grades >>> bits) & every) === every

/** @param codes words of the document that carry the mark of a code, or all marked ones */
export const codeClassOf = (code: CodeQuery | null, codes: readonly string[]): MatchClass | undefined => {
  if (code === null) return undefined
  if (codes.some((word) => code.equal.includes(word))) return MATCH.codeEqual
  const begins = codes.some((word) => code.beginning.some((beginning) => word.startsWith(beginning)))
  return begins ? MATCH.codeBeginning : undefined
}

/** The level of one product; NO_LEVEL if it does not match. This is the definition, which indexes compute faster. */
export const levelIn = ({ typos, ...query }: ResolvedQuery, document: SearchDocument): number => {
  const gradesOfAll = (reading: Reading, words: string[]): number =>
    words.reduce((grades, word) => grades | gradesOf(reading, typos, word), 0)
  const classes = query.readings.flatMap((reading) => {
    const name = gradesOfAll(reading, document.nameWords)
    const all = name | gradesOfAll(reading, document.otherWords)
    return classOfGrades(name, all, everyWord(reading)) ?? []
  })
  const matchClass = codeClassOf(query.code, document.markedWords) ?? Math.min(...classes)
  if (!Number.isFinite(matchClass)) return NO_LEVEL
  const isHead = (heads: string[]): boolean =>
    query.readings.some(
      (reading) => gradesOfAll(reading.slice(headPlaceOf(reading)).slice(0, 1), heads) !== 0,
    )
  return levelOf(matchClass, isHead(document.nameHeads), isHead(document.categoryHeads))
}
