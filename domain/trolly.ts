import type { LineTerms } from './line-terms.ts'
import type { OriginalProduct } from './substitution.ts'

export const TROLLY_STATES = ['open', 'checked_out', 'deleted'] as const
export type TrollyState = (typeof TROLLY_STATES)[number]

/** Larger quantities are ordered by telephone. */
export const QUANTITY_MAX = 9999
export const LINES_MAX = 1000

export const DELIVERY_METHODS = ['delivery', 'collection'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]

export const METHOD_WORDS: Record<DeliveryMethod, string> = {
  delivery: 'Delivery',
  collection: 'Collection',
}

/** Rows and operations of older builds have none of these: delivery to the account. */
export type DeliveryChoice = {
  method?: DeliveryMethod
  /** null: the account's address. */
  deliveryAddressId?: string | null
  collectionSiteId?: string | null
  /** `07:00-09:00` on the day of delivery. */
  collectionSlot?: string | null
}

export const deliveryChoiceOf = ({
  method = 'delivery',
  deliveryAddressId = null,
  collectionSiteId = null,
  collectionSlot = null,
}: DeliveryChoice): Required<DeliveryChoice> => ({
  method,
  deliveryAddressId,
  collectionSiteId,
  collectionSlot,
})

/** Changed by operation `details`, guarded by `detailsVersion`. */
export type TrollyDetails = DeliveryChoice & {
  deliveryDay: string | null
  poNumber: string
  instructions: string
}

export type TrollyHead = TrollyDetails & {
  id: string
  customerId: string
  version: number
  detailsVersion: number
  state: TrollyState
  priceListId: string
  createdAt: string
  updatedAt: string
  replacesOrderId?: string | null
  replacesOrderNo?: string | null
}

/** A removed line keeps its version with quantity 0, so that it differs from one that never existed (version 0). */
export type TrollyLine = LineTerms & {
  product_no: string
  quantity: number
  version: number
  removed: boolean
  /** Unit price in pence shown to the last person to change the line; null: none. */
  seenPricePence: number | null
  addedAt: string
  /** Part of the order that the trolly replaces, whose stock is already taken. */
  orderedQuantity?: number
  /** The product's last known name, for lines whose product is no longer sold. Kept on the device only. */
  knownAs?: string
  /** What its alternatives are found by, likewise. */
  known?: OriginalProduct
}
