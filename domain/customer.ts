export const ACCOUNT_KINDS = ['credit', 'cash'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

export type Customer = {
  id: string
  name: string
  accountKind: AccountKind
  town: string
  postcode: string
  /** No order may be placed: unpaid, closed or stopped by the office. */
  onStop: boolean
  priceListId: string
  minimumOrderPence: number
  maximumOrderPence: number | null
  /** Goods total from which delivery is free; null: it always is. */
  freeDeliveryPence: number | null
  /** What a delivery to the postcode costs below that; absent from servers that do not say. */
  deliveryChargePence?: number
  /** A department, group or category of which every order must hold one item; null: none. */
  mandatoryCategory: string | null
  ageRestrictedAllowed: boolean
}

/** Goods total from which delivery is free; null where there is no charge to be spared. */
export const freeDeliveryFrom = ({
  freeDeliveryPence,
  deliveryChargePence = 0,
}: Pick<Customer, 'freeDeliveryPence' | 'deliveryChargePence'>): number | null =>
  deliveryChargePence > 0 ? freeDeliveryPence : null

/** The customer search field shows when there are more customers than this (specification, section 4). */
export const CUSTOMERS_LISTED_WITHOUT_SEARCH = 15

export type DeliveryDay = {
  /** YYYY-MM-DD in Europe/London. */
  day: string
  /** ISO 8601, UTC. */
  cutOffAt: string
}
