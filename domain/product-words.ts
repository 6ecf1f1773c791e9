import { moneyText, PER_UNIT_SHORT, unitPriceText, unpricedWords } from './money.ts'
import { type PictureSources, pictureSources } from './pictures.ts'
import type { Product, StorageType } from './product.ts'
import type { Drawable } from './product-mark.ts'

export type ProductWords = {
  id: string
  code: string
  name: string
  brand: string
  pack: string
  storage: StorageType
  drawnAs: Drawable
  image: PictureSources | undefined
  priceText: string
  perText: string | undefined
  vatMark: string | undefined
  /** The most important first: a phone shows one. */
  badges: ProductBadge[]
  outOfStock: boolean
  /** In years. */
  minimumAge: number | undefined
}

export type ProductBadge = { label: string; tone: 'plain' | 'blue' | 'amber' | 'red' | 'offer' }

export const productWords = (product: Product, pricesHere = true): ProductWords => ({
  id: product.product_no,
  code: product.product_no,
  name: product.name,
  brand: product.brand,
  pack: product.pack,
  storage: product.storageType,
  drawnAs: product,
  image: pictureSources(product),
  priceText: moneyText(product.pricePence, unpricedWords(pricesHere)),
  perText: perText(product),
  vatMark: product.vatBasisPoints > 0 && product.pricePence !== null ? '+ VAT' : undefined,
  badges: BADGES.flatMap((badgeOf) => badgeOf(product) || []),
  outOfStock: product.stockQuantity <= 0,
  minimumAge: product.minimumAge ?? undefined,
})

type Named = Pick<Product, 'product_no' | 'name' | 'brand' | 'pack'>

/** Names by product number, plus enough to tell products apart ("Double Cream, Cowslip Vale, 12 × 1 l"). */
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

/** Each adds detail to the one before; the last is unique. */
const CALLS: readonly ((product: Named) => string)[] = [
  ({ name }) => name,
  ({ name, brand }) => joined(name, brand),
  ({ name, brand, pack }) => joined(name, brand, pack),
  ({ name, brand, pack, product_no }) => joined(name, brand, pack, product_no),
]

const joined = (...words: string[]): string => words.filter((word) => word !== '').join(', ')

/** A chef wants the exact number below this. */
const LOW_STOCK = 10

export const IN_STOCK = 'In stock'

export const isWellStocked = ({ stockQuantity }: Product): boolean => stockQuantity >= LOW_STOCK

const perText = (product: Product): string | undefined => {
  const { pricePence, catchWeight, unit, unitCount, contentMeasure } = product
  if (pricePence === null) return undefined
  if (catchWeight) return 'per kg'
  if (contentMeasure !== null || unitCount > 1) {
    const text = unitPriceText(product, PER_UNIT_SHORT) ?? undefined
    // For a 1 l bottle the price already says it.
    return text?.startsWith(`${moneyText(pricePence)}/`) ? undefined : text
  }
  return unit === 'case' ? 'per case' : undefined
}

const BADGES: readonly ((product: Product) => ProductBadge | false)[] = [
  ({ stockQuantity }) => stockQuantity <= 0 && { label: 'Out of stock', tone: 'red' },
  (product) =>
    !isWellStocked(product) &&
    product.stockQuantity > 0 && { label: `${product.stockQuantity} left`, tone: 'amber' },
  ({ reducedToClear }) => reducedToClear && { label: 'Reduced to clear', tone: 'offer' },
  ({ promotion }) => promotion && { label: 'Promotion', tone: 'offer' },
  ({ isSpotPriced }) => isSpotPriced && { label: 'Spot price', tone: 'plain' },
  ({ isNew }) => isNew && { label: 'New', tone: 'blue' },
  ({ catchWeight }) => catchWeight && { label: 'Catch weight', tone: 'plain' },
]
