import { foldText, wordsIn } from '#domain/folded-text.ts'
import type { Level } from './public-filters.ts'
import { FILLERS } from './query.ts'
import { remembered } from './remembered.ts'
import { formsOf } from './word-forms.ts'

/**
 * What somebody who types may mean. The terms are phrases from the names and brands of the products that the search finds
 * for the text, counted anew for each text, so that nothing has to be stored for them.
 */
export type Suggestion =
  | { kind: 'term'; text: string }
  | { kind: 'category'; filter: Level; value: string }
  | { kind: 'product'; product_no: string }

export const SUGGESTIONS_MAX = 8

type Named = { product_no: string; name: string; brand: string; pack: string }

/** A suggestion with the words that a page shows. */
export type NamedSuggestion = {
  kind: Suggestion['kind']
  text: string
  /** The filter of a category. */
  filter?: Level
  product_no?: string
  /** What tells a product from others of its name. */
  detail?: string
}

/** @param find their products; those that are no longer sold are left out */
export const namedSuggestions = async (
  suggestions: readonly Suggestion[],
  find: (product_nos: readonly string[]) => Promise<readonly Named[]>,
): Promise<NamedSuggestion[]> => {
  const product_nos = suggestions.flatMap((one) => (one.kind === 'product' ? [one.product_no] : []))
  const products = product_nos.length === 0 ? [] : await find(product_nos)
  const byNumber = new Map(products.map((product) => [product.product_no, product]))
  return suggestions.flatMap((one): NamedSuggestion[] => {
    if (one.kind === 'term') return [one]
    if (one.kind === 'category') return [{ kind: one.kind, text: one.value, filter: one.filter }]
    const product = byNumber.get(one.product_no)
    if (product === undefined) return []
    const { product_no, name, brand, pack } = product
    return [
      {
        kind: one.kind,
        text: name,
        product_no,
        detail: [brand, pack, product_no].filter(Boolean).join(' · '),
      },
    ]
  })
}

export type NameToRead = {
  /** The words of the name, in their order. */
  words: readonly string[]
  /** What the product is: "milk". */
  head: string | undefined
  /** Folded words of the brand. */
  brand: readonly string[]
  /** How many words tell what it is. */
  tellingCount: number
  isMet: (word: string) => boolean
}

const WORDS_MAX = 4

const SHARES = {
  /** The name says no more: "Broccoli" tells more about "bro" than "Broccoli cheddar bites". */
  wholeName: 3,
  plain: 1,
  brand: 0.3,
  /** People think of a term by its first word. */
  notFromFirst: 0.15,
  /** An adjective: "chopped". */
  withoutHead: 0.05,
}

/** Calls back with each phrase of a name that says what was typed: with what the product is, and with the words before it. */
export const readPhrases = (
  { words, head, brand, tellingCount, isMet }: NameToRead,
  tell: (phrase: string, share: number) => void,
): void => {
  const headPlace = head === undefined ? -1 : words.indexOf(head)
  if (brand[0] !== undefined && isMet(brand[0])) {
    const text = brand.join(' ')
    tell(text, SHARES.brand)
    if (head !== undefined && !brand.includes(head)) tell(`${text} ${head}`, SHARES.brand)
  }
  const first = words.findIndex(isMet)
  if (first === -1) return
  const last = words.findLastIndex(isMet)
  const from = headPlace === -1 ? first : Math.min(first, headPlace)
  const to = Math.max(last, headPlace)
  const tellSpan = (start: number, share: number): void => {
    if (to - start >= WORDS_MAX || start < 0) return
    for (let place = start; place <= to; place += 1) if (isNumber(words[place] as string)) return
    if (FILLERS.has(words[start] as string) || FILLERS.has(words[to] as string)) return
    const phrase = start === to ? (words[to] as string) : words.slice(start, to + 1).join(' ')
    const isWhole = to - start + 1 >= tellingCount
    tell(phrase, share * (isWhole ? SHARES.wholeName : 1) * (start < first ? SHARES.notFromFirst : 1))
  }
  tellSpan(from, headPlace === -1 ? SHARES.withoutHead : SHARES.plain)
  if (headPlace === -1) return
  tellSpan(from - 1, SHARES.plain)
  tellSpan(from - 2, SHARES.plain)
}

const isNumber = (word: string): boolean => /\d/.test(word)

/**
 * The most counted terms first, in their commonest form. Those that begin with the same word as an earlier one come later,
 * so that three letters offer chicken, chips and chickpeas, and "chicken " its kinds.
 */
export const rankedTerms = (counts: ReadonlyMap<string, number>, most: number): string[] => {
  const left = new Map<string, Ranked>()
  for (const [text, count] of [...counts].sort((a, b) => b[1] - a[1]).slice(0, RANKED_MAX)) {
    const key = termKeyOf(text)
    const known = left.get(key)
    if (known) known.worth += count
    else left.set(key, { text, first: termKeyOf(text.split(' ', 1)[0] as string), worth: count })
  }
  for (const [key, { text, worth }] of left)
    if (
      [...left.values()].some((other) => other.text.endsWith(` ${text}`) && other.worth >= worth * SAME_FROM)
    )
      left.delete(key)
  const ranked: string[] = []
  while (left.size > 0 && ranked.length < most) {
    const [key, best] = [...left].reduce((one, other) => (isBefore(other[1], one[1]) ? other : one))
    left.delete(key)
    ranked.push(best.text)
    for (const other of left.values()) if (other.first === best.first) other.worth *= AGAIN_WORTH
  }
  return ranked
}

type Ranked = { text: string; first: string; worth: number }

const isBefore = (a: Ranked, b: Ranked): boolean =>
  a.worth > b.worth || (a.worth === b.worth && a.text < b.text)

const RANKED_MAX = 80
/** Nearly all fat milk is reduced fat milk. */
const SAME_FROM = 0.8
const AGAIN_WORTH = 0.8

export const termKeyOf = remembered((text: string): string =>
  text
    .split(' ')
    .map((word) =>
      [word, ...formsOf(word)].reduce((short, form) => (form.length < short.length ? form : short)),
    )
    .sort()
    .join(' '),
)

export const brandWords = remembered((text: string): readonly string[] => wordsIn(foldText(text)))

type Parts = {
  bought: readonly string[]
  products: readonly string[]
  terms: readonly string[]
  categories: readonly { filter: Level; value: string }[]
  limit: number
}

const BOUGHT_MAX = 2
const CATEGORIES_MAX = 2
const PRODUCTS_MIN = 1

/** The customer's own products, what may be meant, categories, and the best products in the room that is left. */
export const mixed = ({ bought, products, terms, categories, limit }: Parts): Suggestion[] => {
  const asProduct = (product_no: string): Suggestion => ({ kind: 'product', product_no })
  const own = bought.slice(0, BOUGHT_MAX)
  const named = categories
    .slice(0, CATEGORIES_MAX)
    .map(({ filter, value }): Suggestion => ({ kind: 'category', filter, value }))
  const others = products.filter((product_no) => !own.includes(product_no))
  const room = limit - own.length - named.length - Math.min(PRODUCTS_MIN, others.length)
  const meant = terms.slice(0, Math.max(0, room)).map((text): Suggestion => ({ kind: 'term', text }))
  return [...own.map(asProduct), ...meant, ...named, ...others.map(asProduct)].slice(0, limit)
}
