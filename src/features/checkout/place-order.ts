import type { Checkout } from '#domain/operations/operation.ts'
import type { PayWay } from '#domain/payment.ts'
import { deliveryChoiceOf } from '#domain/trolly.ts'
import type { Device } from '#src/device/session.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import { lockUserAction } from '#src/ui/action/user-action-lock.ts'
import { handOnTyped } from '#src/ui/form/use-commit-when-leaving.ts'
import { untilAnswered } from './until-answered.ts'

/** The order exactly as shown. If the server has other lines, prices, day or total, it returns them for review. */
export const checkoutOf = (
  { view, rows, totals }: OpenTrolly,
  confirmations: Checkout['confirmations'],
  payBy?: PayWay,
): Checkout => ({
  kind: 'checkout',
  deliveryDay: view.deliveryDay,
  ...deliveryChoiceOf(view),
  lines: presentRows(rows).map(({ line: { product_no, quantity }, product }) => ({
    product_no,
    quantity,
    unitPricePence: product?.pricePence ?? null,
  })),
  totalPence: totals.totalPence,
  deliveryChargePence: totals.deliveryChargePence ?? 0,
  confirmations,
  ...(payBy !== undefined && { payBy }),
})

export type PlacedNow = {
  trolly: OpenTrolly
  confirmations: Checkout['confirmations']
  /** Left out where cards are not accepted. */
  payBy?: PayWay | undefined
  /** The user was offered an order now, not one for later. */
  reached: boolean
}

/**
 * Sends the order after pending changes, now or once back online. Holds the action lock until the order is stored and,
 * online, until it is answered, so that nobody leaves without knowing the outcome. @returns once the order is stored
 * @throws OperationRefused if a decision is needed first
 */
export const placeOrder = async (
  { outbox, sendNow, database }: Pick<UserDevice, 'outbox' | 'sendNow' | 'database'>,
  session: Device['session'],
  { trolly, confirmations, payBy, reached }: PlacedNow,
): Promise<void> => {
  const unlock = lockUserAction()
  let isAwaited = false
  try {
    await handOnTyped()
    await outbox.append(trolly.view.id, checkoutOf(trolly, confirmations, payBy))
    if (reached) sendNow(trolly.view.id)
    isAwaited = reached
  } finally {
    if (isAwaited) void untilAnswered({ database, session }, trolly.view.id).then(unlock)
    else unlock()
  }
}
