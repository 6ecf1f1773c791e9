import { useMayOrder } from '#src/device/use-may-order.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'

/** To the page where an order is paid by card; absent for those who may not order. */
export function PayLink({ orderId }: { orderId: string }) {
  if (!useMayOrder()) return null
  return (
    <ButtonLink compact variant="filled" to={`/payments/payment-${orderId}`}>
      Pay by card
    </ButtonLink>
  )
}
