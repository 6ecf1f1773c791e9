import { CREDIT_USED_UP_MESSAGE } from '#domain/checks/customer-check.ts'
import { MESSAGES } from '#domain/messages.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import type { OrderingFor } from '#src/store/choice.ts'
import { Banner } from '#src/ui/status/banner.tsx'

/** Warns ahead that the account cannot order. */
export function MayOrderNote({ orderingFor: { customer } }: { orderingFor: OrderingFor }) {
  const mayOrder = useMayOrder()
  if (customer.onStop) {
    return (
      <Banner tone="red">
        <strong>{MESSAGES.onStop}.</strong> You can build a trolly but not order. Ask the office.
      </Banner>
    )
  }
  if ((customer.creditLeftPence ?? 1) <= 0) {
    return (
      <Banner tone="amber">
        <strong>{CREDIT_USED_UP_MESSAGE}.</strong> You can build a trolly but not order it on account. Ask the
        office.
      </Banner>
    )
  }
  if (!mayOrder) {
    return <Banner tone="amber">You can browse but not order. Ask the office for access.</Banner>
  }
  return null
}
