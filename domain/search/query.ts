import { codeKey, foldText, gtinKey, joinMeasures, wordsIn } from './text.ts'
import type { TradeTerms } from './trade-terms.ts'
import { formsOf } from './word-forms.ts'

export type SearchQuery = {
  typed: string[]
  /** The ways to read it, as typed first. A product that meets one of them is found. */
  readings: Reading[]
  /** What was typed as a product number or barcode; null where it can be neither. */
  code: CodeQuery | null
}

export type Reading = QueryWord[]

export type QueryWord = {
  text: string
  /** Singular, plural and synonyms: whole words of a product that count as much as the word itself. */
  forms: string[]
  /** True: it begins no other word. Nobody is typing it, it was made of what was typed. */
  isWhole?: boolean
}

export type CodeQuery = {
  equal: string[]
  beginning: string[]
}

/** Marks before words that are no text, so that no text is ever taken for one. */
export const MARKS = { productNo: '#', gtin: '@', filter: '=' } as const

/** Eight words of four grades each are the 32 bits of match.ts. Further ones are ignored. */
export const QUERY_WORDS_MAX = 8
/** Each reading is searched for by itself. */
const READINGS_MAX = 6

const PRODUCT_NO_BEGINNING_MIN = 3
const GTIN_BEGINNING_MIN = 6
/** The longest product number that the contract allows; a GTIN has fourteen digits. */
const CODE_LENGTH_MAX = 40

/** They say nothing about a product, unless they are the beginning of the next word. */
export const FILLERS: ReadonlySet<string> = new Set([
  'a',
  'an',
  'and',
  'for',
  'in',
  'n',
  'of',
  'or',
  'the',
  'to',
  'with',
])

/** undefined: nothing was typed, which every product meets. Signs alone were typed: no readings, which none meets. */
export const parseSearch = (text: string, terms: TradeTerms): SearchQuery | undefined => {
  if (text.trim() === '') return undefined
  const typed = wordsIn(joinMeasures(foldText(text)))
  return { typed, readings: readingsOf(typed, terms), code: codeQueryOf(text) }
}

/** The words of a reading without fillers and repetitions; the last may be the beginning of another word. */
const readingOf = (words: readonly QueryWord[]): Reading => {
  const telling = words.filter(({ text }, place) => place === words.length - 1 || !FILLERS.has(text))
  const byText = new Map(telling.map((word) => [word.text, word]))
  return [...byText.values()].slice(0, QUERY_WORDS_MAX)
}

const queryWordOf = (text: string): QueryWord => ({ text, forms: formsOf(text) })

export function readingsOf(typed: readonly string[], terms: TradeTerms): Reading[] {
  let readings: QueryWord[][] = [[]]
  for (let at = 0; at < typed.length; ) {
    const { words, meanings } = phraseAt(typed, at, terms)
    const alternatives = alternativesOf(words, meanings)
    // Those with what was typed come first, so that they are what remains of too many.
    readings = alternatives
      .flatMap((alternative) => readings.map((reading) => [...reading, ...alternative]))
      .slice(0, READINGS_MAX)
    at += words.length
  }
  const known = new Map(
    readings.map(readingOf).map((reading) => [reading.map(({ text }) => text).join(' '), reading]),
  )
  return [...known.values()].filter((reading) => reading.length > 0)
}

/** The longest phrase of the table that begins at the place, its last word perhaps half typed; else the word alone. */
function phraseAt(typed: readonly string[], at: number, terms: TradeTerms) {
  for (let length = Math.min(terms.longest, typed.length - at); length > 0; length -= 1) {
    const words = typed.slice(at, at + length)
    const found = terms.meanings.get(words.join(' '))
    if (found !== undefined) return { words, meanings: found }
    const begun = at + length === typed.length ? phraseBegunBy(words, terms) : undefined
    if (begun !== undefined) return { words, meanings: begun }
  }
  return { words: typed.slice(at, at + 1), meanings: [] }
}

/** Fewer letters begin too much else: "red sa" is salmon as well as sauce. */
const HALF_TYPED_LENGTH_MIN = 3

/** What a phrase means whose last word is being typed: "loo rol". Of several, the one that fewest letters are missing of. */
function phraseBegunBy(words: readonly string[], { meanings }: TradeTerms) {
  if (words.length < 2 || (words.at(-1) ?? '').length < HALF_TYPED_LENGTH_MIN) return undefined
  const text = words.join(' ')
  const [phrase] = [...meanings.keys()]
    .filter((key) => key.startsWith(text) && !key.includes(' ', text.length))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return phrase === undefined ? undefined : meanings.get(phrase)
}

/** A word that means another single word is one word with two forms; anything else is a reading of its own. */
function alternativesOf(words: readonly string[], meanings: readonly (readonly string[])[]): QueryWord[][] {
  const plain = words.map(queryWordOf)
  const [first] = plain
  if (first === undefined || plain.length > 1) return [plain, ...meanings.map(meantWords)]
  const synonyms = meanings.flatMap((meant) => (meant.length === 1 ? meant : []))
  const forms = [...first.forms, ...synonyms.flatMap((synonym) => [synonym, ...formsOf(synonym)])]
  return [
    [{ text: first.text, forms: [...new Set(forms)].filter((form) => form !== first.text) }],
    ...meanings.filter((meant) => meant.length > 1).map(meantWords),
  ]
}

const meantWords = (words: readonly string[]): QueryWord[] =>
  words.map((word) => ({ ...queryWordOf(word), isWhole: true }))

export function codeQueryOf(text: string): CodeQuery | null {
  const key = codeKey(text)
  if (key === '' || key.length > CODE_LENGTH_MAX) return null
  const isNumber = /^\d+$/.test(key)
  // A beginning without a digit is a word: "chi" is chicken, not every product whose number begins with CHI.
  const mayBegin = /\d/.test(key)
  const gtin = isNumber ? gtinKey(key) : ''
  return {
    equal: [`${MARKS.productNo}${key}`, ...(gtin === '' ? [] : [`${MARKS.gtin}${gtin}`])],
    beginning: [
      ...(mayBegin && key.length >= PRODUCT_NO_BEGINNING_MIN ? [`${MARKS.productNo}${key}`] : []),
      ...(gtin !== '' && key.length >= GTIN_BEGINNING_MIN ? [`${MARKS.gtin}${gtin}`] : []),
    ],
  }
}
