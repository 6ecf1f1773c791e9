import { ACTIVE_STATUSES, type OrderStatus } from './order.ts'
import type { PayWay } from './payment.ts'

/** Orders that a device can show without a connection. */
export type KnownOrder = {
  id: string
  orderNo: string
  basketId: string | null
  customerId: string
  deliveryDay: string
  placedAt: string
  poNumber: string
  /** Undefined where the device saw the order only when it was placed. */
  status?: OrderStatus
  lines: readonly { product_no: string; name: string }[]
}

/** Read ahead, so that they can be read offline. */
export const ORDERS_KEPT_DAYS = 90

/**
 * The server's list and those placed here that it may not have yet, the last placed first. Of one number the latest
 * revision counts, and of one revision the server's.
 */
export const mergeOrders = <Kept extends KnownOrder, Here extends KnownOrder>(
  kept: readonly Kept[],
  here: readonly Here[],
): (Kept | Here)[] => {
  const byNumber = new Map<string, Kept | Here>()
  for (const order of [...kept, ...here]) {
    const known = byNumber.get(order.orderNo)
    if (known === undefined || known.placedAt < order.placedAt) byNumber.set(order.orderNo, order)
  }
  return [...byNumber.values()].sort(
    (one, other) => other.placedAt.localeCompare(one.placedAt) || other.orderNo.localeCompare(one.orderNo),
  )
}

export const isToCome = ({ status }: Pick<KnownOrder, 'status'>): boolean =>
  status === undefined || (ACTIVE_STATUSES as readonly OrderStatus[]).includes(status)

/** As far as a device knows: without a status it may have been paid meanwhile. */
export const awaitsPayment = ({ status, payBy }: { status?: OrderStatus; payBy?: PayWay }): boolean =>
  status === 'awaiting_payment' || (status === undefined && payBy === 'card')

/** Where it is shown: one that the server has not told of has its trolly's page. */
export const orderPath = ({ id, basketId, status }: KnownOrder): string =>
  status === undefined ? `/orders/create-${basketId}` : `/orders/history-${id}`
