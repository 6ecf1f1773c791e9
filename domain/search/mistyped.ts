import type { QueryWord, SearchQuery } from './query.ts'
import { editsAllowed, isMetBy, mayBeTypo, type Typo, type TypoWords, typoOf } from './typos.ts'

/**
 * When a search looks for typos: where few products are found without, and then for those words that few products have.
 * What is found so comes behind, in the same list. That a word has a match says little, since catalogues are mistyped
 * too: three rows of "mayonaise" must not hide all the mayonnaise. Nothing that is a product's number or barcode, or
 * begins one, is taken for mistyped.
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
}

/** Whether typos are worth looking for, before anything else is known of the words. */
export const mayHoldTypos = (query: SearchQuery, found: number): boolean =>
  found < FEW_FOUND && query.words.some(({ text }) => mayBeTypo(text))

/** @param counts how many products each word of the query finds by itself, whatever the filters; exact up to FEW_FOUND */
export const mistypedWords = ({ words }: SearchQuery, counts: readonly number[]): MistypedWord[] =>
  words.flatMap((word, place) => {
    const count = counts[place] ?? 0
    const isMet = count > 0
    const isLongEnough = !isMet || word.text.length >= LEAST_LENGTH_OF_MET
    return count < FEW_FOUND && isLongEnough && mayBeTypo(word.text) ? [{ word, isMet }] : []
  })

/** How far to look for what was meant: one edit, and farther only while few are found. */
export const editsInTurn = (mistyped: readonly MistypedWord[]): number[] => {
  const most = Math.max(0, ...mistyped.map(({ word }) => editsAllowed(word.text)))
  return Array.from({ length: most }, (_, place) => place + 1)
}

/** Words that products have, for each mistyped one: all that it may have been meant to be among them. */
export type WordsNear = ReadonlyMap<MistypedWord, Iterable<string>>

/** What the mistyped words may have been meant to be; undefined where that finds nothing more. */
export const typosWithin = (near: WordsNear, edits: number): TypoWords | undefined => {
  const typos: [typed: string, meant: ReturnType<typeof nearestWords>][] = []
  for (const [mistyped, words] of near) {
    const meant = nearestWords(mistyped, words, edits)
    if (meant.beginnings.size > 0) typos.push([mistyped.word.text, meant])
    else if (!mistyped.isMet) return undefined
  }
  return typos.length > 0 ? new Map(typos) : undefined
}

/**
 * Whether a word may have been meant: undefined where not, and where it is found without a typo. A word that some
 * product has is taken to be right in its first letter: "goose" is no slip for "loose".
 */
export const meantTypoOf = (
  { word, isMet }: MistypedWord,
  other: string,
  edits: number,
): Typo | undefined => {
  if (isMetBy(word, other) || (isMet && other[0] !== word.text[0])) return undefined
  return typoOf(word.text, other, edits)
}

const WORDS_MAX = 32

/** Those of the words that may have been meant, up to so many edits away: the nearest, if there are too many. */
export const nearestWords = (
  mistyped: MistypedWord,
  words: Iterable<string>,
  edits: number,
): { whole: Set<string>; beginnings: Set<string> } => {
  const nearest = [...words]
    .flatMap((word) => {
      const typo = meantTypoOf(mistyped, word, edits)
      return typo === undefined ? [] : [{ word, ...typo }]
    })
    .sort(
      (a, b) => a.edits - b.edits || Number(a.beginning) - Number(b.beginning) || (a.word < b.word ? -1 : 1),
    )
    .slice(0, WORDS_MAX)
  return {
    whole: new Set(nearest.filter(({ beginning }) => !beginning).map(({ word }) => word)),
    beginnings: new Set(nearest.map(({ word }) => word)),
  }
}
