import type { QueryWord, Reading } from './query.ts'
import { isMetBy, mayBeTypo, type Typo, type TypoWords, typoOf } from './typos.ts'

/** A match proves little, as catalogues have typos: three rows of "mayonaise" must not hide all the mayonnaise. */

/** Below one page. A typo affects a handful of rows; a real word fills a page. Fixed, so that totals are too. */
export const FEW_FOUND = 24

/** Shorter words have too many neighbours: "pods", "pots" and "pops". */
const LEAST_LENGTH_OF_MET = 5

export type MistypedWord = {
  word: QueryWord
  isMet: boolean
  /** Products a correction needs. 0 if nothing is found as typed; else only slips for far commoner words count. */
  countMin: number
}

/** Words few products have; all if they find nothing. @param counts regardless of filters; exact up to FEW_FOUND */
export const mistypedWords = (
  words: Reading,
  { counts, isMet: areMet }: { counts: readonly number[]; isMet: boolean },
): MistypedWord[] =>
  words.flatMap((word, place) => {
    const count = counts[place] ?? 0
    const isMet = count > 0
    const isSuspect = !areMet || (count < FEW_FOUND && (!isMet || word.text.length >= LEAST_LENGTH_OF_MET))
    const countMin = areMet ? Math.min(COMMON, count * MORE_COMMON_AT_LEAST) : 0
    return isSuspect && mayBeTypo(word.text) ? [{ word, isMet, countMin }] : []
  })

/** A word that products have keeps its first letter ("goose" is not "loose"). See `countMin` for when only slips count. */
export const meantTypoOf = (
  { word, isMet, countMin }: MistypedWord,
  other: string,
  edits: number,
): Typo | undefined => {
  const { text } = word
  if (isMetBy(word, other) || (isMet && other[0] !== text[0])) return undefined
  if (countMin === 0 || soundsLike(text, other)) return typoOf(text, other, edits)
  return text.length >= LETTERS_OF_SLIPS ? typoOf(text, other, Math.min(edits, 1)) : undefined
}

/** Below this, one edit of a consonant makes another word: "pears" and "peas". */
const LETTERS_OF_SLIPS = 6

/** With as many syllables, or more if it is still being typed: "passata" is no slip for "pasta". */
const soundsLike = (text: string, other: string): boolean =>
  soundOf(other).startsWith(soundOf(text)) && syllablesIn(other) >= syllablesIn(text)

const syllablesIn = (word: string): number => word.match(/[aeiouy]+/g)?.length ?? 0

const soundOf = (word: string): string => word.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1')

export type MeantWord = Typo & { word: string }

const WORDS_MAX = 32

export const nearestWords = (mistyped: MistypedWord, words: Iterable<string>, edits: number): MeantWord[] =>
  [...words]
    .flatMap((word) => {
      const typo = meantTypoOf(mistyped, word, edits)
      return typo === undefined ? [] : [{ word, ...typo }]
    })
    .sort(
      (a, b) => a.edits - b.edits || Number(a.beginning) - Number(b.beginning) || (a.word < b.word ? -1 : 1),
    )
    .slice(0, WORDS_MAX)

/** More products make a word no likelier. */
export const COMMON = 100
const MORE_COMMON_AT_LEAST = 5
/** A word with a tenth of a nearer or equal word's products is a typo itself. */
const RARER_AT_MOST = 10

export const likelyWords = (
  { countMin }: Pick<MistypedWord, 'countMin'>,
  nearest: readonly MeantWord[],
  counts: readonly number[],
): MeantWord[] => {
  const counted = nearest
    .map((meant, place) => ({ meant, count: counts[place] ?? 0 }))
    .filter(({ count }) => count >= countMin)
  const mostWithin = (edits: number): number =>
    Math.max(0, ...counted.map(({ meant, count }) => (meant.edits <= edits ? count : 0)))
  return counted
    .filter(({ meant, count }) => count * RARER_AT_MOST >= mostWithin(meant.edits))
    .sort(
      (a, b) =>
        a.meant.edits - b.meant.edits ||
        Number(a.meant.beginning) - Number(b.meant.beginning) ||
        b.count - a.count ||
        (a.meant.word < b.meant.word ? -1 : 1),
    )
    .map(({ meant }) => meant)
}

export const typoWordsOf = (likely: ReadonlyMap<string, readonly MeantWord[]>): TypoWords =>
  new Map(
    [...likely].map(([typed, meant]) => [
      typed,
      {
        whole: new Set(meant.flatMap(({ word, beginning }) => (beginning ? [] : [word]))),
        beginnings: new Set(meant.map(({ word }) => word)),
      },
    ]),
  )
