import type { Customer } from '#domain/customer.ts'
import type { PayWay } from '#domain/payment.ts'

/** What an order asks of its customer's credit. */
export type CheckedCredit = {
  /** Negative where more is owed than the limit. */
  leftPence: number
  /** With charge and VAT; of a change, what it costs more than the order that it replaces. */
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
