import type { CheckName } from '#domain/checks/check.ts'
import { ACCOUNT_CASES } from './account-cases.ts'
import { AMOUNT_CASES } from './amount-cases.ts'
import { CONFIRMATION_CASES } from './confirmation-cases.ts'
import { DAY_CASES } from './day-cases.ts'
import { DELIVERY_CASES } from './delivery-cases.ts'
import { GOODS_CASES } from './goods-cases.ts'
import type { CheckCase } from './world.ts'

/**
 * One table of cases for the eleven checks. Each is run as a device runs it and against the server with a real database, with the
 * same verdict.
 */
export const CHECK_CASES: Record<CheckName, CheckCase[]> = {
  ...ACCOUNT_CASES,
  ...AMOUNT_CASES,
  ...GOODS_CASES,
  ...CONFIRMATION_CASES,
  order_delivery_date_check: [
    ...DAY_CASES.order_delivery_date_check,
    ...DELIVERY_CASES.order_delivery_date_check,
  ],
  order_cutoff_check: [...DAY_CASES.order_cutoff_check, ...DELIVERY_CASES.order_cutoff_check],
  order_minimum_value_check: [
    ...AMOUNT_CASES.order_minimum_value_check,
    ...DELIVERY_CASES.order_minimum_value_check,
  ],
}
