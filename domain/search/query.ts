import { codeKey, foldText, gtinKey, joinMeasures, wordsIn } from './text.ts'
import { sameWordsOf } from './word-variants.ts'

/** What a person typed, as it is compared with products. */
export type SearchQuery = {
  /** All of them must be found in a product. */
  words: QueryWord[]
  /** What was typed as a product number or barcode; null where it can be neither. */
  code: CodeQuery | null
}

export type QueryWord = {
  text: string
  /** Singular and plural of it, and what means the same; these count only as whole words of a product. */
  forms: string[]
}

/** Words as they stand in a product's document, each with the mark of its kind. */
export type CodeQuery = {
  equal: string[]
  beginning: string[]
}

/** Marks before words that are no text, so that no text is ever taken for one. */
export const MARKS = { productNo: '#', gtin: '@', filter: '=' } as const

/** Eight words of four grades each are the 32 bits of match.ts. Further ones are not looked at. */
export const QUERY_WORDS_MAX = 8

const PRODUCT_NO_BEGINNING_MIN = 3
const GTIN_BEGINNING_MIN = 6

/** They say nothing of a product, unless they are the beginning of the next word. */
const FILLERS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'or', 'the', 'to', 'with'])

/** undefined: nothing was typed, which is met by every product. Signs alone were typed: met by none. */
export const parseSearch = (text: string): SearchQuery | undefined => {
  if (text.trim() === '') return undefined
  const typed = wordsIn(joinMeasures(foldText(text)))
  const words = [...new Set(typed.filter((word, place) => place === typed.length - 1 || !FILLERS.has(word)))]
  return {
    words: words.slice(0, QUERY_WORDS_MAX).map((word) => ({ text: word, forms: sameWordsOf(word) })),
    code: codeQueryOf(codeKey(text)),
  }
}

function codeQueryOf(key: string): CodeQuery | null {
  if (key === '') return null
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
