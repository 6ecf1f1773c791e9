import { ButtonLink } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { paymentWords } from './payment-words.ts'
import { usePaymentState } from './use-payment.ts'

/** On the page of an order by card. Without a connection it says where to look, as the payment may stand otherwise by now. */
export function PaymentNotice({ orderId }: { orderId: string }) {
  const { data } = usePaymentState(orderId)
  const pay = (
    <ButtonLink compact variant="filled" to={`/payments/payment-${orderId}`}>
      {data && data.state !== 'awaiting' ? 'See payment' : 'Pay by card'}
    </ButtonLink>
  )
  if (!data)
    return (
      <Banner tone="amber" inset action={pay}>
        This order is to be paid by card.
      </Banner>
    )
  const { tone, words } = paymentWords(data)
  return (
    <Banner tone={tone} inset action={data.state === 'paid' ? undefined : pay}>
      {words}
    </Banner>
  )
}
