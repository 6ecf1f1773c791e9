import type { Checkout } from '#domain/operations/operation.ts'
import type { Device } from '#src/device/device.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { type OpenTrolly, presentRows } from '#src/store/open-trolly.ts'
import { lockUserAction } from '#src/ui/action/user-action-lock.ts'
import { handOnTyped } from '#src/ui/form/use-commit-when-leaving.ts'
import { untilAnswered } from './until-answered.ts'

/**
 * The order as the person sees it now: lines, prices, day and total. Anything else on the server comes back to be
 * reviewed instead of being ordered.
 */
export const checkoutOf = (
  { view, rows, totals }: OpenTrolly,
  confirmations: Checkout['confirmations'],
): Checkout => ({
  kind: 'checkout',
  deliveryDay: view.deliveryDay,
  lines: presentRows(rows).map(({ line: { product_no, quantity }, product }) => ({
    product_no,
    quantity,
    unitPricePence: product?.pricePence ?? null,
  })),
  totalPence: totals.totalPence,
  confirmations,
})

export type PlacedNow = {
  trolly: OpenTrolly
  confirmations: Checkout['confirmations']
  /** The person was offered an order, not one for when the connection is back. */
  reached: boolean
}

/**
 * Asks for the order, once what is still being typed on the page is kept. It leaves at once if there is a connection, after
 * all that waits before it, and otherwise when the connection is back. It is placed only when the server has numbered it.
 *
 * The action lock is held until the order is kept on this device, and with a connection until it is answered: nobody walks
 * away from an order without knowing what became of it.
 * @returns once the order is kept
 * @throws OperationRefused where something needs deciding first
 */
export const placeOrder = async (
  { outbox, sendNow, database }: Pick<UserDevice, 'outbox' | 'sendNow' | 'database'>,
  session: Device['session'],
  { trolly, confirmations, reached }: PlacedNow,
): Promise<void> => {
  const unlock = lockUserAction()
  let isAwaited = false
  try {
    await handOnTyped()
    await outbox.append(trolly.view.id, checkoutOf(trolly, confirmations))
    if (reached) sendNow(trolly.view.id)
    isAwaited = reached
  } finally {
    if (isAwaited) void untilAnswered({ database, session }, trolly.view.id).then(unlock)
    else unlock()
  }
}
