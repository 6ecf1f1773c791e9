import type { Customer } from '#domain/customer.ts'
import type { PayWay } from '#domain/payment.ts'

export type CheckedCredit = {
  /** Negative: over the limit. */
  leftPence: number
  /** With charge and VAT. For a changed order, the increase over the order it replaces. */
  orderPence: number
}

/** undefined where no limit applies or none is known. */
export const creditAsked = (
  { creditLeftPence }: Customer,
  payBy: PayWay,
  orderPence: number,
): CheckedCredit | undefined =>
  payBy === 'card' || creditLeftPence === undefined || creditLeftPence === null
    ? undefined
    : { leftPence: creditLeftPence, orderPence }
