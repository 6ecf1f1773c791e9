import { MESSAGES } from '#domain/messages.ts'
import { moneyText } from '#domain/money.ts'
import type { CheckInput, CheckResult } from './check.ts'
import type { CheckedCredit } from './credit.ts'

export const MAY_NOT_ORDER_MESSAGE = 'You can browse but not order. Ask the office for access'
export const CREDIT_USED_UP_MESSAGE = 'You’ve reached your credit limit'

export const customerCheck = ({ customer, canPlaceOrders, credit }: CheckInput): CheckResult => {
  const error_messages = [
    ...(customer.onStop ? [MESSAGES.onStop] : []),
    ...(canPlaceOrders ? [] : [MAY_NOT_ORDER_MESSAGE]),
    ...overCredit(credit),
  ]
  return {
    error_messages,
    repairs: [
      ...(customer.onStop ? [{ kind: 'choose_customer' } as const] : []),
      ...(error_messages.length > 0 ? [{ kind: 'ask_office' } as const] : []),
    ],
  }
}

/** A change that costs no more than before is always allowed. */
const overCredit = (credit: CheckedCredit | undefined): string[] => {
  if (credit === undefined || credit.orderPence <= Math.max(credit.leftPence, 0)) return []
  const { leftPence, orderPence } = credit
  return [
    leftPence <= 0
      ? CREDIT_USED_UP_MESSAGE
      : `${moneyText(orderPence - leftPence)} over your remaining credit of ${moneyText(leftPence)}`,
  ]
}
