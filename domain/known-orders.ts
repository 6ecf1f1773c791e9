import { moneyText } from './money.ts'
import { ACTIVE_STATUSES, type OrderStatus } from './order.ts'
import type { PayWay } from './payment.ts'
import { compareCodes } from './plain-text.ts'
import { type TotalShown, totalText } from './totals.ts'

export type KnownOrder = {
  id: string
  orderNo: string
  basketId: string | null
  customerId: string
  deliveryDay: string
  placedAt: string
  poNumber: string
  /** Undefined if the device has only seen the order being placed. */
  status?: OrderStatus
  lines: readonly { product_no: string; name: string }[]
}

export const ORDERS_KEPT_DAYS = 90

/** The server's orders and those only placed here, latest first. The latest revision counts; of the same one, the server's. */
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
    (one, other) => compareCodes(other.placedAt, one.placedAt) || compareCodes(other.orderNo, one.orderNo),
  )
}

export const isToCome = ({ status }: Pick<KnownOrder, 'status'>): boolean =>
  status === undefined || (ACTIVE_STATUSES as readonly OrderStatus[]).includes(status)

/** Answers as far as a device knows: without a status it may have been paid since. */
export const awaitsPayment = ({ status, payBy }: { status?: OrderStatus; payBy?: PayWay }): boolean =>
  status === 'awaiting_payment' || (status === undefined && payBy === 'card')

/** What an order comes to, as far as it is known: the same figure in every list and on its page. */
export const orderAmountText = ({ billedPence = null, totals }: OrderAmount): string =>
  billedPence === null ? totalText(totals) : moneyText(billedPence)

type OrderAmount = { billedPence?: number | null | undefined; totals: TotalShown }

/** An order that the server has not reported yet uses its trolly's page. */
export const orderPath = ({ id, basketId, status }: KnownOrder): string =>
  status === undefined ? `/orders/create-${basketId}` : `/orders/history-${id}`
