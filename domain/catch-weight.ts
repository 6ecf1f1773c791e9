import { type Discounted, discountPenceOf } from './discounts.ts'
import {
  eachText,
  GRAMS_IN_KILOGRAM,
  halfUpQuotient,
  moneyText,
  type Priced,
  shareOf,
  weighedNetPence,
} from './money.ts'
import { numberText } from './plain-text.ts'
import { discountedPence, type TotalledLine } from './totals.ts'

/** Catch weight is estimated when it is ordered and billed by what it weighed when it was delivered. Weights are whole grams. */

/** A line as ordered, priced per kilogram. */
export type EstimatedLine = Discounted & { quantity: number; unitPricePence: number; netPence: number }

/** Orders keep no weight, but what they were estimated at. @returns undefined for a line that costs nothing */
export const estimatedGramsOf = (
  { quantity, unitPricePence, netPence, discounts }: EstimatedLine,
  pieces = quantity,
): number | undefined => {
  const fullPence = netPence + discountPenceOf({ discounts })
  return fullPence <= 0 || unitPricePence <= 0
    ? undefined
    : halfUpQuotient(
        BigInt(fullPence) * BigInt(GRAMS_IN_KILOGRAM) * BigInt(pieces),
        BigInt(unitPricePence) * BigInt(quantity),
      )
}

/**
 * What a catch-weight line was priced by: grams × the price of a kilogram are its amount. undefined for other lines, and where no
 * weight comes to the amount, as for a part that was credited.
 */
export const pricedGramsOf = (
  line: EstimatedLine & { catchWeight: boolean; deliveredWeightGrams?: number | null | undefined },
): number | undefined => {
  if (!line.catchWeight) return undefined
  const grams = line.deliveredWeightGrams ?? estimatedGramsOf(line)
  const isExact =
    grams !== undefined &&
    weighedNetPence(grams, line.unitPricePence) === line.netPence + discountPenceOf(line)
  return isExact ? grams : undefined
}

/** Pieces of meat may weigh twice what was expected; grams for kilograms are a thousand times as much. */
const MOST_TIMES_THE_ESTIMATE = 5

export const isPlausibleWeight = (grams: number, estimatedGrams: number | undefined): boolean =>
  estimatedGrams === undefined ||
  (grams <= estimatedGrams * MOST_TIMES_THE_ESTIMATE && grams * MOST_TIMES_THE_ESTIMATE >= estimatedGrams)

/** Shares a product's weight between its lines by their pieces, so that the parts add up. */
export const sharedGrams = (grams: number, pieces: readonly number[]): number[] => {
  const all = pieces.reduce((sum, count) => sum + count, 0)
  let [sharedPieces, shared] = [0, 0]
  return pieces.map((count) => {
    sharedPieces += count
    const share = shareOf(grams, sharedPieces, all) - shared
    shared += share
    return share
  })
}

/** `12.45 kg` */
export const weightText = (grams: number): string => `${grams / GRAMS_IN_KILOGRAM} kg`

/** To 10 g, since it is worked out from whole pence. */
export const estimateText = (grams: number): string =>
  weightText(grams < 100 ? grams : Math.round(grams / 10) * 10)

/** `Estimated 2.4 kg, delivered 2.48 kg`; undefined before it is weighed. */
export const weighedText = ({
  deliveredWeightGrams,
  ...line
}: EstimatedLine & { deliveredWeightGrams?: number | null | undefined }): string | undefined => {
  if (typeof deliveredWeightGrams !== 'number') return undefined
  const estimated = estimatedGramsOf(line)
  return estimated === undefined
    ? `Delivered ${weightText(deliveredWeightGrams)}`
    : `Estimated ${estimateText(estimated)}, delivered ${weightText(deliveredWeightGrams)}`
}

/** `about £20.46` for a product whose weight is estimated, less the line's discount; see `moneyText` for the rest. */
export const lineAmountText = (
  line: Omit<TotalledLine, 'product'> & { product: Priced | null },
  unpriced?: string,
): string => {
  const netPence = discountedPence(line)
  return `${line.product?.catchWeight && netPence !== null ? 'about ' : ''}${moneyText(netPence, unpriced)}`
}

/** `2 × about 2.5 kg` and `× £4.09 per kg`: what a line's estimate comes from. undefined: there is no estimate */
export const estimateParts = (quantity: number, product: Priced | null): [string, string] | undefined => {
  if (!product?.catchWeight || product.pricePence === null || product.estimatedWeightGrams === null)
    return undefined
  return partsOf(quantity, weightText(product.estimatedWeightGrams), product.pricePence)
}

type OrderedLine = EstimatedLine & {
  catchWeight: boolean
  deliveredWeightGrams?: number | null | undefined
  billedPence?: number | null | undefined
}

/** The same for a line as ordered, in one; undefined once it is weighed or billed. */
export const orderedEstimateText = (line: OrderedLine): string | undefined => {
  const grams = line.catchWeight ? estimatedGramsOf(line, 1) : undefined
  const isKnown = typeof line.deliveredWeightGrams === 'number' || typeof line.billedPence === 'number'
  if (grams === undefined || isKnown) return undefined
  return partsOf(line.quantity, estimateText(grams), line.unitPricePence).join(' ')
}

const partsOf = (quantity: number, weight: string, pricePence: number): [string, string] => [
  `${numberText(quantity)} × about ${weight}`,
  `× ${eachText({ pricePence, catchWeight: true })}`,
]
