import { type Static, Type } from 'typebox'
import { EXPORT_EVENTS, type ExportEvent } from '#domain/order-export.ts'
import { PAY_WAYS } from '#domain/payment.ts'
import { DELIVERY_METHODS } from '#domain/trolly.ts'
import { OrderAddress, OrderLine } from './baskets.ts'
import { Strict } from './endpoint.ts'
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

/**
 * What the supplier's own system is told: the body of a webhook and an element of `npm run export`, in the form of
 * Standard Webhooks. docs/handing-over-orders.md explains it to those who read it. Fields may be added, none go.
 */

export type ExportType = `order.${ExportEvent}`

export const OrderExport = Strict({
  type: oneOf(EXPORT_EVENTS.map((event): ExportType => `order.${event}`)),
  /** When it happened. */
  timestamp: Instant,
  data: Strict({
    /** 1, 2, 3 …: the order in which events are handed over. */
    sequence: Type.Integer({ minimum: 1 }),
    /** The same each time that this event is sent; the webhook's `webhook-id`. */
    key: Uuid,
    /** As it was placed, whatever has become of it since. */
    order: Strict({
      /** Of this revision alone. */
      id: Uuid,
      /** The same for all revisions. */
      orderNo: Type.String(),
      revision: Type.Integer({ minimum: 1 }),
      customerId: CustomerId,
      /** The account's name when it is handed over. */
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
      /** Of the goods. */
      netPence: SumPence,
      deliveryChargePence: Pence,
      deliveryVatBasisPoints: nullable(Type.Integer()),
      /** By rate, the delivery charge included. */
      vat: Type.Array(Strict({ vatBasisPoints: Type.Integer(), netPence: SumPence, vatPence: SumPence })),
      vatPence: SumPence,
      totalPence: SumPence,
      /** A line is sold by weight, so its price is an estimate. */
      estimated: Type.Boolean(),
    }),
  }),
})
export type OrderExport = Static<typeof OrderExport>
