import { type NetLine, totalsOfNetLines, type VatTotal } from '#domain/totals.ts'

/** A line of an order, an invoice or a credit note. */
export type BilledLine = {
  position: number
  product_no: string
  name: string
  pack: string
  quantity: number
  unitPricePence: number
  vatBasisPoints: number
  /** Of all pieces. */
  netPence: number
  catchWeight: boolean
}

/** As an order has it; a collection, and an order that no charge could apply to, has no rate. */
export type BilledCharge = { deliveryChargePence: number; deliveryVatBasisPoints: number | null }

export type Bill = BilledCharge & {
  lines: BilledLine[]
  /** Of the goods. */
  netPence: number
  /** One row per rate in use, lowest first; the delivery charge counts. */
  vat: VatTotal[]
  vatPence: number
  totalPence: number
}

export const NO_CHARGE: BilledCharge = { deliveryChargePence: 0, deliveryVatBasisPoints: null }

/** An order is billed as it was placed, to the penny; what did not come is credited. VAT is once per rate on lines and charge. */
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
