import type { ProductSuggestion } from '#contract/product-suggestions.ts'
import { foldText, wordsIn } from '#domain/folded-text.ts'
import type { JudgedProduct, JudgedQuery } from './judged-queries.ts'

/** Whether somebody who has typed the first letters of a query sees what they mean among the first suggestions. */

export const LETTERS = 3
const WITHIN = 5
/** Shorter texts have been typed by then, and codes are not suggested but found. */
const QUERY_LENGTH_MIN = 4

export type Suggested = {
  judged: JudgedQuery
  /** A right product, a category of mostly right products, or a term whose own search has a right product first. */
  isRight: boolean
  /** Or the query's own first words, from which it goes on: "chicken" of "chicken stock". */
  isOnTheWay: boolean
}

type Sources = {
  catalogue: ReadonlyMap<string, JudgedProduct>
  suggest: (text: string) => Promise<readonly ProductSuggestion[]>
  firstFound: (text: string) => Promise<JudgedProduct | undefined>
}

/** undefined: the query does not count. */
export const judgeSuggestions = async (
  judged: JudgedQuery,
  { catalogue, suggest, firstFound }: Sources,
): Promise<Suggested | undefined> => {
  const folded = wordsIn(foldText(judged.query)).join(' ')
  if (judged.kind === 'code' || folded.replaceAll(' ', '').length < QUERY_LENGTH_MIN) return undefined
  const suggestions = await suggest([...judged.query].slice(0, LETTERS).join(''))
  const first = suggestions.slice(0, WITHIN)
  const isRight = async ({ kind, text, filter, product_no }: ProductSuggestion): Promise<boolean> => {
    if (kind === 'category') {
      const within = [...catalogue.values()].filter((product) => filter && product[filter] === text)
      return within.filter(judged.isRight).length * 2 >= within.length
    }
    const product = kind === 'product' ? catalogue.get(product_no ?? '') : await firstFound(text)
    return product !== undefined && judged.isRight(product)
  }
  const right = (await Promise.all(first.map(isRight))).includes(true)
  const begins = first.some(({ kind, text }) => kind === 'term' && folded.startsWith(`${foldText(text)} `))
  return { judged, isRight: right, isOnTheWay: right || begins }
}

/** The target, for each half: right or on the way. */
export const SUGGESTED_MIN = 80

export const shareOf = (all: readonly Suggested[], isMet: (one: Suggested) => boolean): number =>
  (100 * all.filter(isMet).length) / all.length
