/** In the order in which an order passes through them; the last two end it early. */
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
