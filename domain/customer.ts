import type { Discount } from './discounts.ts'

export const ACCOUNT_KINDS = ['credit', 'cash'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

export type Customer = {
  id: string
  name: string
  accountKind: AccountKind
  town: string
  postcode: string
  onStop: boolean
  /** Limit less what is owed and ordered; null: no limit; older servers omit it. */
  creditLeftPence?: number | null
  priceListId: string
  minimumOrderPence: number
  maximumOrderPence: number | null
  /** Goods total for free delivery; null: always free. */
  freeDeliveryPence: number | null
  /** Delivery charge below that total; older servers omit it. */
  deliveryChargePence?: number
  /** Every order needs an item of this department, group or category. */
  mandatoryCategory: string | null
  ageRestrictedAllowed: boolean
  /** Those that may apply to its orders; older servers omit it. */
  discounts?: Discount[]
}

/** Goods total for free delivery; null where there is no charge. */
export const freeDeliveryFrom = ({
  freeDeliveryPence,
  deliveryChargePence = 0,
}: Pick<Customer, 'freeDeliveryPence' | 'deliveryChargePence'>): number | null =>
  deliveryChargePence > 0 ? freeDeliveryPence : null

/** Specification, section 4. */
export const CUSTOMERS_LISTED_WITHOUT_SEARCH = 15

export type DeliveryDay = {
  day: string
  cutOffAt: string
}
