import { foldText } from '#domain/folded-text.ts'
import type { Product } from '#domain/product.ts'
import type { SaidLine } from '#domain/said-order/said-line.ts'
import { isCateringPack } from './catering-pack.ts'
import { dietWordsOf } from './diet-words.ts'
import { searchDocumentOf } from './document.ts'
import type { IndexFound, IndexQuery } from './index/product-index.ts'
import { isSimilar, LEVELS_PER_CLASS, levelIn, MATCH, NO_LEVEL } from './match.ts'
import { parseSearch } from './query.ts'
import type { Rewording } from './search.ts'
import { isSize } from './sizes.ts'
import type { Purchases } from './sort.ts'
import type { TradeTerms } from './trade-terms.ts'

/**
 * The products that one line of a kitchen's message may mean. The search decides what is found; this decides how sure that is.
 * Nothing unsure is ordered without the person's yes.
 */
export type FoundSaid = {
  line: SaidLine
  /** The likeliest first, three at most. */
  products: Product[]
  /** Why the person is asked; absent if the first product is sure. */
  doubt?: ProductDoubt
  /** Words that the products lack. */
  dropped?: string[]
}

/**
 * `none`: nothing found. `several`: more than one fits as well. `words`: not all words fit. `spelling`: they fit once corrected.
 * `unit`: a case was asked for, and there is only a single, or the other way round. `notUsual`: the customer has not ordered it.
 */
export type ProductDoubt = 'none' | 'several' | 'words' | 'spelling' | 'unit' | 'notUsual'

export type SaidPorts = {
  index: { find: (asked: IndexQuery) => Promise<IndexFound & Rewording> }
  productsOf: (product_nos: readonly string[]) => Promise<ReadonlyMap<string, Product>>
  terms: TradeTerms
  purchases: Purchases
}

const LOOKED_AT = 16
const OFFERED = 3
/** One of two usual products is meant without a word if it is ordered this much more often. */
const MUCH_MORE_OFTEN = 2

export const findSaid = async (ports: SaidPorts, line: SaidLine): Promise<FoundSaid[]> => {
  const whole = await findOne(ports, line)
  if (line.parts === undefined || isWhole(whole)) return [whole]
  const parts = await Promise.all(line.parts.map((part) => findOne(ports, part)))
  return parts.every(({ products, dropped }) => products.length > 0 && !dropped) ? parts : [whole]
}

const isWhole = ({ products, doubt }: FoundSaid): boolean =>
  products.length > 0 && doubt !== 'words' && doubt !== 'none'

type Candidate = { product: Product; level: number; times: number }

const findOne = async (ports: SaidPorts, line: SaidLine): Promise<FoundSaid> => {
  const { purchases } = ports
  const [found, own] = await Promise.all([
    lookForPlain(ports, line),
    purchases.size === 0 ? undefined : look(ports, line.words, new Set(purchases.keys())),
  ])
  const bestLevel = found.candidates[0]?.level ?? NO_LEVEL
  const ofOwn = (own?.candidates ?? []).filter(
    (candidate) => isOwn(candidate, line) || candidate.level <= bestLevel,
  )
  const isFirstOwn = ofOwn.length > 0 && !own?.dropped
  const ranked = isFirstOwn ? [...ofOwn, ...found.candidates] : found.candidates
  const unique = [...new Map(ranked.map((each) => [each.product.product_no, each])).values()]
  const [best] = unique
  if (!best) return { line, products: [], doubt: 'none' }
  const first = await inUnit(ports, line, best, unique)
  const products = [first.product, ...othersOf(first.product, unique)].slice(0, OFFERED)
  const { dropped, isCorrected } = isFirstOwn && own ? own : found
  const asked = { line, best, unique, ofOwn: isFirstOwn ? ofOwn : [], dropped, isCorrected, first }
  const isUnasked = !isFirstOwn && isOtherDiet(ports, line, first.product)
  const doubt = doubtOf(asked) ?? (isUnasked ? 'words' : undefined)
  return { line, products, ...(doubt && { doubt }), ...(dropped && { dropped }) }
}

/**
 * "Flour" is not gluten-free flour, even where only that is sold in the size that was written: what has a dietary word that the line
 * does not name comes after what has none.
 */
const lookForPlain = async (ports: SaidPorts, line: SaidLine): Promise<Looked> => {
  const found = await look(ports, line.words)
  const isOther = ({ product }: Candidate) => isOtherDiet(ports, line, product)
  const [best] = found.candidates
  if (!best || !isOther(best)) return found
  const inAnySize = line.size ? await look(ports, line.words.replace(SIZE_FIRST, '')) : found
  const plain = inAnySize.candidates.filter(
    (candidate) => !isOther(candidate) && classOf(candidate) <= classOf(best),
  )
  if (plain.length === 0) return found
  // No plainer one is surer than the others: they differ in size, or the search has ranked another first.
  return {
    ...found,
    candidates: [...plain, ...found.candidates].map((each) => ({ ...each, level: best.level })),
  }
}

/** As `saidLineOf` writes it before the goods. */
const SIZE_FIRST = /^[\d.,]+\s?\p{L}+\s+/u

const classOf = ({ level }: Candidate): number => Math.floor(level / LEVELS_PER_CLASS)

const isOtherDiet = ({ terms }: SaidPorts, { words }: SaidLine, { name }: Product): boolean => {
  const typed = wordsOf(words)
  const named = new Set(typed.flatMap((word) => [word, ...(terms.meanings.get(word) ?? []).flat()]))
  return [...dietWordsOf(wordsOf(name), terms)].some((word) => !named.has(word))
}

const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []

type Looked = { candidates: Candidate[]; dropped?: string[]; isCorrected: boolean }

const look = async (ports: SaidPorts, words: string, only?: ReadonlySet<string>): Promise<Looked> => {
  const { index, productsOf, terms, purchases } = ports
  const query = parseSearch(words, terms)
  const found = await index.find({
    ...{ query, terms, purchases, only, filterWords: [], sort: 'relevance', offset: 0, limit: LOOKED_AT },
  })
  const products = await productsOf(found.product_nos)
  const corrected = (found.corrections ?? []).reduce(
    (text, { typed, meant }) => text.replace(typed, meant),
    foldText(words),
  )
  const fewer = (found.dropped ?? []).reduce((text, word) => text.replace(word, ' '), corrected)
  const meant = parseSearch(fewer, terms)
  const candidates = found.product_nos.flatMap((product_no): Candidate[] => {
    const product = products.get(product_no)
    if (!product) return []
    const level = meant ? levelIn(meant, searchDocumentOf(product)) : NO_LEVEL
    return [{ product, level, times: purchases.get(product_no) ?? 0 }]
  })
  const dropped = found.dropped?.filter((word) => !isSize(word))
  return {
    candidates,
    ...(dropped && dropped.length > 0 && { dropped }),
    isCorrected: (found.corrections ?? []).length > 0,
  }
}

/** A tomato is no ketchup, even for those who buy ketchup: its name or its category says what it is. */
const isOwn = ({ level }: Candidate, { isUsual }: SaidLine): boolean =>
  level < LEVELS_PER_CLASS * (isUsual ? MATCH.nameBeginnings : MATCH.words) - (isUsual ? 0 : 1)

/** The same goods as a case or a single, where the line says which. */
const inUnit = async (
  { productsOf }: SaidPorts,
  { unit }: SaidLine,
  best: Candidate,
  candidates: readonly Candidate[],
): Promise<{ product: Product; isOtherUnit: boolean }> => {
  const { product } = best
  if (unit === undefined || product.unit === unit) return { product, isOtherUnit: false }
  const { otherUnitProductNo, name } = product
  if (otherUnitProductNo !== null) {
    const other = (await productsOf([otherUnitProductNo])).get(otherUnitProductNo)
    if (other) return { product: other, isOtherUnit: false }
  }
  const same = candidates.find((each) => each.product.unit === unit && each.product.name === name)
  if (same) return { product: same.product, isOtherUnit: false }
  // A box of limes is what the trade sells as 5 kg of limes.
  return { product, isOtherUnit: unit === 'each' || !isCateringPack(product) }
}

/** Those of another name or size first: a third brand of the same is no choice. */
const othersOf = (first: Product, candidates: readonly Candidate[]): Product[] => {
  const others = candidates.map(({ product }) => product).filter((product) => product !== first)
  const seen = new Set([kindOf(first)])
  const different = others.filter((product) => {
    const kind = kindOf(product)
    return !seen.has(kind) && seen.add(kind)
  })
  return [...new Set([...different, ...others])]
}

const kindOf = ({ name, pack }: Product): string => `${name}|${pack}`

const doubtOf = (parts: {
  line: SaidLine
  best: Candidate
  unique: readonly Candidate[]
  ofOwn: readonly Candidate[]
  dropped: string[] | undefined
  isCorrected: boolean
  first: { isOtherUnit: boolean }
}): ProductDoubt | undefined => {
  const { line, best, unique, ofOwn, dropped, isCorrected, first } = parts
  if (dropped !== undefined || isSimilar(best.level)) return 'words'
  if (isCorrected) return 'spelling'
  if (first.isOtherUnit) return 'unit'
  const [own, ...otherOwn] = ofOwn
  if (line.isUsual && !own) return 'notUsual'
  if (own) return otherOwn.every(({ times }) => own.times >= MUCH_MORE_OFTEN * times) ? undefined : 'several'
  const isClear = unique.every((other) => other === best || other.level > best.level)
  return isClear && best.level < LEVELS_PER_CLASS * MATCH.nameBeginnings ? undefined : 'several'
}
