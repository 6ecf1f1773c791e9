import { type Static, Type } from 'typebox'
import { ADD_RESULTS } from '#domain/add-all.ts'
import { ORDER_STATUSES } from '#domain/order.ts'
import { endpoint, Strict } from './endpoint.ts'
import { OrderSummary, TrackedOrder } from './orders.ts'
import { Basket } from './trollies.ts'
import {
  CustomerId,
  Day,
  listOf,
  naming,
  nullable,
  oneOf,
  Paging,
  Pence,
  ProductNo,
  sortedBy,
  Uuid,
} from './values.ts'

export const ORDER_HISTORY_SORTS = ['placedAt', 'deliveryDay', 'orderNo', 'totalPence'] as const

/** Orders that one call reads in full. */
export const READ_AT_ONCE = 24

const Count = Type.Integer({ minimum: 0 })

/** Result for one line of a repeated order. */
export const LineAgain = Strict({
  product_no: ProductNo,
  name: Type.String(),
  /** In the order. */
  quantity: Count,
  result: oneOf(ADD_RESULTS),
  /** In the new trolly. */
  now: Count,
  /** Stock, if lower than `now`. */
  available: Type.Optional(Count),
  /** If the price has changed; null: no price. */
  repriced: Type.Optional(Strict({ fromPence: Pence, toPence: nullable(Pence) })),
})
export type LineAgain = Static<typeof LineAgain>

/** Orders of any age and status, from any device or person. */
export const orderHistory = {
  search: endpoint('POST', 'order/transaction/search', {
    body: Strict({
      customerId: Type.Optional(CustomerId),
      /** Numbers, references, days and products. */
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      filters: Type.Optional(
        Strict({
          status: Type.Optional(oneOf(ORDER_STATUSES)),
          /** Delivery days, both included. */
          from: Type.Optional(Day),
          to: Type.Optional(Day),
        }),
      ),
      sort_by: Type.Optional(sortedBy(ORDER_HISTORY_SORTS)),
      ...Paging,
    }),
    reply: listOf(OrderSummary),
    access: 'user',
    summary:
      'Orders of the caller’s customers, last placed first. Orders replaced by a change are found only by that status.',
  }),
  read: endpoint('POST', 'order/transaction/read', {
    body: Strict({ ids: Type.Array(Uuid, { minItems: 1, maxItems: READ_AT_ONCE }) }),
    reply: Strict({ orders: Type.Array(TrackedOrder) }),
    access: 'user',
    summary: 'Several orders with their lines. Those that are not the caller’s are left out.',
  }),
  recreate: endpoint('POST', 'order/transaction/{id}/recreate', {
    params: Strict({ id: naming(Uuid, 'order_not_found') }),
    // The device may create the trolly's id.
    body: Strict({ basketId: Type.Optional(Uuid), deliveryDay: Type.Optional(nullable(Day)) }),
    reply: Strict({ basket: Basket, lines: Type.Array(LineAgain) }),
    access: 'orderer',
    repeat: 'keyed',
    summary:
      'Order again: a new trolly with the order’s lines at today’s prices, and the result for each. Lines that cannot be added are named, never dropped.',
  }),
}
