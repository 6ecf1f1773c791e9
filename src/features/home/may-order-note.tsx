import { MESSAGES } from '#domain/messages.ts'
import { useUser } from '#src/device/device-context.tsx'
import type { OrderingFor } from '#src/store/choice.ts'
import { Banner } from '#src/ui/status/banner.tsx'

/** Says ahead of time that an order would not be taken, whatever is in it. */
export function MayOrderNote({ orderingFor: { customer } }: { orderingFor: OrderingFor }) {
  const { can_place_orders } = useUser()
  if (customer.onStop) {
    return (
      <Banner kind="problem">
        <strong>{MESSAGES.onStop}.</strong> A trolly can be made ready, but not ordered: ask the office.
      </Banner>
    )
  }
  if (can_place_orders === 0) {
    return <Banner kind="warning">Your sign-in may look but not order: ask the office to change that.</Banner>
  }
  return null
}
