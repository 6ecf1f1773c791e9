import { codeKey, foldText, gtinKey, wordsIn } from '#domain/folded-text.ts'
import { filterWordsOf } from './filters.ts'
import { categoryHeadsOf, nameHeadsOf, nameLengthOf } from './naming.ts'
import { productWordsOf } from './product-words.ts'
import { MARKS } from './query.ts'
import { remembered } from './remembered.ts'
import type { Searchable } from './searchable.ts'

/** The searchable form of a product, which server and devices index. */
export type SearchDocument = {
  /** Unique; excludes words of the name. */
  nameWords: string[]
  otherWords: string[]
  nameHeads: string[]
  categoryHeads: string[]
  /** Product number, barcodes and filter values, each with its mark. */
  markedWords: string[]
  nameKey: string
  /** Shorter names come first (naming.ts). */
  nameLength: number
}

/** Stored beside documents: those of another format are rebuilt. */
export const SEARCH_FORMAT = 5

/** A name of a thousand words is a mistake in a file and must not slow every search. */
const WORDS_MAX = 100
const NAME_KEY_LENGTH_MAX = 80

export const searchDocumentOf = (product: Searchable): SearchDocument => {
  const nameWords = [...new Set([...productWordsOf(product.name), ...soleWordOf(product.brand)])].slice(
    0,
    WORDS_MAX,
  )
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
    nameHeads: nameHeadsOf(product).filter((word) => inName.has(word)),
    categoryHeads: categoryHeadsOf(product).filter((word) => inName.has(word) || otherWords.includes(word)),
    markedWords: [...new Set([...codeWordsOf(product), ...filterWordsOf(product)])],
    nameKey: wordsIn(foldText(product.name)).join(' ').slice(0, NAME_KEY_LENGTH_MAX),
    nameLength: nameLengthOf(product),
  }
}

/** A one-word brand is said with the name, printed or not: "Heinz beans". */
const soleWordOf = (brand: string): readonly string[] => {
  const words = wordsOfRepeated(brand)
  return words.length === 1 ? words : []
}

const wordsOfRepeated = remembered<readonly string[]>(productWordsOf)

function codeWordsOf({ product_no, gtins }: Searchable): string[] {
  const numbers = gtins.filter((gtin) => /^\d+$/.test(gtin)).map(gtinKey)
  return [
    `${MARKS.productNo}${codeKey(product_no)}`,
    ...numbers.filter((key) => key !== '').map((key) => `${MARKS.gtin}${key}`),
  ]
}
