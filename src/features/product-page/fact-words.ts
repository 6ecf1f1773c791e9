import type { CatalogueDetail } from '#contract/catalogue.ts'
import { lineNetPence, moneyText, unitPriceText } from '#domain/money.ts'
import type { Product } from '#domain/product.ts'

/** Omits unknown facts, except those nobody should have to guess. */
export type Fact = { term: string; value: string }

export const factsOf = (product: KnownFacts): Fact[] =>
  FACTS.flatMap(({ term, words }) => {
    const value = words(product)
    return value === undefined || value === '' ? [] : [{ term, value }]
  })

/** The public catalogue has no prices. */
type KnownFacts = CatalogueDetail | Product

const FACTS: { term: string; words: (product: KnownFacts) => string | undefined }[] = [
  { term: 'Code', words: ({ product_no }) => product_no },
  { term: 'Brand', words: ({ brand }) => brand },
  { term: 'Pack', words: ({ pack }) => pack },
  { term: 'Sold by', words: ({ unit, catchWeight }) => soldBy(unit, catchWeight) },
  {
    term: 'Unit price',
    words: (product) => ('pricePence' in product && unitPriceText(product)) || undefined,
  },
  {
    term: 'VAT',
    words: (product) => ('vatBasisPoints' in product ? vatWords(product.vatBasisPoints) : undefined),
  },
  { term: 'Storage', words: ({ storageType }) => capitalised(storageType) },
  { term: 'Suitable for', words: ({ suitableFor }) => suitableWords(suitableFor) },
  {
    term: 'Minimum age',
    words: ({ minimumAge }) => (minimumAge === null ? undefined : `${minimumAge} years`),
  },
  { term: 'Barcodes', words: ({ gtins }) => gtins.join(', ') },
]

const soldBy = (unit: Product['unit'], catchWeight: boolean): string => {
  const by = unit === 'case' ? 'Case' : 'Each'
  return catchWeight ? `${by}, priced by weight` : by
}

export const vatWords = (vatBasisPoints: number): string =>
  vatBasisPoints === 0 ? 'No VAT' : `${vatBasisPoints / 100}%`

/** Undeclared is not the same as unsuitable. */
const suitableWords = (suitableFor: readonly string[]): string =>
  suitableFor.length === 0 ? 'None declared' : listText(suitableFor)

/** The expected weight of one; undefined: not sold by weight, or unknown. */
export const weightWords = (product: Product): string | undefined => {
  const { catchWeight, estimatedWeightGrams, pricePence } = product
  if (!catchWeight) return undefined
  if (estimatedWeightGrams === null) return 'Priced by weight.'
  const kilograms = `${(estimatedWeightGrams / 1000).toLocaleString('en-GB', { maximumFractionDigits: 2 })} kg`
  if (pricePence === null) return `About ${kilograms} each.`
  return `About ${kilograms} each, so about ${moneyText(lineNetPence(1, product))}. You pay for what it weighs.`
}

const listText = (words: readonly string[]): string => capitalised(words.join(', '))

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
