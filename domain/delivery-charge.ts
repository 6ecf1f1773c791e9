/** Delivery is taxed at the standard rate, whatever the goods. */
export const DELIVERY_VAT_BASIS_POINTS = 2_000

export type DeliveryTerms = {
  chargePence: number
  /** Goods total without VAT from which it is free; null: always. */
  freeFromPence: number | null
}

/** The charge: 0 once free. Missing: no charge could apply. */
export type DeliveryCharge = {
  deliveryChargePence: number
  deliveryVatBasisPoints: number
  freeDeliveryFromPence: number
}

/** null: no charge applies. */
export const deliveryChargeOf = (
  { chargePence, freeFromPence }: DeliveryTerms,
  goodsPence: number,
): DeliveryCharge | null =>
  chargePence === 0 || freeFromPence === null
    ? null
    : {
        deliveryChargePence: goodsPence >= freeFromPence ? 0 : chargePence,
        deliveryVatBasisPoints: DELIVERY_VAT_BASIS_POINTS,
        freeDeliveryFromPence: freeFromPence,
      }
