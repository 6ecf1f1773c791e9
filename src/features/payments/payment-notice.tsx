import { awaitsPayment } from '#domain/known-orders.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { PayLink } from './pay-link.tsx'
import { paymentWords } from './payment-words.ts'
import { usePaymentState } from './use-payment.ts'

/**
 * On the page of an order by card: to be paid, paid, or going back to the card. Until the server answers, as the order itself tells.
 */
export function PaymentNotice({ order }: { order: Parameters<typeof awaitsPayment>[0] & { id: string } }) {
  const { id: orderId } = order
  const { data } = usePaymentState(orderId)
  const pay = <PayLink orderId={orderId} />
  if (!data)
    return awaitsPayment(order) ? (
      <Banner tone="amber" inset action={pay}>
        Pay for this order by card.
      </Banner>
    ) : null
  const { state } = data
  const { tone, words } = paymentWords(data)
  const see = (
    <ButtonLink compact to={`/payments/payment-${orderId}`}>
      See payment
    </ButtonLink>
  )
  const isGoingBack = state === 'refunding' || state === 'refunded'
  return (
    <Banner tone={tone} inset action={state === 'awaiting' ? pay : isGoingBack ? see : undefined}>
      {words}
    </Banner>
  )
}
