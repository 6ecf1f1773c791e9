import { type Static, Type } from 'typebox'
import { ACTIVE_STATUSES, ORDER_STATUSES } from '#domain/order.ts'
import { PAY_WAYS } from '#domain/payment.ts'
import { Basket, OrderLine, Totals } from './baskets.ts'
import { endpoint, FileReply, Strict } from './endpoint.ts'
import { CustomerId, Day, Instant, listOf, nullable, oneOf, Paging, SumPence, Uuid } from './values.ts'

const At = nullable(Instant)

const summary = {
  id: Uuid,
  orderNo: Type.String(),
  /** 1, and one more for each change after it was placed. */
  revision: Type.Integer({ minimum: 1 }),
  /** The trolly it was placed from; null for one of another system. */
  basketId: nullable(Uuid),
  customerId: CustomerId,
  customerName: Type.String(),
  deliveryDay: Day,
  poNumber: Type.String(),
  status: oneOf(ORDER_STATUSES),
  placedAt: Instant,
  /** Until then it may be changed or cancelled; null where it never may. */
  cutOffAt: At,
  exportedAt: At,
  lineCount: Type.Integer({ minimum: 0 }),
  totalPence: SumPence,
}

export const OrderSummary = Strict(summary)
export type OrderSummary = Static<typeof OrderSummary>

/** An order with its way so far; null: not yet, or not at all. */
export const TrackedOrder = Strict({
  ...summary,
  placedBy: nullable(Type.String()),
  instructions: Type.String(),
  payBy: oneOf(PAY_WAYS),
  confirmedAt: At,
  pickingAt: At,
  dispatchedAt: At,
  deliveredAt: At,
  cancelledAt: At,
  replacedAt: At,
  lines: Type.Array(
    Strict({
      ...OrderLine.properties,
      /** null: not delivered yet. Less than ordered is a shortage. */
      deliveredQuantity: nullable(Type.Integer({ minimum: 0 })),
    }),
  ),
  totals: Totals,
})
export type TrackedOrder = Static<typeof TrackedOrder>

export const ACTIVE_ORDER_SORTS = [
  'orderNo',
  'customerName',
  'deliveryDay',
  'placedAt',
  'totalPence',
] as const

const filters = {
  status: Type.Optional(oneOf(ACTIVE_STATUSES)),
  customerId: Type.Optional(CustomerId),
  deliveryDay: Type.Optional(Day),
  /** Whether staff have marked it as exported. */
  exported: Type.Optional(oneOf(['yes', 'no'])),
}
const queryString = Type.Optional(Type.String({ maxLength: 200 }))
const Params = Strict({ id: Uuid })
const Count = Type.Integer({ minimum: 0 })

/** Orders that are not delivered yet. */
export const activeOrders = {
  search: endpoint('POST', 'basket/processed/active-orders', {
    body: Strict({
      filters: Type.Optional(Strict(filters)),
      queryString,
      sort_by: Type.Optional(
        oneOf([...ACTIVE_ORDER_SORTS, ...ACTIVE_ORDER_SORTS.map((sort) => `${sort}_descending` as const)]),
      ),
      ...Paging,
    }),
    reply: listOf(OrderSummary),
    access: 'user',
    summary: 'Orders of the caller’s customers that are not delivered yet, the next delivery first.',
  }),
  get: endpoint('GET', 'basket/processed/active-orders/{id}', {
    params: Params,
    reply: TrackedOrder,
    access: 'user',
    summary: 'An order, how far it has got and until when it may be changed; also once it is delivered.',
  }),
  filters: endpoint('GET', 'order/transaction/active-orders/filters', {
    reply: Strict({
      /** Each is a page of its own, /orders/{name}-orders. */
      names: Type.Array(Strict({ name: Type.String(), status: oneOf(ACTIVE_STATUSES), count: Count })),
      customers: Type.Array(Strict({ id: CustomerId, name: Type.String(), count: Count })),
      deliveryDays: Type.Array(Strict({ day: Day, count: Count })),
    }),
    access: 'reporter',
    summary: 'What active orders can be filtered by, with how many there are.',
  }),
  exportData: endpoint('GET', 'order/transaction/active-orders/export-data', {
    query: Strict({ v: Type.Optional(Type.Literal('1')), queryString, ...filters }),
    media: 'text/csv',
    reply: FileReply,
    access: 'reporter',
    summary: 'All active orders that the filters leave, as a CSV file.',
  }),
  markExported: endpoint('POST', 'order/transaction/active-orders/{id}/mark-exported', {
    params: Params,
    reply: TrackedOrder,
    access: 'staff',
    summary: 'Note that an order was taken over by another system. The first time stays.',
  }),
  change: endpoint('POST', 'order/transaction/{id}/change', {
    params: Params,
    // The device makes the trolly's id, so that a repeat cannot make two.
    body: Strict({ basketId: Uuid }),
    reply: Basket,
    access: 'orderer',
    summary:
      'Open an order as a trolly before its cut-off; placing that replaces the order under the same number. A trolly that was opened before is answered again.',
  }),
  cancel: endpoint('POST', 'order/transaction/{id}/cancel', {
    params: Params,
    reply: TrackedOrder,
    access: 'orderer',
    summary:
      'Cancel an order before its cut-off: its stock is free again, and what was paid by card goes back.',
  }),
}
