import type { OrderChannel } from './orders-per-day.ts'
import type { PayWay } from './payment.ts'
import { type DeliveryChoice, deliveryChoiceOf } from './trolly.ts'

/** In order of progress; the last two end it early. */
export const ORDER_STATUSES = [
  'awaiting_payment',
  'placed',
  'picking',
  'dispatched',
  'delivered',
  'cancelled',
  'replaced',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ACTIVE_STATUSES = ['awaiting_payment', 'placed', 'picking', 'dispatched'] as const
export type ActiveStatus = (typeof ACTIVE_STATUSES)[number]

export const ORDER_STATUS_WORDS: Record<OrderStatus, string> = {
  awaiting_payment: 'Awaiting payment',
  placed: 'Placed',
  picking: 'Being picked',
  dispatched: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  replaced: 'Changed',
}

type Placed = { channel?: OrderChannel }

/** `110251 · PO 7 · by the office`, as lists name an order. */
export const orderText = ({
  orderNo,
  poNumber,
  channel,
}: Placed & { orderNo: string; poNumber: string }): string =>
  [orderNo, poNumber, channel === 'office' ? 'by the office' : ''].filter(Boolean).join(' · ')

/** Staff order for customers, who should know that it was not one of them. */
export const placedByText = ({ placedBy, channel }: Placed & { placedBy: string }): string =>
  channel === 'office' ? `${placedBy}, our office` : placedBy

export const listNameOf = (status: ActiveStatus): string => status.replaceAll('_', '-')

/** The only names in `/orders/{name}-orders`. */
export const ORDER_LIST_NAMES = ACTIVE_STATUSES.map(listNameOf)

export const statusOfListName = (name: string): ActiveStatus | undefined =>
  ACTIVE_STATUSES.find((status) => listNameOf(status) === name)

/** Before picking, and before the cut-off of its day. Never for orders from other systems. */
export const mayStillChange = (
  { status, cutOffAt }: { status: OrderStatus; cutOffAt: string | null },
  now: Date,
): boolean =>
  (status === 'placed' || status === 'awaiting_payment') &&
  cutOffAt !== null &&
  now.getTime() < Date.parse(cutOffAt)

export type AddableOrder = DeliveryChoice & {
  status: OrderStatus
  cutOffAt: string | null
  deliveryDay: string
  payBy: PayWay
}

/** Goods for the same day and place can come with this order. Card orders can't be changed (docs/decisions/0026). */
export const takesGoodsFor = (
  order: AddableOrder,
  wanted: DeliveryChoice & { deliveryDay: string | null },
  now: Date,
): boolean =>
  order.payBy === 'account' &&
  order.deliveryDay === wanted.deliveryDay &&
  mayStillChange(order, now) &&
  isSamePlace(deliveryChoiceOf(order), deliveryChoiceOf(wanted))

const isSamePlace = (one: Required<DeliveryChoice>, other: Required<DeliveryChoice>): boolean =>
  one.method === other.method &&
  one.deliveryAddressId === other.deliveryAddressId &&
  one.collectionSiteId === other.collectionSiteId &&
  one.collectionSlot === other.collectionSlot

/** The order as placed; unknown texts are ''. */
export type OrderAddress = {
  name: string
  contactName: string
  contactPhone: string
  addressLines: string[]
  town: string
  postcode: string
  accessNotes: string
}

export const addressText = ({
  name,
  addressLines,
  town,
  postcode,
}: Pick<OrderAddress, 'name' | 'addressLines' | 'town' | 'postcode'>): string =>
  [name, ...addressLines, town, postcode].filter(Boolean).join(', ')
