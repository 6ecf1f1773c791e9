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
}

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

/** Bills the order as placed, to the penny; shortages are credited. VAT once per rate, on lines and charge. */
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
