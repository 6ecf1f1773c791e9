import type { QueryWord, Reading } from './query.ts'
import { isMetBy, mayBeTypo, type Typo, type TypoWords, typoOf } from './typos.ts'

/**
 * Which words are taken for mistyped, and what they may have been meant to be. That a word has a match says little, since
 * catalogues are mistyped too: three rows of "mayonaise" must not hide all the mayonnaise.
 */

/**
 * Fewer than this are few: what leaves the first page of the usual size with room. A name that is misspelt in a
 * catalogue is so in a handful of rows; a word that fills a page is one that the trade uses. It is the same whatever the
 * page's size is, so that the total is.
 */
export const FEW_FOUND = 24

/** Shorter words that there are have too many others beside them: "pods", "pots" and "pops". */
const LEAST_LENGTH_OF_MET = 5

export type MistypedWord = {
  word: QueryWord
  /** Some product has it. Then it may be right as well, and need not be like any other. */
  isMet: boolean
  /**
   * As many products must have a word for it to have been meant. 0 where what was typed finds nothing as it is; else it may
   * be right, and only a plausible slip for a much more common word is corrected.
   */
  countMin: number
}

/**
 * The words that few products have; all of them where together they find nothing at all.
 * @param counts how many products each word finds by itself, whatever the filters; exact up to FEW_FOUND
 */
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

/**
 * The typo that would turn one word into another; undefined if there is none, or none is needed. A word that products have
 * is trusted in its first letter, so "goose" is never read as "loose". If the search already finds products, only a
 * plausible slip counts, so "chicken" is never read as "chickpeas".
 */
export const meantTypoOf = (
  { word, isMet, countMin }: MistypedWord,
  other: string,
  edits: number,
): Typo | undefined => {
  const { text } = word
  if (isMetBy(word, other) || (isMet && other[0] !== text[0])) return undefined
  if (countMin === 0 || soundOf(other).startsWith(soundOf(text))) return typoOf(text, other, edits)
  return text.length >= LETTERS_OF_SLIPS ? typoOf(text, other, Math.min(edits, 1)) : undefined
}

/** Where more than vowels or double letters is wrong. Of fewer, one edit makes another word: "pears" and "peas". */
const LETTERS_OF_SLIPS = 6

const soundOf = (word: string): string => word.replace(/[aeiouy]/g, '').replace(/(.)\1+/g, '$1')

export type MeantWord = Typo & { word: string }

const WORDS_MAX = 32

/** Those of the words that may have been meant, up to so many edits away: the nearest, if there are too many. */
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

/** More products than this make a word no more likely. */
export const COMMON = 100
/** So much more common is a word that may have been meant in place of one that products have. */
const MORE_COMMON_AT_LEAST = 5
/** A word that has less than a tenth of the products of one that is no farther away is a slip itself. */
const RARER_AT_MOST = 10

/**
 * What of the nearest words is likely to have been meant, and which of them the most. In place of a word that products have,
 * only a much more common one.
 */
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
