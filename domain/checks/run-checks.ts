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

/** The checkout checks of the specification, section 3. The device runs them early and the server runs them for real. */

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

/** Returns every check; one that passes has no messages. Removed lines (quantity 0) are ignored. */
export const runChecks = (input: CheckInput): CheckResults => {
  const present = { ...input, lines: input.lines.filter(({ quantity }) => quantity > 0) }
  return Object.fromEntries(CHECKOUT_CHECKS.map((name) => [name, CHECKS[name](present)])) as CheckResults
}

export const failedChecks = (results: CheckResults): CheckName[] =>
  CHECKOUT_CHECKS.filter((name) => results[name].error_messages.length > 0)

/** The message of a failed checkout (specification, section 5); '' where nothing failed. */
export const joinedMessages = (results: CheckResults): string =>
  CHECKOUT_CHECKS.flatMap((name) => results[name].error_messages).join(', ')
