import type { QueryWord } from './query.ts'

export type TypoWords = ReadonlyMap<string, { whole: ReadonlySet<string>; beginnings: ReadonlySet<string> }>

const LEAST_LENGTH = 4
/** Too many words nearly begin with fewer letters. */
const LEAST_LENGTH_OF_BEGINNING = 5
const TWO_EDITS_FROM_LENGTH = 7
const LONGEST = 24
/** A word with another first letter must share this part of its trigrams. */
const LEAST_SIMILARITY = 0.3

/** Numbers, sizes and codes are not corrected: 2.5kg is not 2.4kg. */
export const mayBeTypo = (text: string): boolean =>
  text.length >= LEAST_LENGTH && text.length <= LONGEST && /^\p{L}+$/u.test(text)

export const isMetBy = ({ text, forms, isWhole }: QueryWord, word: string): boolean =>
  (isWhole ? word === text : word.startsWith(text)) || forms.includes(word)

export const editsAllowed = (text: string): number => (text.length >= TWO_EDITS_FROM_LENGTH ? 2 : 1)

export type Typo = { edits: number; beginning: boolean }

/** Optimal string alignment; undefined beyond `editsMax`. A wrong first letter is rare, and needs more similarity. */
export const typoOf = (typed: string, word: string, editsMax: number): Typo | undefined => {
  if (!/^\p{L}+$/u.test(word)) return undefined
  const allowed = Math.min(editsMax, editsAllowed(typed))
  if (typed.length > LONGEST || word.length < typed.length - allowed) return undefined
  const sameFirst = word[0] === typed[0]
  if (!sameFirst && word.length > typed.length + allowed) return undefined
  const { whole, beginning } = distances(typed, word, allowed)
  if (whole <= allowed) {
    return sameFirst || similarity(typed, word) >= LEAST_SIMILARITY
      ? { edits: whole, beginning: false }
      : undefined
  }
  const mayBegin = sameFirst && typed.length >= LEAST_LENGTH_OF_BEGINNING
  return mayBegin && beginning <= allowed ? { edits: beginning, beginning: true } : undefined
}

/** One row for each of three beginnings: a swap reaches two back. */
const rows = [new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1), new Uint8Array(LONGEST + 1)] as const
const FAR = 255

/** Edits to `word` and to its nearest beginning. Exact up to `allowed`. */
function distances(typed: string, word: string, allowed: number): { whole: number; beginning: number } {
  let [before, last, current] = rows
  const width = typed.length
  for (let column = 0; column <= width; column += 1) last[column] = column
  let beginning = FAR
  let leastBefore = 0
  for (let row = 1; row <= word.length; row += 1) {
    let least = row
    current[0] = row
    const letter = word.charCodeAt(row - 1)
    for (let column = 1; column <= width; column += 1) {
      const same = typed.charCodeAt(column - 1) === letter
      let edits = Math.min(
        at(last, column - 1) + (same ? 0 : 1),
        at(last, column) + 1,
        at(current, column - 1) + 1,
      )
      const isSwapped =
        row > 1 &&
        column > 1 &&
        typed.charCodeAt(column - 2) === letter &&
        typed.charCodeAt(column - 1) === word.charCodeAt(row - 2)
      if (isSwapped) edits = Math.min(edits, at(before, column - 2) + 1)
      current[column] = edits
      if (edits < least) least = edits
    }
    const whole = at(current, width)
    beginning = Math.min(beginning, whole)
    if (row === word.length) return { whole, beginning }
    // No later row can be below the minimum of two adjacent ones.
    if (least > allowed && leastBefore > allowed) break
    leastBefore = least
    ;[before, last, current] = [last, current, before]
  }
  return { whole: FAR, beginning }
}

const at = (row: Uint8Array, column: number): number => row[column] ?? FAR

/** pg_trgm's similarity: shared trigrams of two blank-padded words. */
function similarity(a: string, b: string): number {
  const first = trigramsOf(a)
  const second = trigramsOf(b)
  let shared = 0
  for (const trigram of first) if (second.has(trigram)) shared += 1
  return shared / (first.size + second.size - shared)
}

function trigramsOf(word: string): Set<string> {
  const letters = [...`  ${word} `]
  return new Set(letters.slice(2).map((letter, place) => `${letters[place]}${letters[place + 1]}${letter}`))
}
