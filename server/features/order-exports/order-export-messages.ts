import type { OrderExport } from '#contract/order-export.ts'
import type { TrackedOrder } from '#contract/orders.ts'
import { asPlaced } from '#domain/as-placed.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import type { Database } from '#server/db/database.ts'
import { chargedTotals } from '#server/features/checkout/charged-totals.ts'
import { NO_USER } from '#server/features/customers/visible-customers.repository.ts'
import { readTrackedOrders } from '#server/features/orders/tracked-orders.repository.ts'
import type { NumberedRow } from './order-exports.repository.ts'

/**
 * Reads only what no order changes once it is placed, so that an event is told alike however often and late it is sent; but
 * for the names of account and person.
 */
export const readExportMessages = async (
  database: Database,
  rows: readonly NumberedRow[],
): Promise<OrderExport[]> => {
  const found = await readTrackedOrders(
    database,
    NO_USER,
    rows.map(({ orderId }) => orderId),
  )
  const orders = new Map(found.map((order) => [order.id, order]))
  return rows.map((row) => {
    const order = orders.get(row.orderId)
    if (order === undefined) throw new Error(`There is no order ${row.orderId} to export.`)
    return messageOf(row, order)
  })
}

const messageOf = ({ event, writtenAt, sequence, key }: NumberedRow, order: TrackedOrder): OrderExport => {
  const { id, orderNo, revision, customerId, customerName, placedBy, placedAt, poNumber, instructions } =
    order
  const { payBy, confirmedAt, collectionSlot = null, address = null } = order
  const { lines, totals } = placedOf(order)
  return {
    type: `order.${event}`,
    timestamp: writtenAt.toISOString(),
    data: {
      sequence,
      key,
      order: {
        id,
        orderNo,
        revision,
        customerId,
        customerName,
        placedBy,
        placedAt,
        poNumber,
        instructions,
        delivery: { method: order.method ?? 'delivery', day: order.deliveryDay, collectionSlot, address },
        payment: { payBy, paidAt: payBy === 'card' ? confirmedAt : null },
        lines: lines.map(asOrdered),
        netPence: totals.netPence,
        deliveryChargePence: totals.deliveryChargePence ?? 0,
        deliveryVatBasisPoints: totals.deliveryVatBasisPoints ?? null,
        vat: totals.vat,
        vatPence: totals.vatPence,
        totalPence: totals.totalPence,
        estimated: totals.estimated,
      },
    },
  }
}

/** What picking replaced since was placed all the same. */
const placedOf = ({ lines, totals }: TrackedOrder): Pick<TrackedOrder, 'lines' | 'totals'> => {
  const { deliveryChargePence = 0, deliveryVatBasisPoints = null, freeDeliveryFromPence = null } = totals
  const placed = asPlaced(lines)
  const charge = { deliveryChargePence, deliveryVatBasisPoints, freeDeliveryFromPence }
  return { lines: placed, totals: chargedTotals(totalsOfNetLines(placed), charge) }
}

type Line = OrderExport['data']['order']['lines'][number]

/** Delivered and billed quantities are left out: they come later. */
const asOrdered = (line: Line): Line => {
  const { product_no, name, pack, quantity, unitPricePence, vatBasisPoints, netPence, catchWeight } = line
  return {
    product_no,
    name,
    pack,
    quantity,
    unitPricePence,
    vatBasisPoints,
    netPence,
    discounts: line.discounts ?? null,
    catchWeight,
    note: line.note ?? '',
    substitution: line.substitution ?? null,
  }
}
