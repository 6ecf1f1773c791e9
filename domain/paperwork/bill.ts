import { weighedNetPence } from '#domain/money.ts'
import { type NetLine, totalsOfNetLines, type VatTotal } from '#domain/totals.ts'

export type BilledLine = {
  position: number
  product_no: string
  name: string
  pack: string
  quantity: number
  unitPricePence: number
  vatBasisPoints: number
  /** For the whole quantity. */
  netPence: number
  catchWeight: boolean
  /** Where it was weighed: all that was delivered, which it is billed by. */
  deliveredWeightGrams?: number | null
  /** Where it was weighed: what was ordered, at its estimated weight. */
  ordered?: { quantity: number; netPence: number }
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

/** A weighed line is billed for what was delivered at the order's price, any other as ordered: its shortage is credited. */
export const billedLineOf = <Line extends DeliveredLine>(line: Line): Line & BilledLine => {
  const { quantity, deliveredQuantity, deliveredWeightGrams, unitPricePence, netPence } = line
  if (typeof deliveredWeightGrams !== 'number') return line
  return {
    ...line,
    quantity: deliveredQuantity ?? quantity,
    netPence: weighedNetPence(BigInt(deliveredWeightGrams), unitPricePence),
    ordered: { quantity, netPence },
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
