import { type Static, Type } from 'typebox'
import { EXPORT_EVENTS, type ExportEvent } from '#domain/order-export.ts'
import { PAY_WAYS } from '#domain/payment.ts'
import { DELIVERY_METHODS } from '#domain/trolly.ts'
import { Strict } from './endpoint.ts'
import { OrderAddress, OrderLine } from './trollies.ts'
import {
  CollectionSlotName,
  CustomerId,
  Day,
  Instant,
  nullable,
  oneOf,
  Pence,
  SumPence,
  Uuid,
} from './values.ts'

/** Webhook body (Standard Webhooks) and element of `npm run export`: docs/handing-over-orders.md. Fields are only added. */

export type ExportType = `order.${ExportEvent}`

export const OrderExport = Strict({
  type: oneOf(EXPORT_EVENTS.map((event): ExportType => `order.${event}`)),
  timestamp: Instant,
  data: Strict({
    /** 1, 2, 3 …: the order in which events are sent. */
    sequence: Type.Integer({ minimum: 1 }),
    /** The same at each attempt; the webhook's `webhook-id`. */
    key: Uuid,
    /** The order as placed; later events do not change it. */
    order: Strict({
      /** Different for each revision. */
      id: Uuid,
      /** The same for all revisions. */
      orderNo: Type.String(),
      revision: Type.Integer({ minimum: 1 }),
      customerId: CustomerId,
      /** The account's current name. */
      customerName: Type.String(),
      placedBy: nullable(Type.String()),
      placedAt: Instant,
      poNumber: Type.String(),
      instructions: Type.String(),
      delivery: Strict({
        method: oneOf(DELIVERY_METHODS),
        day: Day,
        collectionSlot: nullable(CollectionSlotName),
        address: nullable(OrderAddress),
      }),
      payment: Strict({ payBy: oneOf(PAY_WAYS), paidAt: nullable(Instant) }),
      lines: Type.Array(OrderLine),
      /** Goods only. */
      netPence: SumPence,
      deliveryChargePence: Pence,
      deliveryVatBasisPoints: nullable(Type.Integer()),
      /** The VAT by rate, including the delivery charge. */
      vat: Type.Array(Strict({ vatBasisPoints: Type.Integer(), netPence: SumPence, vatPence: SumPence })),
      vatPence: SumPence,
      totalPence: SumPence,
      /** A line is sold by weight, so its price is an estimate. */
      estimated: Type.Boolean(),
    }),
  }),
})
export type OrderExport = Static<typeof OrderExport>
