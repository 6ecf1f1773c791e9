import { type Static, Type } from 'typebox'
import { ACTIVE_STATUSES, ORDER_STATUSES } from '#domain/order.ts'
import { ORDER_CHANNELS } from '#domain/orders-per-day.ts'
import { PAY_WAYS } from '#domain/payment.ts'
import { STORAGE_TYPES } from '#domain/product.ts'
import { DELIVERY_METHODS } from '#domain/trolly.ts'
import { endpoint, FileReply, Strict } from './endpoint.ts'
import { Basket, DeliveryChoiceFields, OrderAddress, OrderDiscount, OrderLine, Totals } from './trollies.ts'
import {
  CollectionSlotName,
  CustomerId,
  Day,
  Instant,
  listOf,
  naming,
  nullable,
  oneOf,
  Paging,
  Pence,
  SumPence,
  sortedBy,
  Uuid,
} from './values.ts'

const At = nullable(Instant)

const summary = {
  id: Uuid,
  orderNo: Type.String(),
  /** Starts at 1; each change adds one. */
  revision: Type.Integer({ minimum: 1 }),
  /** The trolly it was placed from; null for an order from another system. */
  basketId: nullable(Uuid),
  customerId: CustomerId,
  customerName: Type.String(),
  deliveryDay: Day,
  poNumber: Type.String(),
  method: Type.Optional(oneOf(DELIVERY_METHODS)),
  collectionSlot: Type.Optional(nullable(CollectionSlotName)),
  status: oneOf(ORDER_STATUSES),
  placedAt: Instant,
  /** `office`: staff placed it for the customer. */
  channel: Type.Optional(oneOf(ORDER_CHANNELS)),
  /** Deadline for changing or cancelling; null: never allowed. */
  cutOffAt: At,
  exportedAt: At,
  lineCount: Type.Integer({ minimum: 0 }),
  /** Lines delivered short or, before the delivery, picked short. */
  shortCount: Type.Integer({ minimum: 0 }),
  deliveryChargePence: Type.Optional(Pence),
  totalPence: SumPence,
  /** Invoice less credit notes, with VAT; null: not invoiced yet. */
  billedPence: Type.Optional(nullable(SumPence)),
}

export const OrderSummary = Strict(summary)
export type OrderSummary = Static<typeof OrderSummary>

/** An order with its progress; null: not reached. */
export const TrackedOrder = Strict({
  ...summary,
  placedBy: nullable(Type.String()),
  instructions: Type.String(),
  ...DeliveryChoiceFields,
  address: Type.Optional(OrderAddress),
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
      /** 0 where substitutes replace all of it. */
      quantity: Type.Integer({ minimum: 0 }),
      /** Names the line in a check-in. Orders kept by earlier builds lack it, and the next two. */
      position: Type.Optional(Type.Integer({ minimum: 0 })),
      storageType: Type.Optional(oneOf(STORAGE_TYPES)),
      /** How many were missing when it was picked; null: none that we know of. */
      shortQuantity: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
      /** How the line was placed, if substitutes have replaced some of it. Each substitute is a line of its own. */
      placed: Type.Optional(
        nullable(
          Strict({
            quantity: Type.Integer({ minimum: 1 }),
            netPence: SumPence,
            discounts: nullable(Type.Array(OrderDiscount)),
          }),
        ),
      ),
      /** Set on a substitute only: the position of the line it stands in for. */
      standsFor: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
      /** null: not delivered yet. Less than ordered is a shortage. */
      deliveredQuantity: nullable(Type.Integer({ minimum: 0 })),
      /** The delivered weight of a catch-weight line, by which it is billed; null: not weighed. */
      deliveredWeightGrams: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
      /** Without VAT, as `netPence`; null: not invoiced yet. */
      billedPence: Type.Optional(nullable(Pence)),
    }),
  ),
  /** The totals when the order was placed, with catch weight estimated. */
  totals: Totals,
  /** What the invoice asks for, with VAT; null: not invoiced yet. Missing: the same as the totals. */
  invoicedPence: Type.Optional(nullable(SumPence)),
})
export type TrackedOrder = Static<typeof TrackedOrder>

export const ACTIVE_ORDER_SORTS = [
  'orderNo',
  'customerName',
  'deliveryDay',
  'placedAt',
  'totalPence',
] as const

export const EXPORT_FILTERS = ['yes', 'no', 'late'] as const
export type ExportFilter = (typeof EXPORT_FILTERS)[number]

const filters = {
  status: Type.Optional(oneOf(ACTIVE_STATUSES)),
  customerId: Type.Optional(CustomerId),
  deliveryDay: Type.Optional(Day),
  /** Whether the supplier's own system has received it; `late`: it lacks something of it for too long. */
  exported: Type.Optional(oneOf(EXPORT_FILTERS)),
}
const queryString = Type.Optional(Type.String({ maxLength: 200 }))
const Params = Strict({ id: naming(Uuid, 'order_not_found') })
const Count = Type.Integer({ minimum: 0 })

export const activeOrders = {
  search: endpoint('POST', 'basket/processed/active-orders', {
    body: Strict({
      filters: Type.Optional(Strict(filters)),
      queryString,
      sort_by: Type.Optional(sortedBy(ACTIVE_ORDER_SORTS)),
      ...Paging,
    }),
    reply: listOf(OrderSummary),
    access: 'user',
    summary: 'Undelivered orders of the caller’s customers, next delivery first.',
  }),
  get: endpoint('GET', 'basket/processed/active-orders/{id}', {
    params: Params,
    reply: TrackedOrder,
    access: 'user',
    summary: 'An order with its progress and its deadline for changes; delivered orders too.',
  }),
  filters: endpoint('GET', 'order/transaction/active-orders/filters', {
    reply: Strict({
      /** Each has its own page, /orders/{name}-orders. */
      names: Type.Array(Strict({ name: Type.String(), status: oneOf(ACTIVE_STATUSES), count: Count })),
      customers: Type.Array(Strict({ id: CustomerId, name: Type.String(), count: Count })),
      deliveryDays: Type.Array(Strict({ day: Day, count: Count })),
    }),
    access: 'reporter',
    summary: 'The filters of active orders, with counts.',
  }),
  exportData: endpoint('GET', 'order/transaction/active-orders/export-data', {
    query: Strict({ v: Type.Optional(Type.Literal('1')), queryString, ...filters }),
    media: 'text/csv',
    reply: FileReply,
    access: 'reporter',
    summary: 'All active orders that match the filters, as a CSV file.',
  }),
  markExported: endpoint('POST', 'order/transaction/active-orders/{id}/mark-exported', {
    params: Params,
    reply: Strict({
      ...TrackedOrder.properties,
      /** It was exported before, so this changed at most which of its exports are sent. */
      alreadyExported: Type.Optional(Type.Boolean()),
    }),
    access: 'staff',
    summary:
      'Record that staff entered an order into the supplier’s system by hand: its waiting exports are not sent. The first time is kept. 409 `order_not_confirmed` while it awaits payment.',
  }),
  unmarkExported: endpoint('POST', 'order/transaction/active-orders/{id}/mark-not-exported', {
    params: Params,
    reply: TrackedOrder,
    access: 'staff',
    summary:
      'Undo mark-exported: the exports of the order wait again, with their keys and new numbers. An order that is not exported stays as it is. 409 `order_handed_over` once the webhook or a file was given one of them.',
  }),
  resendConfirmation: endpoint('POST', 'order/transaction/resend-order-confirmation/{id}', {
    params: Params,
    reply: Strict({ message: Type.String(), sentTo: Type.String() }),
    access: 'user',
    summary:
      'Resend an order’s confirmation: to the caller, or to the customer if staff request it. At most once a minute.',
  }),
  change: endpoint('POST', 'order/transaction/{id}/change', {
    params: Params,
    // The device may create the trolly's id.
    body: Strict({ basketId: Type.Optional(Uuid) }),
    reply: Basket,
    access: 'orderer',
    summary:
      'Open an order as a trolly before its cut-off; placing that trolly replaces the order under the same number. If it is already open, replies with the same trolly.',
  }),
  cancel: endpoint('POST', 'order/transaction/{id}/cancel', {
    params: Params,
    reply: TrackedOrder,
    access: 'orderer',
    summary: 'Cancel an order before its cut-off: releases its stock and refunds card payments.',
  }),
}
