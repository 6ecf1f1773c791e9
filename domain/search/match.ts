import type { SearchDocument } from './document.ts'
import type { QueryWord, SearchQuery } from './query.ts'
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
  /** Every word typed is a word of the name. */
  nameWords: 2,
  /** Every word typed begins a word of the name, or is its singular or plural, or means the same. */
  nameBeginnings: 3,
  /** The same of name, brand, pack and category together. */
  beginnings: 4,
  /** Each is a word of the name, nearly one, or begins one: where few are found without (mistyped.ts). */
  typoNameWords: 5,
  /** Each nearly begins a word of the name. */
  typoNameBeginnings: 6,
  /** The same of name, brand, pack and category together. */
  typos: 7,
} as const
export type MatchClass = (typeof MATCH)[keyof typeof MATCH]

/** From here on only where few are found without. */
export const FIRST_TYPO_CLASS = MATCH.typoNameWords

/** The most that a search counts, and goes through page by page; beyond it a person narrows the search. */
export const SEARCH_TOTAL_MAX = 1000

/** Which of the products found a page shows. Pages end where counting does. */
export const windowOf = (page: number, pageLength: number): { offset: number; limit: number } => {
  const offset = (page - 1) * pageLength
  return { offset, limit: Math.max(0, Math.min(pageLength, SEARCH_TOTAL_MAX - offset)) }
}

/** A query whose mistyped words are known by what they may have been meant to be. */
export type ResolvedQuery = SearchQuery & { typos?: TypoWords }

/**
 * How a word of a product meets the words of a query: bit n for the query's word n, a byte for each grade from the
 * strictest. A grade holds all stricter ones, so that "every word at least this well" is one comparison of a byte.
 */
export const GRADE_BITS = { whole: 0, beginning: 8, typo: 16, typoBeginning: 24 } as const
const WHOLE = 0x01010101
const BEGINNING = 0x01010100
const TYPO = 0x01010000
const TYPO_BEGINNING = 0x01000000

export const gradesOf = (query: ResolvedQuery, word: string): number =>
  query.words.reduce((grades, wanted, place) => grades | (gradeOf(wanted, word, query.typos) << place), 0)

function gradeOf({ text, forms }: QueryWord, word: string, typos: TypoWords | undefined): number {
  if (word === text) return WHOLE
  if (word.startsWith(text) || forms.includes(word)) return BEGINNING
  const meant = typos?.get(text)
  if (meant?.whole.has(word)) return TYPO
  return meant?.beginnings.has(word) ? TYPO_BEGINNING : 0
}

/** All words of a query, as a byte of grades has them. */
export const everyWord = ({ words }: SearchQuery): number => (1 << words.length) - 1

/**
 * The class of a product whose words meet the query so.
 * @param nameGrades of the name's words, all or-ed together
 * @param grades of all its words
 */
export const classOfGrades = (nameGrades: number, grades: number, every: number): MatchClass | undefined => {
  // The weakest grade holds all others: most products end here.
  if (every === 0 || !isMet(grades, GRADE_BITS.typoBeginning, every)) return undefined
  if (isMet(nameGrades, GRADE_BITS.whole, every)) return MATCH.nameWords
  if (isMet(nameGrades, GRADE_BITS.beginning, every)) return MATCH.nameBeginnings
  if (isMet(grades, GRADE_BITS.beginning, every)) return MATCH.beginnings
  if (isMet(nameGrades, GRADE_BITS.typo, every)) return MATCH.typoNameWords
  return isMet(nameGrades, GRADE_BITS.typoBeginning, every) ? MATCH.typoNameBeginnings : MATCH.typos
}

const isMet = (grades: number, bits: number, every: number): boolean => ((grades >>> bits) & every) === every

/** @param codes words of the document that carry the mark of a code, or all marked ones */
export const codeClassOf = (query: SearchQuery, codes: readonly string[]): MatchClass | undefined => {
  const { code } = query
  if (code === null) return undefined
  if (codes.some((word) => code.equal.includes(word))) return MATCH.codeEqual
  const begins = codes.some((word) => code.beginning.some((beginning) => word.startsWith(beginning)))
  return begins ? MATCH.codeBeginning : undefined
}

/** The class of one product, undefined where it is not found. The definition; an index finds the same faster. */
export const classOf = (query: ResolvedQuery, document: SearchDocument): MatchClass | undefined => {
  const byCode = codeClassOf(query, document.markedWords)
  if (byCode !== undefined) return byCode
  const gradesOfAll = (words: string[]): number =>
    words.reduce((grades, word) => grades | gradesOf(query, word), 0)
  const nameGrades = gradesOfAll(document.nameWords)
  return classOfGrades(nameGrades, nameGrades | gradesOfAll(document.otherWords), everyWord(query))
}
