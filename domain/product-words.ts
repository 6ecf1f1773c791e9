import { moneyText, unitPriceText } from './money.ts'
import type { Product, StorageType } from './product.ts'

/** A product in the words of a row, the same in every list: search, trolly, order. */
export type ProductWords = {
  id: string
  code: string
  name: string
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

export const productWords = (product: Product): ProductWords => ({
  id: product.product_no,
  code: product.product_no,
  name: product.name,
  pack: product.pack,
  storage: product.storageType,
  priceText: moneyText(product.pricePence),
  pricePer: product.pricePence === null ? undefined : perWords(product),
  unitPriceText: product.catchWeight ? undefined : (unitPriceText(product) ?? undefined),
  vatMark: product.vatBasisPoints > 0 ? '+ VAT' : undefined,
  badges: BADGES.filter(({ when }) => when(product)).map(({ label, tone }) => ({
    label: typeof label === 'string' ? label : label(product),
    tone,
  })),
  ...stockWords(product),
})

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
