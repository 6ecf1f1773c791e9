import type { AccountKind } from './customer.ts'

export const PAY_WAYS = ['account', 'card'] as const
export type PayWay = (typeof PAY_WAYS)[number]

/**
 * awaiting → paid or released (unpaid in time, or cancelled: the stock is free again). What is paid for an order that no
 * longer stands goes refunding → refunded.
 */
export const PAYMENT_STATES = ['awaiting', 'paid', 'released', 'refunding', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** How long the stock of an order is kept for its payment. */
export const PAY_WITHIN_MS = 30 * 60_000
/** Stripe refuses smaller amounts in pounds. */
export const CARD_LEAST_PENCE = 30

/** The first is the one used where none was chosen. A cash account has no credit, so it pays by card where that is offered. */
export const payWaysOf = (
  { accountKind }: { accountKind: AccountKind },
  { cardOffered, totalPence }: { cardOffered: boolean; totalPence: number },
): readonly [PayWay, ...PayWay[]] => {
  if (!cardOffered || totalPence < CARD_LEAST_PENCE) return ['account']
  return accountKind === 'cash' ? ['card'] : ['account', 'card']
}
