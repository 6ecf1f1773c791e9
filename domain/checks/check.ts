import type { SiteWithDays } from '#domain/collection.ts'
import type { Customer, DeliveryDay } from '#domain/customer.ts'
import type { LineDiscount } from '#domain/discounts.ts'
import type { Product } from '#domain/product.ts'
import type { CheckedCredit } from './credit.ts'

/** Specification, section 3, in its order and spelling. */
export const CHECKOUT_CHECKS = [
  'order_customer_check',
  'order_delivery_date_check',
  'order_cutoff_check',
  'order_has_items_check',
  'order_minimum_value_check',
  'order_maxiumum_value_check',
  'order_has_item_from_mandatory_category_check',
  'order_stock_check',
  'order_unpriced_items_check',
  'order_has_age_restricted_items_check',
  'order_has_catch_weight_items_check',
] as const
export type CheckName = (typeof CHECKOUT_CHECKS)[number]

export type Repair =
  | {
      kind:
        | 'choose_customer'
        | 'choose_day'
        | 'choose_delivery'
        | 'confirm_age'
        | 'confirm_catch_weight'
        | 'ask_office'
    }
  | { kind: 'add_items'; missingPence?: number }
  | { kind: 'add_from_category'; category: string }
  | { kind: 'set_quantity'; product_no: string; quantity: number }
  | { kind: 'remove_line'; product_no: string }
  /** Of a device alone: the server sends none. */
  | { kind: 'see_alternatives'; product_no: string }

export type CheckResult = { error_messages: string[]; repairs: Repair[] }

export type CheckedLine = {
  product_no: string
  quantity: number
  product: Product | null
  /** The last known name of a product no longer sold. */
  knownAs?: string | undefined
  /** Part of the order that the trolly replaces, whose stock is already taken. */
  orderedQuantity?: number | undefined
  discount?: LineDiscount | undefined
}

export type CheckedDelivery =
  | {
      method: 'delivery'
      minimumOrderPence: number
      /** false: the address was deleted, or is outside the delivery area now. */
      served: boolean
    }
  | { method: 'collection'; site: SiteWithDays | null; slot: string | null }

export type CheckInput = {
  customer: Customer
  canPlaceOrders: boolean
  deliveryDay: string | null
  /** Includes days whose cut-off passed earlier today. */
  deliveryDays: DeliveryDay[]
  /** Missing: not needed, or not known. */
  credit?: CheckedCredit | undefined
  /** Missing: delivery to the account. */
  delivery?: CheckedDelivery
  now: Date
  /** Without removed lines; product is null if it is no longer sold. */
  lines: CheckedLine[]
  /** Set by the server only. Elsewhere STOCK_TOLD_UP_TO means "this many or more" and never fails a line. */
  stockIsExact?: true
  confirmations: { ageRestricted: boolean; catchWeight: boolean }
}

/** What the checks of the day read. */
export type DayInput = Pick<CheckInput, 'deliveryDay' | 'deliveryDays' | 'delivery' | 'now' | 'lines'>

export type CheckResults = Record<CheckName, CheckResult>
