import { type Static, Type } from 'typebox'
import { PAYMENT_STATES } from '#domain/payment.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, Day, Instant, naming, nullable, oneOf, SumPence, Uuid } from './values.ts'

export const Payment = Strict({
  /** The order's id: it has one payment. */
  id: Uuid,
  orderNo: Type.String(),
  basketId: nullable(Uuid),
  customerId: CustomerId,
  deliveryDay: Day,
  amountPence: SumPence,
  state: oneOf(PAYMENT_STATES),
  /** When the stock is released. */
  expiresAt: Instant,
  /** Why the last card was declined, in the provider's words; null if none was declined. */
  failure: nullable(Type.String()),
})
export type Payment = Static<typeof Payment>

const Params = Strict({ id: naming(Uuid, 'order_not_found') })

export const payments = {
  get: endpoint('GET', 'payment/{id}', {
    params: Params,
    reply: Payment,
    access: 'user',
    summary: 'The card payment of an order.',
  }),
  begin: endpoint('POST', 'payment/{id}/begin', {
    params: Params,
    reply: Strict({
      payment: Payment,
      /** For the provider’s script, while payment is awaited; null afterwards. */
      clientSecret: nullable(Type.String()),
    }),
    access: 'orderer',
    summary:
      'Start paying for an order by card, or continue after an interruption. Checks with the provider first whether it is paid.',
  }),
}
