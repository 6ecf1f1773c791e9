import type { AccountKind } from './customer.ts'

export const PAY_WAYS = ['account', 'card'] as const
export type PayWay = (typeof PAY_WAYS)[number]

/** awaiting → paid or released (stock freed). Payments for cancelled orders go refunding → refunded. */
export const PAYMENT_STATES = ['awaiting', 'paid', 'released', 'refunding', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** How long an unpaid order holds its stock. */
export const PAY_WITHIN_MS = 30 * 60_000
/** Stripe refuses smaller amounts in pounds. */
export const CARD_LEAST_PENCE = 30

/** The first is the default. Cash accounts have no credit, so they pay by card where cards are accepted. */
export const payWaysOf = (
  { accountKind }: { accountKind: AccountKind },
  { cardOffered, totalPence }: { cardOffered: boolean; totalPence: number },
): readonly [PayWay, ...PayWay[]] => {
  if (!cardOffered || totalPence < CARD_LEAST_PENCE) return ['account']
  return accountKind === 'cash' ? ['card'] : ['account', 'card']
}
