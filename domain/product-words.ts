import { moneyText, unitPriceText, unpricedWords } from './money.ts'
import type { Product, StorageType } from './product.ts'

/** A product in the words of a row, the same in every list: search, trolly, order. */
export type ProductWords = {
  id: string
  code: string
  name: string
  brand: string
  pack: string
  storage: StorageType
  priceText: string
  pricePer: string | undefined
  unitPriceText: string | undefined
  vatMark: string | undefined
  badges: { label: string; tone: 'plain' | 'blue' }[]
  stockWords: string
  stockTone: 'plain' | 'red'
}

/** @param pricesHere false: the device cannot know whether a product without a price has one */
export const productWords = (product: Product, pricesHere = true): ProductWords => ({
  id: product.product_no,
  code: product.product_no,
  name: product.name,
  brand: product.brand,
  pack: product.pack,
  storage: product.storageType,
  priceText: moneyText(product.pricePence, unpricedWords(pricesHere)),
  pricePer: product.pricePence === null ? undefined : perWords(product),
  unitPriceText: product.catchWeight ? undefined : (unitPriceText(product) ?? undefined),
  vatMark: product.vatBasisPoints > 0 ? '+ VAT' : undefined,
  badges: BADGES.filter(({ when }) => when(product)).map(({ label, tone }) => ({
    label: typeof label === 'string' ? label : label(product),
    tone,
  })),
  ...stockWords(product),
})

type Named = Pick<Product, 'product_no' | 'name' | 'brand' | 'pack'>

/**
 * What a list's controls call each of its products, by product number: its name, and as much more as it takes to tell it
 * from the others of the list ("Double Cream, Cowslip Vale, 12 × 1 l").
 */
export const namesApart = (products: readonly Named[]): Map<string, string> => {
  const names = new Map<string, string>()
  let alike = products
  for (const call of CALLS) {
    const counts = new Map<string, number>()
    for (const product of alike) counts.set(call(product), (counts.get(call(product)) ?? 0) + 1)
    for (const product of alike) names.set(product.product_no, call(product))
    alike = alike.filter((product) => counts.get(call(product)) !== 1)
  }
  return names
}

/** Each says more than the one before; the last is of one product alone. */
const CALLS: readonly ((product: Named) => string)[] = [
  ({ name }) => name,
  ({ name, brand }) => joined(name, brand),
  ({ name, brand, pack }) => joined(name, brand, pack),
  ({ name, brand, pack, product_no }) => joined(name, brand, pack, product_no),
]

const joined = (...words: string[]): string => words.filter((word) => word !== '').join(', ')

/** Below this a chef wants to know how many there are. */
const LOW_STOCK = 10

export const stockWords = ({
  stockQuantity,
}: Pick<Product, 'stockQuantity'>): Pick<ProductWords, 'stockWords' | 'stockTone'> => {
  if (stockQuantity <= 0) return { stockWords: 'Out of stock', stockTone: 'red' }
  if (stockQuantity < LOW_STOCK) return { stockWords: `${stockQuantity} left`, stockTone: 'plain' }
  return { stockWords: 'In stock', stockTone: 'plain' }
}

const perWords = ({ catchWeight, unit }: Product): string => {
  if (catchWeight) return 'per kg'
  return unit === 'case' ? 'per case' : 'each'
}

const BADGES: {
  when: (product: Product) => boolean
  label: string | ((product: Product) => string)
  tone: 'plain' | 'blue'
}[] = [
  { when: ({ promotion }) => promotion, label: 'Promotion', tone: 'blue' },
  { when: ({ reducedToClear }) => reducedToClear, label: 'Reduced to clear', tone: 'blue' },
  { when: ({ isNew }) => isNew, label: 'New', tone: 'blue' },
  { when: ({ isSpotPriced }) => isSpotPriced, label: 'Spot price', tone: 'plain' },
  { when: ({ catchWeight }) => catchWeight, label: 'Catch weight', tone: 'plain' },
  {
    when: ({ minimumAge }) => minimumAge !== null,
    label: ({ minimumAge }) => `Age ${minimumAge}+`,
    tone: 'plain',
  },
]
