import { type Discounted, type DiscountShare, discountPenceOf } from '#domain/discounts.ts'
import { shareOf, weighedNetPence } from '#domain/money.ts'
import { type NetLine, totalsOfNetLines, type VatTotal } from '#domain/totals.ts'

export type BilledLine = Discounted & {
  position: number
  product_no: string
  name: string
  pack: string
  quantity: number
  unitPricePence: number
  vatBasisPoints: number
  /** For the whole quantity, less the discounts. */
  netPence: number
  catchWeight: boolean
  /** Where it was weighed: all that was delivered, which it is billed by. */
  deliveredWeightGrams?: number | null
  /** Where it was weighed: what was ordered, at its estimated weight. */
  ordered?: Discounted & { quantity: number; netPence: number }
}

/** A line of an order. */
export type DeliveredLine = Omit<BilledLine, 'ordered'> & { deliveredQuantity: number | null }

/** No rate: a collection, or an order to which no charge could apply. */
export type BilledCharge = { deliveryChargePence: number; deliveryVatBasisPoints: number | null }

export type Bill = BilledCharge & {
  lines: BilledLine[]
  /** Goods only. */
  netPence: number
  vat: VatTotal[]
  vatPence: number
  totalPence: number
}

export const NO_CHARGE: BilledCharge = { deliveryChargePence: 0, deliveryVatBasisPoints: null }

/**
 * A weighed line is billed for the weight that was delivered, at the order's price, and discounted in the same proportion as its
 * estimate was. Any other line is billed as ordered, and a shortage is credited.
 */
export const billedLineOf = <Line extends DeliveredLine>(line: Line): Line & BilledLine => {
  const { quantity, deliveredQuantity, deliveredWeightGrams, unitPricePence, netPence, discounts } = line
  if (typeof deliveredWeightGrams !== 'number') return line
  const weighedPence = weighedNetPence(deliveredWeightGrams, unitPricePence)
  const estimatedPence = netPence + discountPenceOf(line)
  const offPence =
    discounts && estimatedPence > 0 ? shareOf(weighedPence, discountPenceOf(line), estimatedPence) : 0
  return {
    ...line,
    quantity: deliveredQuantity ?? quantity,
    netPence: weighedPence - offPence,
    ...(discounts && { discounts: scaledShares(discounts, offPence) }),
    ordered: { quantity, netPence, ...(discounts && { discounts }) },
  }
}

/** To the penny. VAT once per rate, on lines and charge. The charge is the order's, whatever its goods weighed. */
export const billOf = (lines: BilledLine[], charge: BilledCharge = NO_CHARGE): Bill => {
  const { vat, vatPence, totalPence } = totalsOfNetLines([...lines, ...asLines(charge)])
  return {
    lines,
    ...charge,
    netPence: totalPence - vatPence - charge.deliveryChargePence,
    vat,
    vatPence,
    totalPence,
  }
}

const asLines = ({ deliveryChargePence, deliveryVatBasisPoints }: BilledCharge): NetLine[] =>
  deliveryChargePence === 0
    ? []
    : [{ netPence: deliveryChargePence, vatBasisPoints: deliveryVatBasisPoints ?? 0, catchWeight: false }]

/** The same discounts of another amount, each in proportion. The shares sum to it; of no discount there are none. */
export const scaledShares = (shares: readonly DiscountShare[], wholePence: number): DiscountShare[] => {
  const before = discountPenceOf({ discounts: shares })
  if (before === 0) return []
  let [seen, shared] = [0, 0]
  return shares.map((share) => {
    seen += share.pence
    const pence = shareOf(wholePence, seen, before) - shared
    shared += pence
    return { ...share, pence }
  })
}
