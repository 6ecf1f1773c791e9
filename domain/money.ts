import { numberText } from './plain-text.ts'
import type { Product } from './product.ts'

/** Money is whole pence. Divisions use whole numbers, since 1.005 in floating point is slightly less than itself. */

const BASIS_POINTS_IN_WHOLE = 10_000
export const GRAMS_IN_KILOGRAM = 1000

export type Priced = Pick<Product, 'pricePence' | 'catchWeight' | 'estimatedWeightGrams'>

/** Net, in pence. Catch weight: quantity × expected grams × price per kilogram, rounded half up once; null if unknown. */
export const lineNetPence = (quantity: number, product: Priced | null): number | null => {
  if (product === null || product.pricePence === null) return null
  if (!product.catchWeight) return quantity * product.pricePence
  if (product.estimatedWeightGrams === null) return null
  return weighedNetPence(quantity * product.estimatedWeightGrams, product.pricePence)
}

/** Estimated and delivered weights alike. @param pricePence of a kilogram */
export const weighedNetPence = (grams: number, pricePence: number): number =>
  shareOf(grams, pricePence, GRAMS_IN_KILOGRAM)

/** Rounded half up, per rate on the sum of its lines, never per line (design, decision 14). */
export const vatOf = (netPence: number, vatBasisPoints: number): number =>
  shareOf(netPence, vatBasisPoints, BASIS_POINTS_IN_WHOLE)

/** Rounds halves away from zero, so that a credit undoes its charge to the penny. */
export const halfUpQuotient = (numerator: bigint, denominator: bigint): number => {
  const negative = numerator < 0n !== denominator < 0n
  const [above, below] = [magnitude(numerator), magnitude(denominator)]
  const rounded = (2n * above + below) / (2n * below)
  return Number(negative ? -rounded : rounded)
}

/**
 * `whole × part ÷ of`, rounded as above. It uses plain numbers, which are many times as fast as bigints, wherever they are exact:
 * the remainder is subtracted first, so the division has none. Larger products use bigints.
 * @param of above 0
 */
export const shareOf = (whole: number, part: number, of: number): number => {
  const product = whole * part
  const doubled = 2 * Math.abs(product) + of
  if (!Number.isSafeInteger(doubled)) return halfUpQuotient(BigInt(whole) * BigInt(part), BigInt(of))
  const rounded = (doubled - (doubled % (2 * of))) / (2 * of)
  // Not -0.
  return product < 0 ? 0 - rounded : rounded
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

export const NO_PRICE = 'No price'

/** @param pricesHere false: the device cannot know whether the product has a price */
export const unpricedWords = (pricesHere: boolean): string => (pricesHere ? NO_PRICE : 'Price not downloaded')

/** `£1,234.56`, `-£0.05`; null gives `unpriced`. */
export const moneyText = (pence: number | null, unpriced = NO_PRICE): string => {
  if (pence === null) return unpriced
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}£${numberText(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/** 250 basis points are `2.5%`. */
export const percentText = (basisPoints: number): string => `${basisPoints / 100}%`

/** `£13.95 each`, or `£4.65 per kg` for catch weight; '' without a price. */
export const eachText = ({ pricePence, catchWeight }: Pick<Priced, 'pricePence' | 'catchWeight'>): string =>
  pricePence === null ? '' : `${moneyText(pricePence)}${catchWeight ? PER_UNIT.g : ' each'}`

const PER_UNIT = { g: ' per kg', ml: ' per litre' }
export const PER_UNIT_SHORT = { g: '/kg', ml: '/l' }

export type UnitPriced = Priced & Pick<Product, 'contentAmount' | 'contentMeasure' | 'unitCount'>

/** `£3.40 per kg`. In tenths of a penny below £1: 2,000 napkins at £18.00 are `0.9p each`, not "£0.01 each". */
export const unitPriceText = (product: UnitPriced, per = PER_UNIT): string | null => {
  const { pricePence, contentAmount, contentMeasure, unitCount } = product
  if (pricePence === null) return null
  if (product.catchWeight) return `${unitMoneyText(pricePence, 1)}${per.g}`
  if (contentAmount !== null && contentMeasure !== null) {
    return `${unitMoneyText(pricePence * 1000, contentAmount)}${per[contentMeasure]}`
  }
  return `${unitMoneyText(pricePence, unitCount)} each`
}

/** How much cheaper the same amount of goods is in this pack, in whole percent; null if it is not, or the two cannot be compared. */
export const savingPerContent = (product: UnitPriced, other: UnitPriced): number | null => {
  const [mine, theirs] = [contentOf(product), contentOf(other)]
  if (product.pricePence === null || other.pricePence === null || mine.measure !== theirs.measure) return null
  const [paid, elsewhere] = [product.pricePence * theirs.amount, other.pricePence * mine.amount]
  const percent = Math.round(100 - (100 * paid) / elsewhere)
  return percent > 0 ? percent : null
}

const contentOf = ({ contentAmount, contentMeasure, unitCount, catchWeight }: UnitPriced) =>
  catchWeight || contentAmount === null || contentMeasure === null
    ? { amount: catchWeight ? 1 : unitCount, measure: catchWeight ? 'kg' : 'pieces' }
    : { amount: contentAmount, measure: contentMeasure }

function unitMoneyText(pence: number, units: number): string {
  const tenths = shareOf(pence, 10, units)
  if (Math.abs(tenths) >= 1000) return moneyText(shareOf(pence, 1, units))
  return `${tenths / 10}p`
}
