import type { Product } from './product.ts'

/**
 * Money is whole pence everywhere; this module holds the few places where pence are multiplied, divided or shown. All
 * rounding is exact: a division is made in whole numbers, never in floating point, where 1.005 is a little less than
 * itself. Results are exact up to 2^53 pence, some ninety million million pounds.
 */

const BASIS_POINTS_IN_WHOLE = 10_000n
const GRAMS_IN_KILOGRAM = 1000n

export type Priced = Pick<Product, 'pricePence' | 'catchWeight' | 'estimatedWeightGrams'>

/**
 * The net price of a line in whole pence, without VAT. Of a catch-weight product it is an estimate: quantity ×
 * expected grams × price of a kilogram, rounded half up once, for the whole line.
 * Null where no price is known, which includes a catch-weight product whose weight nobody can expect.
 */
export const lineNetPence = (quantity: number, product: Priced | null): number | null => {
  if (product === null || product.pricePence === null) return null
  if (!product.catchWeight) return quantity * product.pricePence
  if (product.estimatedWeightGrams === null) return null
  return halfUpQuotient(
    BigInt(quantity) * BigInt(product.estimatedWeightGrams) * BigInt(product.pricePence),
    GRAMS_IN_KILOGRAM,
  )
}

/** VAT on a net sum, rounded half up. Per rate on the sum of its lines, never per line (design, decision 14). */
export const vatOf = (netPence: number, vatBasisPoints: number): number =>
  halfUpQuotient(BigInt(netPence) * BigInt(vatBasisPoints), BASIS_POINTS_IN_WHOLE)

/**
 * The whole number nearest to a quotient; a half goes away from zero, so that a credit undoes its charge to the penny.
 */
export const halfUpQuotient = (numerator: bigint, denominator: bigint): number => {
  const negative = numerator < 0n !== denominator < 0n
  const [above, below] = [magnitude(numerator), magnitude(denominator)]
  const rounded = (2n * above + below) / (2n * below)
  return Number(negative ? -rounded : rounded)
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)

export const NO_PRICE = 'No price'

/** Of what has no price. @param pricesHere false: the device cannot know whether it has one */
export const unpricedWords = (pricesHere: boolean): string => (pricesHere ? NO_PRICE : 'Price not downloaded')

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** `£1,234.56`, `-£0.05`; null is `No price`, or what is said instead. */
export const moneyText = (pence: number | null, unpriced = NO_PRICE): string =>
  // Adding 0 makes of -0, which a product with 0 can be, a plain 0.
  pence === null ? unpriced : pounds.format(pence / 100 + 0)

const PER_UNIT = { g: ' per kg', ml: ' per litre' }
export const PER_UNIT_SHORT = { g: '/kg', ml: '/l' }

export type UnitPriced = Priced & Pick<Product, 'contentAmount' | 'contentMeasure' | 'unitCount'>

/**
 * The price of a kilogram, a litre or a single one, to compare packs by: `£3.40 per kg`, `£1.05 per litre`, `4.5p each`.
 * Below a pound it is told in tenths of a penny, or 2,000 napkins at £18.00 would be "£0.01 each". Null where there is
 * no price.
 */
export const unitPriceText = (product: UnitPriced, per = PER_UNIT): string | null => {
  const { pricePence, contentAmount, contentMeasure, unitCount } = product
  if (pricePence === null) return null
  if (product.catchWeight) return `${unitMoneyText(pricePence, 1)}${per.g}`
  if (contentAmount !== null && contentMeasure !== null) {
    return `${unitMoneyText(pricePence * 1000, contentAmount)}${per[contentMeasure]}`
  }
  return `${unitMoneyText(pricePence, unitCount)} each`
}

function unitMoneyText(pence: number, units: number): string {
  const tenths = halfUpQuotient(BigInt(pence) * 10n, BigInt(units))
  if (Math.abs(tenths) >= 1000) return moneyText(halfUpQuotient(BigInt(pence), BigInt(units)))
  return `${tenths / 10}p`
}
