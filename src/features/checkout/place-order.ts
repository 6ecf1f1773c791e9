import type { Checkout } from '#domain/operations/operation.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { type OpenTrolly, presentRows } from '#src/store/open-trolly.ts'
import { handOnTyped } from '#src/ui/form/use-commit-when-leaving.ts'

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
 * Asks for the order, once what still stands typed on the page is kept: it leaves at once where there is signal, after all that waits before it, and else when the signal
 * is back. It is placed only when the server has numbered it.
 * @throws OperationRefused where something needs deciding first
 */
export const placeOrder = async (
  { outbox, sendNow }: Pick<UserDevice, 'outbox' | 'sendNow'>,
  { trolly, confirmations, reached }: PlacedNow,
): Promise<void> => {
  await handOnTyped()
  await outbox.append(trolly.view.id, checkoutOf(trolly, confirmations))
  if (reached) sendNow(trolly.view.id)
}
