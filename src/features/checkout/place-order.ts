import { liveQuery } from 'dexie'
import { laneOf } from '#domain/outbox/record.ts'
import type { PayWay } from '#domain/payment.ts'
import { type Checkout, TROLLY } from '#domain/trollies/operation.ts'
import { deliveryChoiceOf } from '#domain/trolly.ts'
import type { Device } from '#src/device/device.ts'
import { type UserDevice, WAITED_FOR_MS } from '#src/device/user-device.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { isReached } from '#src/sync/engine/last-contact.ts'
import { isPaused } from '#src/sync/engine/sync-state.ts'
import { readLane } from '#src/sync/engine/take.ts'
import { lockUserAction } from '#src/ui/action/user-action-lock.ts'
import { handOnTyped } from '#src/ui/form/use-commit-when-leaving.ts'

/** The order exactly as shown. If the server has other lines, prices, day or total, it returns them for review. */
export const checkoutOf = (
  { view, rows, totals }: OpenTrolly,
  confirmations: Checkout['confirmations'],
  payBy?: PayWay,
): Checkout => ({
  kind: 'checkout',
  deliveryDay: view.deliveryDay,
  ...deliveryChoiceOf(view),
  lines: presentRows(rows).map(({ line: { product_no, quantity, note, substitution }, product }) => ({
    product_no,
    quantity,
    unitPricePence: product?.pricePence ?? null,
    note: note ?? '',
    substitution: substitution ?? null,
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

/**
 * Also resolves when no answer is likely soon (lost reply, server pause, session end), after WAITED_FOR_MS at the
 * latest.
 */
export const untilAnswered = (
  { database, session }: { database: UserDatabase; session: Pick<Device['session'], 'get' | 'subscribe'> },
  trollyId: string,
): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      watching.unsubscribe()
      endSession()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(stop, WAITED_FOR_MS)
    const endSession = session.subscribe(() => {
      if (session.get().status !== 'signed-in') stop()
    })
    const watching = liveQuery(() => isAwaited(database, trollyId)).subscribe({
      next: (awaited) => {
        if (!awaited) stop()
      },
      error: stop,
    })
  })

const isAwaited = async (database: UserDatabase, trollyId: string): Promise<boolean> => {
  const lane = await readLane(database, laneOf(TROLLY, trollyId))
  const order = lane.find(({ operation }) => operation.kind === 'checkout')
  // Any decision in the trolly stops its order, and so does a failed attempt.
  const isStopped = lane.some(({ state }) => state === 'attention' || state === 'held')
  if (!order || isStopped || (order.state === 'pending' && order.attempts > 0)) return false
  return !(await isPaused(database, Date.now())) && (await isReached(database))
}
