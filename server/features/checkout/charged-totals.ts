import { type Totals, withCharge } from '#domain/totals.ts'

type ChargeColumns = {
  deliveryChargePence?: number
  /** null where no charge could apply. */
  deliveryVatBasisPoints: number | null
  freeDeliveryFromPence: number | null
}

/** Totals of an order's goods with the delivery it was charged. */
export const chargedTotals = (
  goods: Totals,
  { deliveryChargePence = 0, deliveryVatBasisPoints, freeDeliveryFromPence }: ChargeColumns,
): Totals =>
  deliveryVatBasisPoints === null || freeDeliveryFromPence === null
    ? goods
    : withCharge(goods, { deliveryChargePence, deliveryVatBasisPoints, freeDeliveryFromPence })
