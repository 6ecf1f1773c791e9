import { compareText, foldText, wordsIn } from '#domain/folded-text.ts'
import { filterWordOf } from '#search/filters.ts'
import { gradesOf, LEVELS_PER_CLASS, MATCH, type ResolvedQuery, WORD_CLASSES } from '#search/match.ts'
import { tellingWordsOf } from '#search/naming.ts'
import { LEVELS } from '#search/public-filters.ts'
import { MARKS, type QueryWord } from '#search/query.ts'
import type { Purchases } from '#search/sort.ts'
import {
  brandWords,
  rankedTerms,
  readPhrases,
  SUGGESTIONS_MAX,
  type Suggestion,
  termKeyOf,
} from '#search/suggest.ts'
import type { TradeTerms } from '#search/trade-terms.ts'
import { isMetBy } from '#search/typos.ts'
import { ENDS_PER_SLOT, type IndexChunk, textAt, WORD_KINDS } from './index-chunk.ts'
import type { SlotLevels } from './slot-levels.ts'
import type { WordList } from './word-list.ts'

/** Terms and categories for a typed text, from the products found for it. */

export type SuggestedFrom = {
  chunks: readonly IndexChunk[]
  words: WordList
  slotsPerChunk: number
  found: SlotLevels
  query: ResolvedQuery
  terms: TradeTerms
  purchases: Purchases
  /** Products with a word, up to `most`. */
  countMet: (word: QueryWord, most: number) => number
}

/** One letter finds half of a catalogue; so many tell as much. */
const NAMES_READ = 500
const BRANDS_READ = 150
/** A product that the customer buys counts like so many others. */
const BOUGHT_WEIGHT = 5
/** Among the first of so many, a product counts twice and more. */
const WELL_SOLD = 1000
const COUNT_MAX = 200

export const termsFrom = (from: SuggestedFrom): string[] => {
  const { chunks, words, slotsPerChunk, found: slotLevels, query, terms, purchases } = from
  const counts = new Map<string, number>()
  const count = (text: string, times: number): void => void counts.set(text, (counts.get(text) ?? 0) + times)
  const isMet = metBy(query)
  const read = (slot: number, times: number): void => {
    const chunk = chunks[Math.floor(slot / slotsPerChunk)]
    if (chunk === undefined) return
    const place = slot % slotsPerChunk
    const isBought = purchases.has(chunk.product_nos[place] as string)
    const rank = chunk.salesRanks[place] as number
    const weight = times * (1 + (2 * WELL_SOLD) / (WELL_SOLD + rank) + (isBought ? BOUGHT_WEIGHT : 0))
    readPhrases({ ...nameAt(chunk, place, words), isMet }, (text, share) => count(text, weight * share))
  }
  const { named, others } = slotsFound(slotLevels)
  readEvenly(named, NAMES_READ, read)
  readEvenly(others, BRANDS_READ, read)
  for (const term of tradeTermsBegun(from)) count(term.text, term.count)
  const typed = query.typed.join(' ')
  const found: string[] = []
  for (const text of rankedTerms(counts, 16)) {
    if (text === typed || !saysAll(query, text) || found.some((other) => isSynonym(text, other, terms)))
      continue
    found.push(text)
    if (found.length === SUGGESTIONS_MAX) break
  }
  return found
}

/** Separates products whose names say what was typed from those where another field does. Codes are left out. */
const slotsFound = ({ slots, levels }: SlotLevels): { named: number[]; others: number[] } => {
  const named: number[] = []
  const others: number[] = []
  for (const slot of slots.toSorted()) {
    const matchClass = Math.floor((levels[slot] as number) / LEVELS_PER_CLASS)
    if (NAME_CLASSES.has(matchClass)) named.push(slot)
    else if (matchClass >= MATCH.nameWords) others.push(slot)
  }
  return { named, others }
}

/** Codes count as names here. */
export const isNamedAt = (level: number): boolean => {
  const matchClass = Math.floor(level / LEVELS_PER_CLASS)
  return matchClass < MATCH.nameWords || NAME_CLASSES.has(matchClass)
}

const NAME_CLASSES: ReadonlySet<number> = new Set(
  WORD_CLASSES.flatMap((one) => (one.of === 'name' ? [one.class] : [])),
)

/**
 * Evenly in order of slots, which is that of product numbers but for products added since: neighbours are alike, and a device
 * and the server read the same ones.
 * @param read is told how many each one is for
 */
const readEvenly = (
  slots: readonly number[],
  most: number,
  read: (slot: number, times: number) => void,
): void => {
  const step = Math.max(1, slots.length / most)
  for (let at = 0; at < slots.length; at += step) read(slots[Math.floor(at)] as number, step)
}

const isSynonym = (a: string, b: string, { meanings }: TradeTerms): boolean =>
  meanings.get(a)?.some((meant) => meant.join(' ') === b) ?? false

const saysAll = ({ readings, typos, typed }: ResolvedQuery, text: string): boolean => {
  const words = text.split(' ')
  if (text.startsWith(typed.join(' '))) return true
  return readings.some((reading) =>
    reading.every((wanted) => words.some((word) => gradesOf([wanted], typos, word) !== 0)),
  )
}

const metBy = (query: ResolvedQuery): ((word: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const met = query.readings.some((reading) => gradesOf(reading, query.typos, word) !== 0)
    known.set(word, met)
    return met
  }
}

const nameAt = (
  { nameKeys, nameKeyEnds, nameLengths, ends, wordIds }: IndexChunk,
  place: number,
  words: WordList,
) => {
  const textOf = (kind: number): string | undefined => {
    const at = place * ENDS_PER_SLOT + kind
    const from = ends[at - 1] as number
    return from < (ends[at] as number) ? words.texts[wordIds[from] as number] : undefined
  }
  const brand = textOf(WORD_KINDS.brand)
  return {
    words: textAt(nameKeys, nameKeyEnds, place).split(' '),
    head: textOf(WORD_KINDS.nameHead),
    tellingCount: tellingWordsOf(nameLengths[place] as number),
    brand: brand === undefined ? NO_BRAND : brandWords(brand.slice(MARKS.brand.length)),
  }
}

const NO_BRAND: readonly string[] = []

/** "loo" begins "loo roll", which no product is called. Not terms whose meaning begins with the same text. */
const tradeTermsBegun = ({ query, terms, countMet }: SuggestedFrom): { text: string; count: number }[] => {
  const typed = query.typed.join(' ')
  const byMeaning = new Map<string, { text: string; count: number }>()
  for (const [text, meanings] of terms.meanings) {
    if (!text.startsWith(typed)) continue
    const meant = meanings.map((words) => words.join(' '))
    if (meant.some((other) => other.startsWith(typed))) continue
    const key = meant.join('|')
    if (byMeaning.has(key)) continue
    const counts = meanings.map((words) =>
      Math.min(...words.map((word) => countMet({ text: word, forms: [], isWhole: true }, COUNT_MAX))),
    )
    const count = Math.max(...counts)
    if (count > 0) byMeaning.set(key, { text, count })
  }
  return [...byMeaning.values()]
}

export type Category = Extract<Suggestion, { kind: 'category' }> & { words: readonly string[]; count: number }

/** One for each name, at the level where it has most products; those of most products first. */
export const listCategories = (words: WordList, countOf: (id: number) => number): Category[] => {
  const byName = new Map<string, Category>()
  for (const filter of LEVELS) {
    const mark = filterWordOf(filter, '')
    for (const [word, id] of words.beginning(mark)) {
      const value = word.slice(mark.length)
      const itsWords = wordsIn(foldText(value))
      const count = countOf(id)
      const name = termKeyOf(itsWords.join(' '))
      if ((byName.get(name)?.count ?? 0) < count)
        byName.set(name, { kind: 'category', filter, value, words: itsWords, count })
    }
  }
  return [...byName.values()].sort((a, b) => b.count - a.count || compareText(a.value, b.value))
}

/** Those that a text begins or ends the name of, where it has a word for each word typed. The shortest names first. */
export const categoriesFrom = (categories: readonly Category[], { readings }: ResolvedQuery): Category[] =>
  categories
    .filter(({ words }) => {
      const ends = [words[0] ?? '', words.at(-1) ?? '']
      return readings.some(
        (reading) =>
          reading.every((wanted) => words.some((word) => isMetBy(wanted, word))) &&
          reading.some((wanted) => ends.some((word) => isMetBy(wanted, word))),
      )
    })
    .sort((a, b) => a.words.length - b.words.length)
