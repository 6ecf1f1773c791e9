import {
  CHECKOUT_CHECKS,
  type CheckInput,
  type CheckName,
  type CheckResult,
  type CheckResults,
} from './check.ts'
import { customerCheck } from './customer-check.ts'
import { cutOffCheck, deliveryDateCheck } from './delivery-checks.ts'
import { ageRestrictedCheck, catchWeightCheck, stockCheck, unpricedCheck } from './line-checks.ts'
import {
  hasItemsCheck,
  mandatoryCategoryCheck,
  maximumValueCheck,
  minimumValueCheck,
} from './order-checks.ts'

/**
 * The eleven checks of a checkout. The same functions run on a device ahead of time and on the server for real, so that
 * a person is told early, in the words the server would use. Order and names are the specification's, section 3.
 */

const CHECKS: Record<CheckName, (input: CheckInput) => CheckResult> = {
  order_customer_check: customerCheck,
  order_delivery_date_check: deliveryDateCheck,
  order_cutoff_check: cutOffCheck,
  order_has_items_check: hasItemsCheck,
  order_minimum_value_check: minimumValueCheck,
  order_maxiumum_value_check: maximumValueCheck,
  order_has_item_from_mandatory_category_check: mandatoryCategoryCheck,
  order_stock_check: stockCheck,
  order_unpriced_items_check: unpricedCheck,
  order_has_age_restricted_items_check: ageRestrictedCheck,
  order_has_catch_weight_items_check: catchWeightCheck,
}

/** All eleven, each time: one that passes has no messages. Lines with quantity 0 are removed ones and count for nothing. */
export const runChecks = (input: CheckInput): CheckResults => {
  const present = { ...input, lines: input.lines.filter(({ quantity }) => quantity > 0) }
  return Object.fromEntries(CHECKOUT_CHECKS.map((name) => [name, CHECKS[name](present)])) as CheckResults
}

export const failedChecks = (results: CheckResults): CheckName[] =>
  CHECKOUT_CHECKS.filter((name) => results[name].error_messages.length > 0)

/** What a failed checkout says (specification, section 5): the messages of all failed checks, joined. '' where none. */
export const joinedMessages = (results: CheckResults): string =>
  CHECKOUT_CHECKS.flatMap((name) => results[name].error_messages).join(', ')
