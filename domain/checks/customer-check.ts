import type { CheckInput, CheckResult } from './check.ts'

/** Specification, section 8. */
export const ON_STOP_MESSAGE = 'Your Account Is On Stop'
export const MAY_NOT_ORDER_MESSAGE = 'You can browse but not order. Ask the office for access'

export const customerCheck = ({ customer, canPlaceOrders }: CheckInput): CheckResult => {
  const error_messages = [
    ...(customer.onStop ? [ON_STOP_MESSAGE] : []),
    ...(canPlaceOrders ? [] : [MAY_NOT_ORDER_MESSAGE]),
  ]
  return {
    error_messages,
    repairs: [
      ...(customer.onStop ? [{ kind: 'choose_customer' } as const] : []),
      ...(error_messages.length > 0 ? [{ kind: 'ask_office' } as const] : []),
    ],
  }
}
