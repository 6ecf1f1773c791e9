import { filterWordsOf } from './filters.ts'
import { productWordsOf } from './product-words.ts'
import { MARKS } from './query.ts'
import type { Searchable } from './searchable.ts'
import { codeKey, foldText, gtinKey, wordsIn } from './text.ts'

/** A product as searches see it: words. PostgreSQL and the device's index keep these, and nothing else decides. */
export type SearchDocument = {
  /** Each once; a word of the name is not repeated among the others. */
  nameWords: string[]
  /** Of brand, pack and category. */
  otherWords: string[]
  /** Product number, barcodes and what filters ask for, each with its mark. */
  markedWords: string[]
  /** What sorting by name compares. */
  nameKey: string
}

/** Part of what is stored beside documents: those of another format are made again. */
export const SEARCH_FORMAT = 2

/** A name of a thousand words is a mistake in a file, and must not make every search slow. */
const WORDS_MAX = 100
const NAME_KEY_LENGTH_MAX = 80

export const searchDocumentOf = (product: Searchable): SearchDocument => {
  const nameWords = productWordsOf(product.name).slice(0, WORDS_MAX)
  const inName = new Set(nameWords)
  const otherTexts = [
    product.brand,
    product.pack,
    product.department,
    product.group,
    product.category,
    ...product.suitableFor,
  ]
  const otherWords = [...new Set(otherTexts.flatMap(wordsOfRepeated))].filter((word) => !inName.has(word))
  return {
    nameWords,
    otherWords: otherWords.slice(0, WORDS_MAX),
    markedWords: [...new Set([...codeWordsOf(product), ...filterWordsOf(product)])],
    nameKey: wordsIn(foldText(product.name)).join(' ').slice(0, NAME_KEY_LENGTH_MAX),
  }
}

/** Brands, packs and categories are the same few texts over and over: most of the work is in them. */
const repeated = new Map<string, readonly string[]>()
const REPEATED_MAX = 5_000

function wordsOfRepeated(text: string): readonly string[] {
  const known = repeated.get(text)
  if (known !== undefined) return known
  const words = productWordsOf(text)
  if (repeated.size >= REPEATED_MAX) repeated.clear()
  repeated.set(text, words)
  return words
}

function codeWordsOf({ product_no, gtins }: Searchable): string[] {
  const numbers = gtins.filter((gtin) => /^\d+$/.test(gtin)).map(gtinKey)
  return [
    `${MARKS.productNo}${codeKey(product_no)}`,
    ...numbers.filter((key) => key !== '').map((key) => `${MARKS.gtin}${key}`),
  ]
}
