import { codeKey, foldText, gtinKey, joinMeasures, wordsIn } from '#domain/folded-text.ts'
import { quickReadings } from '#domain/quick-add.ts'
import { QUERY_WORDS_MAX } from '#domain/searched-words.ts'
import { measuresOfNumber } from './sizes.ts'
import type { TradeTerms } from './trade-terms.ts'
import { formsOf } from './word-forms.ts'

export type SearchQuery = {
  typed: string[]
  /** Alternatives, the typed one first. A product that meets any of them matches. */
  readings: Reading[]
  code: CodeQuery | null
}

export type Reading = QueryWord[]

export type QueryWord = {
  text: string
  /** Singular, plural and synonyms, which count as much as the word. */
  forms: string[]
  /** True: matched as a whole word only, since nobody is typing it. */
  isWhole?: boolean
}

export type CodeQuery = {
  equal: string[]
  beginning: string[]
}

/** So that no typed text is mistaken for one. */
export const MARKS = { productNo: '#', gtin: '@', filter: '=', brand: '~' } as const

const READINGS_MAX = 6

const PRODUCT_NO_BEGINNING_MIN = 3
const GTIN_BEGINNING_MIN = 6
/** The contract's longest product number; a GTIN has fourteen digits. */
const CODE_LENGTH_MAX = 40

/** Ignored unless they begin the next word. */
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

/** undefined: nothing was typed, so everything matches. Punctuation alone has no readings, so nothing does. */
export const parseSearch = (text: string, terms: TradeTerms): SearchQuery | undefined => {
  if (text.trim() === '') return undefined
  const typed = wordsIn(joinMeasures(foldText(text)))
  return { typed, readings: readingsOf(typed, terms), code: codeQueryOf(text) }
}

/** Without fillers and repeats; the last word may be a beginning. */
const readingOf = (words: readonly QueryWord[]): Reading => {
  const telling = words.filter(({ text }, place) => place === words.length - 1 || !FILLERS.has(text))
  const byText = new Map(telling.map((word) => [word.text, word]))
  return [...byText.values()].slice(0, QUERY_WORDS_MAX)
}

const queryWordOf = (text: string): QueryWord => ({
  text,
  forms: [...formsOf(text), ...measuresOfNumber(text)],
})

export function readingsOf(typed: readonly string[], terms: TradeTerms): Reading[] {
  let readings: QueryWord[][] = [[]]
  for (let at = 0; at < typed.length; ) {
    const { words, meanings } = phraseAt(typed, at, terms)
    const alternatives = alternativesOf(words, meanings)
    // Readings as typed come first, so that the limit keeps them.
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

/** Shorter beginnings match too much: "red sa" is salmon or sauce. */
const HALF_TYPED_LENGTH_MIN = 3

/** A phrase whose last word is being typed ("loo rol"); the one nearest to complete. */
function phraseBegunBy(words: readonly string[], { meanings }: TradeTerms) {
  if (words.length < 2 || (words.at(-1) ?? '').length < HALF_TYPED_LENGTH_MIN) return undefined
  const text = words.join(' ')
  const [phrase] = [...meanings.keys()]
    .filter((key) => key.startsWith(text) && !key.includes(' ', text.length))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return phrase === undefined ? undefined : meanings.get(phrase)
}

/** A single-word meaning is another form of the word; a longer one is its own reading. */
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

/** The whole text as a code or its beginning, or a code beside a quantity, as quick add reads them: "216821 3". */
export function codeQueryOf(text: string): CodeQuery | null {
  const whole = wholeCodeOf(text)
  const { usual, turned } = quickReadings(text)
  const beside = [...usual, ...turned]
    .filter(({ code }) => code !== text.trim() && /\d/.test(code))
    .flatMap(({ code }) => wholeCodeOf(code)?.equal ?? [])
    // Shorter numbers are no barcodes.
    .filter((word) => !word.startsWith(MARKS.gtin) || word.length > GTIN_BEGINNING_MIN)
  if (whole === null && beside.length === 0) return null
  return { equal: [...new Set([...(whole?.equal ?? []), ...beside])], beginning: whole?.beginning ?? [] }
}

export function wholeCodeOf(text: string): CodeQuery | null {
  const key = codeKey(text)
  if (key === '' || key.length > CODE_LENGTH_MAX) return null
  const isNumber = /^\d+$/.test(key)
  // Without a digit it is a word: "chi" is chicken, not product numbers beginning with CHI.
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
