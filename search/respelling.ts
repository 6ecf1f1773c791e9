import { dietWordsOf } from './diet-words.ts'
import type { ResolvedQuery } from './match.ts'
import {
  COMMON,
  likelyWords,
  type MeantWord,
  type MistypedWord,
  nearestWords,
  typoWordsOf,
} from './mistyped.ts'
import { type Reading, readingsOf, type SearchQuery } from './query.ts'
import type { Correction, SearchIndex } from './search.ts'
import type { TradeTerms } from './trade-terms.ts'
import { editsAllowed, mayBeTypo } from './typos.ts'

type Words = Pick<SearchIndex<never>, 'near' | 'known' | 'counts'>

const PART_LENGTH_MIN = 2
const JOINED_LENGTH_MAX = 24
/** Each reading, including those as typed, is searched separately. */
const READINGS_MAX = 12
const LETTERS = /^\p{L}+$/u

/** "cling film" also reads as "clingfilm", and the reverse. */
export const withJoinedWords = async (
  index: Words,
  query: SearchQuery,
  { terms, rare }: { terms: TradeTerms; rare: ReadonlySet<string> },
): Promise<SearchQuery> => {
  const { typed } = query
  const spellings = typed.flatMap((word, place) => {
    const spelled = (words: string[], taken: number): Spelling => ({
      words,
      all: [...typed.slice(0, place), ...words, ...typed.slice(place + taken)],
    })
    const next = typed[place + 1]
    return [
      ...(next !== undefined && mayBeJoined(word, next) ? [spelled([`${word}${next}`], 2)] : []),
      ...(rare.has(word) ? splitsOf(word).map((words) => spelled(words, 1)) : []),
    ]
  })
  if (spellings.length === 0) return query
  const known = await index.known([...new Set(spellings.flatMap(({ words }) => words))])
  const readings = spellings
    .filter(({ words }) => words.every((word) => known.has(word)))
    .flatMap(({ words, all }) => readingsOf(all, terms).map((reading) => asWhole(reading, words)))
  return readings.length === 0
    ? query
    : { ...query, readings: [...query.readings, ...readings].slice(0, READINGS_MAX) }
}

/** Pairs are looked up one by one, and longer texts are rarely a split word. */
const PAIRED_WORDS_MAX = 3

/** Joins two neighbouring mistyped words: "cous cus". A last resort: beginnings match only the word being typed. */
export const withMistypedJoin = async (
  index: Words & Pick<SearchIndex<never>, 'areMet'>,
  { typed }: SearchQuery,
  terms: TradeTerms,
): Promise<{ query: ResolvedQuery; correction: Correction } | undefined> => {
  if (typed.length > PAIRED_WORDS_MAX) return undefined
  const diet = dietWordsOf(typed, terms)
  for (const [place, word] of typed.slice(0, -1).entries()) {
    const next = typed[place + 1] ?? ''
    if (diet.has(word) || diet.has(next)) continue
    const text = `${word}${next}`
    if (!mayBeJoined(word, next) || !mayBeTypo(text)) continue
    const all = [...typed.slice(0, place), text, ...typed.slice(place + 2)]
    const meantBy = await createSpeller(index, [{ word: { text, forms: [] }, isMet: false, countMin: 0 }])
    for (let edits = 1; edits <= editsAllowed(text); edits += 1) {
      const meant = (await meantBy(edits)).get(text)?.filter(({ beginning }) => !beginning) ?? []
      const [likeliest] = meant
      if (likeliest === undefined) continue
      const typos = typoWordsOf(new Map([[text, meant]]))
      const query = { typed: all, readings: readingsOf(all, terms), code: null, typos }
      const [isMet] = await index.areMet([query])
      if (isMet) return { query, correction: { typed: `${word} ${next}`, meant: likeliest.word } }
    }
  }
  return undefined
}

/** "yogart" is not "yogurt by Artisan". */
const asWhole = (reading: Reading, words: readonly string[]): Reading =>
  reading.map((word) => (words.includes(word.text) ? { ...word, isWhole: true } : word))

type Spelling = { words: string[]; all: string[] }

const mayBeJoined = (word: string, next: string): boolean =>
  LETTERS.test(word) && LETTERS.test(next) && word.length + next.length <= JOINED_LENGTH_MAX

const splitsOf = (word: string): string[][] =>
  !LETTERS.test(word) || word.length > JOINED_LENGTH_MAX
    ? []
    : Array.from({ length: Math.max(0, word.length - 2 * PART_LENGTH_MIN + 1) }, (_, place) => [
        word.slice(0, place + PART_LENGTH_MIN),
        word.slice(place + PART_LENGTH_MIN),
      ])

/** Corrections by the mistyped text, likeliest first. */
export type MeantWords = ReadonlyMap<string, readonly MeantWord[]>

export const createSpeller = async (index: Words, mistyped: readonly MistypedWord[]) => {
  const near = await Promise.all(mistyped.map(async (word) => [word, await index.near(word)] as const))
  return async (edits: number): Promise<MeantWords> => {
    const meant = new Map<string, MeantWord[]>()
    for (const [word, words] of near) {
      const nearest = nearestWords(word, words, edits)
      if (nearest.length === 0) continue
      const counts = await index.counts(
        nearest.map((other) => ({ text: other.word, forms: [] })),
        COMMON,
      )
      meant.set(word.word.text, likelyWords(word, nearest, counts))
    }
    return meant
  }
}
