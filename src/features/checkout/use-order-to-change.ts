import type { TrackedOrder } from '#contract/orders.ts'
import { mayStillChange } from '#domain/order.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { useLive } from '#src/device/use-live.ts'
import { findOrderOf } from '#src/store/known-orders.ts'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { refusedAs } from './refused-order.ts'

export type OrderToChange = {
  /** undefined: not known here. */
  order: TrackedOrder | undefined
  /** The server said so, or what this device knows of the order does. */
  isTooLate: boolean
}

/** The order that the trolly's checkout replaces. */
export const useOrderToChange = (view: TrollyView): OrderToChange => {
  const { customerId, replacesOrderId, checkout } = view
  const { value: order } = useLive({
    key: ['order to change', customerId, replacesOrderId],
    read: async (database) =>
      replacesOrderId ? await findOrderOf(database, customerId, replacesOrderId) : undefined,
  })
  const now = new Date(useMinute())
  const isOver =
    refusedAs(view, 'order_closed') !== undefined || (order !== undefined && !mayStillChange(order, now))
  // While it is being placed, it may have been received in time.
  return { order, isTooLate: Boolean(replacesOrderId) && isOver && checkout !== 'underWay' }
}
