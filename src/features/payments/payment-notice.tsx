import { ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { PayLink } from './pay-link.tsx'
import { paymentWords } from './payment-words.ts'
import { usePaymentState } from './use-payment.ts'

export type PaymentNoticeProps = {
  orderId: string
  /** Whether the order awaits payment, as far as the page knows: shown until the server answers. */
  awaited: boolean
}

/** On the page of an order by card: to be paid, paid, or going back to the card. */
export function PaymentNotice({ orderId, awaited }: PaymentNoticeProps) {
  const { data } = usePaymentState(orderId)
  const pay = <PayLink orderId={orderId} />
  if (!data)
    return awaited ? (
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
