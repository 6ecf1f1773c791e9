import type { SearchDocument } from './document.ts'
import type { CodeQuery, QueryWord, Reading, SearchQuery } from './query.ts'
import { isMeasure, isSize } from './sizes.ts'
import type { TypoWords } from './typos.ts'

/** The one rule for server, device and tests. Classes come in this order; sort.ts orders within one. */
export const MATCH = {
  codeEqual: 0,
  codeBeginning: 1,
  /** Every word, or its form or synonym, is in the name. */
  nameWords: 2,
  /** The same over name, brand, pack and category. */
  words: 3,
  nameBeginnings: 4,
  beginnings: 5,
  /** As `words`, but of another size. */
  otherSize: 6,
  /** The size is right, but the name says another kind: a pork pie in the category "Pies & Scotch eggs". */
  otherKind: 7,
  /** Each is nearly a word of the name, or begins one (mistyped.ts). */
  typoNameWords: 8,
  typoNameBeginnings: 9,
  /** As `typoNameWords`, but of another size; begun words count too. */
  typoOtherSize: 10,
  typos: 11,
} as const
export type MatchClass = (typeof MATCH)[keyof typeof MATCH]

export const windowOf = (page: number, pageLength: number): { offset: number; limit: number } => ({
  offset: (page - 1) * pageLength,
  limit: pageLength,
})

export type ResolvedQuery = SearchQuery & { typos?: TypoWords }

/** Bit n for word n, a byte per grade from the strictest, each including stricter ones: one comparison tests all words. */
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

/** The reading's head noun: "chocolate milk" is a milk. */
export const headPlaceOf = (reading: Reading): number => {
  const place = reading.findLastIndex(({ text }) => !isSize(text))
  return place === -1 ? reading.length - 1 : place
}

/** Bits of a reading's words. A size may be in any field, and is missed less than the kind of product. */
export type WantedWords = {
  kinds: number
  sizes: number
  /** The word that must be in the name of a product of that size. */
  head: number
}

export const wantedWordsOf = (reading: Reading): WantedWords => {
  const every = (1 << reading.length) - 1
  const sizes = reading.reduce((bits, { text }, place) => (isMeasure(text) ? bits | (1 << place) : bits), 0)
  return sizes === 0 || sizes === every
    ? { kinds: every, sizes: 0, head: 0 }
    : { kinds: every & ~sizes, sizes, head: (1 << headPlaceOf(reading)) & ~sizes }
}

/** Lower is better: within a class, products named so by both name and category come first (naming.ts). */
export const levelOf = (matchClass: number, isNamed: boolean, isOfCategory: boolean): number =>
  LEVELS_PER_CLASS * matchClass + (isNamed ? 0 : 1) + (isOfCategory ? 0 : 1)
export const LEVELS_PER_CLASS = 3
export const NO_LEVEL = 255

/** True if some of what was typed does not match as typed. Such products are set apart, after the others. */
export const isSimilar = (level: number): boolean => level >= LEVELS_PER_CLASS * MATCH.otherSize

export const isOfOtherSize = (level: number): boolean => {
  const matchClass = Math.floor(level / LEVELS_PER_CLASS)
  return matchClass === MATCH.otherSize || matchClass === MATCH.typoOtherSize
}

export const WORD_CLASSES = [
  { class: MATCH.nameWords, of: 'name', grade: 'whole' },
  { class: MATCH.words, of: 'all', grade: 'whole' },
  { class: MATCH.nameBeginnings, of: 'name', grade: 'beginning' },
  { class: MATCH.beginnings, of: 'all', grade: 'beginning' },
  { class: MATCH.otherSize, of: 'all', grade: 'whole' },
  { class: MATCH.otherKind, of: 'all', grade: 'beginning' },
  { class: MATCH.typoNameWords, of: 'name', grade: 'typo' },
  { class: MATCH.typoNameBeginnings, of: 'name', grade: 'typoBeginning' },
  { class: MATCH.typoOtherSize, of: 'name', grade: 'typo' },
  { class: MATCH.typos, of: 'all', grade: 'typoBeginning' },
] as const satisfies { class: MatchClass; of: 'name' | 'all'; grade: keyof typeof GRADE_BITS }[]

/** @param name grades of the name's words, or-ed together @param all grades of all words */
export const classOfGrades = (
  name: number,
  all: number,
  { kinds, sizes, head }: WantedWords,
): MatchClass | undefined => {
  // The weakest grade includes all others: most products end here.
  if (kinds === 0 || !isMet(all, GRADE_BITS.typoBeginning, kinds)) return undefined
  for (const { of, grade, class: matchClass } of WORD_CLASSES) {
    if (!isMet(of === 'name' ? name : all, GRADE_BITS[grade], kinds)) continue
    if (matchClass < MATCH.otherKind && !isMet(name, GRADE_BITS[grade], head)) continue
    const isOther = matchClass === MATCH.otherSize || matchClass === MATCH.typoOtherSize
    if (isOther ? sizes !== 0 : isMet(all, GRADE_BITS[grade], sizes)) return matchClass
  }
  return undefined
}

const isMet = (grades: number, bits: number, wanted: number): boolean =>
  ((grades >>> bits) & wanted) === wanted

export const codeClassOf = (code: CodeQuery | null, codes: readonly string[]): MatchClass | undefined => {
  if (code === null) return undefined
  if (codes.some((word) => code.equal.includes(word))) return MATCH.codeEqual
  const begins = codes.some((word) => code.beginning.some((beginning) => word.startsWith(beginning)))
  return begins ? MATCH.codeBeginning : undefined
}

/** NO_LEVEL if it does not match. This is the definition; indexes compute the same faster. */
export const levelIn = ({ typos, ...query }: ResolvedQuery, document: SearchDocument): number => {
  const gradesOfAll = (reading: Reading, words: string[]): number =>
    words.reduce((grades, word) => grades | gradesOf(reading, typos, word), 0)
  const classes = query.readings.flatMap((reading) => {
    const name = gradesOfAll(reading, document.nameWords)
    const all = name | gradesOfAll(reading, document.otherWords)
    return classOfGrades(name, all, wantedWordsOf(reading)) ?? []
  })
  const matchClass = codeClassOf(query.code, document.markedWords) ?? Math.min(...classes)
  if (!Number.isFinite(matchClass)) return NO_LEVEL
  const isHead = (heads: string[]): boolean =>
    query.readings.some(
      (reading) => gradesOfAll(reading.slice(headPlaceOf(reading)).slice(0, 1), heads) !== 0,
    )
  return levelOf(matchClass, isHead(document.nameHeads), isHead(document.categoryHeads))
}
